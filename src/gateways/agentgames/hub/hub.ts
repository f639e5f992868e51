import type { Cancel } from '../../../core/clock.ts';
import type { HubVisit, Terminal } from '../ssh/hub-channel.ts';
import { bodySize, frame } from './frame.ts';
import { Keys } from './keys.ts';
import { ENTER, LEAVE, Painter } from './painter.ts';
import type { Screen, Stage } from './screen.ts';
import { homeScreen } from './screens/home.ts';

export type HubParts = Pick<Stage, 'arena' | 'clock' | 'practice' | 'games'>;

const PAINT_EVERY = 50;
/** An escape that nothing follows for so long is the key of that name. */
const ESCAPE_AFTER = 50;
const IDLE_FOR = 60 * 60 * 1000;
/** A terminal that is so many bytes behind gets the newest picture when it has caught up. */
const FAR_BEHIND = 64 * 1024;
/** Nobody who reads them gets half as deep. */
const MOST_SCREENS = 12;

/** One person at a terminal: a stack of screens. */
export class Hub implements HubVisit {
  readonly #terminal: Terminal;
  readonly #stage: Stage;
  readonly #keys = new Keys();
  readonly #painter = new Painter();
  readonly #screens: Screen[] = [];
  #painting: Cancel | undefined;
  #escaping: Cancel | undefined;
  #idle: Cancel | undefined;
  #isResized = false;
  #closed = false;

  constructor(parts: HubParts, terminal: Terminal, name: string) {
    this.#terminal = terminal;
    this.#stage = {
      ...parts,
      name,
      repaint: () => this.#repaint(),
      open: (screen) => this.#open(screen),
      back: () => this.#back(),
    };
    terminal.write(ENTER);
    this.#open(homeScreen(this.#stage));
    this.#stayAwake();
  }

  receive(bytes: Buffer): void {
    this.#stayAwake();
    this.#escaping?.();
    this.#take(this.#keys.read(bytes));
    if (!this.#closed && this.#keys.isWaiting) {
      this.#escaping = this.#stage.clock.after(ESCAPE_AFTER, () => this.#take(this.#keys.flush()));
    }
  }

  #take(keys: string[]): void {
    for (const key of keys) {
      if (this.#closed) return;
      this.#press(key);
    }
    this.#repaint();
  }

  resize(): void {
    this.#isResized = true;
    this.#repaint();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#painting?.();
    this.#escaping?.();
    this.#idle?.();
    for (const screen of this.#screens.splice(0)) screen.closed?.();
  }

  #press(key: string): void {
    const screen = this.#screens.at(-1)!;
    const leaves = key === 'escape' || (key === 'q' && !screen.typing);
    if (key === 'ctrl-c' || key === 'ctrl-d') this.#quit();
    else if (leaves && screen.stays?.()) return;
    else if (key === 'escape') this.#back();
    else if (leaves) this.#quit();
    else screen.press(key);
  }

  #open(screen: Screen): void {
    if (this.#closed || this.#screens.length >= MOST_SCREENS) return screen.closed?.();
    this.#screens.push(screen);
    screen.shown?.();
    this.#repaint();
  }

  #back(): void {
    if (this.#closed || this.#screens.length === 1) return;
    this.#screens.pop()!.closed?.();
    this.#screens.at(-1)!.shown?.();
    this.#repaint();
  }

  #quit(): void {
    this.close();
    this.#terminal.write(LEAVE);
    this.#terminal.end();
  }

  #repaint(): void {
    if (this.#closed) return;
    this.#painting ??= this.#stage.clock.after(PAINT_EVERY, () => {
      this.#painting = undefined;
      this.#paint();
    });
  }

  #paint(): void {
    const screen = this.#screens.at(-1);
    if (this.#closed || !screen) return;
    if (this.#terminal.behind() > FAR_BEHIND) return this.#repaint();
    const { size } = this.#terminal;
    const { title, keys } = screen;
    const body = screen.draw(bodySize(size));
    const cleared = this.#isResized ? this.#painter.clear() : '';
    this.#isResized = false;
    const painted = this.#painter.paint(frame({ title, keys, name: this.#stage.name, body }, size), size);
    this.#terminal.write(cleared + painted);
  }

  #stayAwake(): void {
    this.#idle?.();
    this.#idle = this.#stage.clock.after(IDLE_FOR, () => this.#quit());
  }
}
