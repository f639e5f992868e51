import type { ServerChannel } from 'ssh2';
import type { Size } from '../hub/line.ts';
import type { Link } from './link.ts';

/** A person at the hub, as the connection sees it. */
export interface HubVisit {
  receive(bytes: Buffer): void;
  /** The terminal's size is another now. */
  resize(): void;
  close(): void;
}

/** The terminal as the hub sees it. */
export interface Terminal {
  size: Size;
  write(text: string): void;
  /** Bytes that the terminal has not taken yet. */
  behind(): number;
  end(): void;
}

export function openHubChannel(
  channel: ServerChannel,
  link: Link,
  size: Size,
  open: (terminal: Terminal) => HubVisit | undefined,
): HubVisit | undefined {
  const visit = open({
    size,
    write: (text) => link.write(channel, text),
    behind: () => link.behind(channel),
    end: () => link.end(channel, 0),
  });
  if (!visit) {
    channel.stderr.write('Too many people are here. Please come back later.\r\n');
    link.end(channel, 1);
    channel.resume();
    return undefined;
  }
  channel.on('data', (bytes: Buffer) => {
    if (channel.writableEnded) return;
    // Each byte may be a key.
    if (link.charge(bytes.length)) visit.receive(bytes);
  });
  link.whenSpent(channel, () => {
    visit.close();
    link.write(channel, '\r\nToo much at once.\r\n');
    link.end(channel, 1);
  });
  channel.on('end', () => link.end(channel, 0));
  channel.on('close', () => visit.close());
  return visit;
}
