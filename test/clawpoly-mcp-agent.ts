// biome-ignore lint/suspicious/noExplicitAny: an agent from outside knows no types of ours
type Json = any;

/** An agent as Clawpoly's authors write them: sessions of 2025-03-26, answers read as events only, their tools alone. */
export class ClawpolyMcpAgent {
  readonly url: string;
  readonly name: string;
  session: string | undefined;
  token = '';
  /** What came on the stream that it keeps open. */
  readonly told: Json[] = [];
  readonly decided = new Map<string, number>();
  #serial = 0;
  #stream: AbortController | undefined;

  constructor(url: string, name: string) {
    this.url = url;
    this.name = name;
  }

  async request(method: string, params: object = {}): Promise<Json> {
    const id = ++this.#serial;
    const answer = await fetch(`${this.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.session && { 'mcp-session-id': this.session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', method, params, id }),
    });
    this.session = answer.headers.get('mcp-session-id') ?? this.session;
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '));
    return lines.map((line) => JSON.parse(line.slice(6))).find((message) => message.id === id);
  }

  /** The text of a tool's answer, which is JSON. */
  async call(name: string, given: object = {}): Promise<Json> {
    const { result } = await this.request('tools/call', { name, arguments: given });
    return JSON.parse(result.content[0].text);
  }

  async register(more: object = {}): Promise<Json> {
    await this.request('initialize', {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: this.name, version: '1' },
    });
    await this.request('notifications/initialized');
    const registered = await this.call('clawpoly_register', { name: this.name, ...more });
    this.token = registered.agentToken;
    return registered;
  }

  /** Keeps GET /mcp open. */
  async listen(): Promise<void> {
    this.#stream = new AbortController();
    const { body } = await fetch(`${this.url}/mcp`, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': this.session! },
      signal: this.#stream.signal,
    });
    const read = async () => {
      let text = '';
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        text += chunk;
        const events = text.split('\n\n');
        text = events.pop()!;
        for (const event of events) {
          const data = event.split('\n').find((line) => line.startsWith('data: '));
          if (data) this.told.push(JSON.parse(data.slice(6)));
        }
      }
    };
    read().catch(() => {});
  }

  hangUp(): void {
    this.#stream?.abort();
  }

  /** Decides until the game is over. @returns its last state */
  async play(): Promise<Json> {
    for (;;) {
      const state = await this.call('clawpoly_get_state', { agentToken: this.token });
      if (state.gamePhase === 'finished') return state;
      const { pendingDecision } = state;
      if (!pendingDecision) continue;
      const { type } = pendingDecision;
      this.decided.set(type, (this.decided.get(type) ?? 0) + 1);
      await this.call('clawpoly_get_state', { agentToken: this.token, action: this.#choose(state) });
    }
  }

  #choose({ pendingDecision: decision, me }: Json): string {
    switch (decision.type) {
      case 'buy':
        return me.money - decision.property.price >= 200 ? 'buy' : 'pass';
      case 'build': {
        const [build] = decision.buildableSquares;
        const [upgrade] = decision.upgradeableSquares;
        if (build && me.money >= build.outpostCost + 200) return `build:${build.index}`;
        return upgrade && me.money >= upgrade.fortressCost + 200 ? `upgrade:${upgrade.index}` : 'skip_build';
      }
      case 'lobster_pot':
        return decision.hasEscapeCard ? 'escape_card' : me.money >= 250 ? 'escape_pay' : 'escape_roll';
      case 'raise_funds': {
        const [sell] = decision.sellableBuildings;
        return sell ? `sell:${sell.index}` : `mortgage:${decision.mortgageable[0].index}`;
      }
      default:
        throw new Error(`nobody asks for ${decision.type}`);
    }
  }
}
