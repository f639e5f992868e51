/** Two vertices and what it costs to match them: a whole number below 2^48, so that no rounding decides. */
export type Edge = readonly [a: number, b: number, cost: number];

const NONE = -1;
const FREE = 0;
/** At an even distance from an unmatched root; its vertices look for edges. */
const EVEN = 1;
const ODD = 2;

/**
 * Everybody in pairs, at the least cost, by Edmonds' blossom method: a forest of alternating paths grows from all unmatched
 * vertices along edges without slack, odd circles are shrunk to blossoms, and where nothing can grow the dual values move
 * until something can. Each search ends with one pair more.
 * @returns the partner of each vertex; undefined: there is no way to pair everybody
 */
export function matchAll(vertices: number, edges: readonly Edge[]): number[] | undefined {
  return new Search(vertices, edges).run();
}

/** Vertices are 0 to n - 1, blossoms n to 2n - 1; a vertex that is in no blossom is its own top. */
class Search {
  readonly #n: number;
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #cost: Float64Array;
  /** Numbers of the edges at each vertex. */
  readonly #at: Int32Array[];
  readonly #mate: Int32Array;
  /** The outermost blossom around each vertex. */
  readonly #top: Int32Array;
  readonly #parent: Int32Array;
  readonly #base: Int32Array;
  /** The circle of a blossom from the child that holds its base; link i joins child i to the next. */
  readonly #children: number[][];
  readonly #links: [number, number][][];
  readonly #unused: number[];
  readonly #dual: Float64Array;
  readonly #label: Uint8Array;
  /** The edge by which a labelled top was reached: from outside, and to inside it. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** The edge of least slack that leads to an even top: of each vertex in one that is not even, of each even top to others. */
  readonly #best: Int32Array;
  #queue: number[] = [];

  constructor(n: number, edges: readonly Edge[]) {
    const filled = (size: number, of: (i: number) => number) => Int32Array.from({ length: size }, (_, i) => of(i));
    this.#n = n;
    this.#a = filled(edges.length, (k) => edges[k]![0]);
    this.#b = filled(edges.length, (k) => edges[k]![1]);
    this.#cost = Float64Array.from(edges, ([, , cost]) => cost);
    const at: number[][] = Array.from({ length: n }, () => []);
    for (const [k, [a, b]] of edges.entries()) {
      at[a]!.push(k);
      at[b]!.push(k);
    }
    this.#at = at.map((numbers) => Int32Array.from(numbers));
    this.#mate = filled(n, () => NONE);
    this.#top = filled(n, (i) => i);
    this.#parent = filled(2 * n, () => NONE);
    this.#base = filled(2 * n, (i) => (i < n ? i : NONE));
    this.#children = Array.from({ length: 2 * n }, () => []);
    this.#links = Array.from({ length: 2 * n }, () => []);
    this.#unused = Array.from({ length: n }, (_, i) => 2 * n - 1 - i);
    this.#dual = new Float64Array(2 * n);
    this.#label = new Uint8Array(2 * n);
    this.#from = filled(2 * n, () => NONE);
    this.#to = filled(2 * n, () => NONE);
    this.#best = filled(2 * n, () => NONE);
  }

  run(): number[] | undefined {
    if (this.#at.some((edges) => edges.length === 0)) return undefined;
    this.#matchTheObvious();
    while (this.#mate.includes(NONE)) if (!this.#addPair()) return undefined;
    return [...this.#mate];
  }

  /** Dual values to begin with, and pairs along edges that have no slack under them. */
  #matchTheObvious(): void {
    for (let v = 0; v < this.#n; v++) {
      this.#dual[v] = this.#at[v]!.reduce((least, k) => Math.min(least, this.#cost[k]!), Infinity);
    }
    for (let v = 0; v < this.#n; v++) {
      if (this.#mate[v] !== NONE) continue;
      const slacks = Array.from(this.#at[v]!, (k) => this.#slack(k));
      const least = Math.min(...slacks);
      this.#dual[v]! += least;
      const found = this.#at[v]!.find((k, i) => slacks[i] === least && this.#mate[this.#other(k, v)] === NONE);
      if (found === undefined) continue;
      const w = this.#other(found, v);
      this.#mate[v] = w;
      this.#mate[w] = v;
    }
  }

  /** One search. False: there is no pair more. */
  #addPair(): boolean {
    this.#label.fill(FREE);
    this.#best.fill(NONE);
    this.#queue = [];
    for (let v = 0; v < this.#n; v++) {
      const top = this.#top[v]!;
      if (this.#mate[this.#base[top]!] === NONE && this.#label[top] === FREE) this.#makeEven(top, NONE, NONE);
    }
    for (;;) {
      if (this.#scanAll()) return true;
      const next = this.#moveDuals();
      if (!next) return false;
      if ('expand' in next) this.#expand(next.expand);
      else if (this.#take(next.edge)) return true;
    }
  }

  /** Looks along all edges of vertices that became even. True: a pair was added. */
  #scanAll(): boolean {
    const label = this.#label;
    const top = this.#top;
    const best = this.#best;
    for (let v = this.#queue.pop(); v !== undefined; v = this.#queue.pop()) {
      for (const k of this.#at[v]!) {
        const w = this.#other(k, v);
        if (top[v] === top[w]) continue;
        const slack = this.#slack(k);
        if (slack === 0 && label[top[w]!] !== ODD) {
          if (this.#take(k)) return true;
          continue;
        }
        const keeper = label[top[w]!] === EVEN ? top[v]! : w;
        if (best[keeper] === NONE || slack < this.#slack(best[keeper]!)) best[keeper] = k;
      }
    }
    return false;
  }

  /** Uses an edge without slack that leaves an even top. True: a pair was added. */
  #take(k: number): boolean {
    const a = this.#a[k]!;
    const v = this.#label[this.#top[a]!] === EVEN ? a : this.#b[k]!;
    const w = this.#other(k, v);
    const [from, to] = [this.#top[v]!, this.#top[w]!];
    if (from === to) return false;
    if (this.#label[to] === FREE) {
      this.#grow(v, w);
      return false;
    }
    const common = this.#commonAncestor(from, to);
    if (common !== NONE) {
      this.#shrink(common, v, w);
      return false;
    }
    this.#augment(v, w);
    this.#augment(w, v);
    return true;
  }

  #other(k: number, v: number): number {
    return this.#a[k] === v ? this.#b[k]! : this.#a[k]!;
  }

  /** For edges between different tops. */
  #slack(k: number): number {
    return 2 * this.#cost[k]! - this.#dual[this.#a[k]!]! - this.#dual[this.#b[k]!]!;
  }

  #leaves(top: number): number[] {
    return top < this.#n ? [top] : this.#children[top]!.flatMap((child) => this.#leaves(child));
  }

  #makeEven(top: number, from: number, to: number): void {
    this.#label[top] = EVEN;
    this.#from[top] = from;
    this.#to[top] = to;
    this.#best[top] = NONE;
    this.#queue.push(...this.#leaves(top));
  }

  #makeOdd(top: number, from: number, to: number): void {
    this.#label[top] = ODD;
    this.#from[top] = from;
    this.#to[top] = to;
  }

  /** w's top becomes odd, and the top of its mate even. */
  #grow(v: number, w: number): void {
    const top = this.#top[w]!;
    this.#makeOdd(top, v, w);
    const base = this.#base[top]!;
    const mate = this.#mate[base]!;
    this.#makeEven(this.#top[mate]!, base, mate);
  }

  /** The even top two tops above in the tree, or NONE at a root. */
  #above(top: number): number {
    const from = this.#from[top]!;
    return from === NONE ? NONE : this.#top[this.#from[this.#top[from]!]!]!;
  }

  /** Walks up from both at once, so that it takes no longer than the circle that it finds. */
  #commonAncestor(one: number, other: number): number {
    const seen = new Set<number>();
    let [a, b] = [one, other];
    while (a !== NONE || b !== NONE) {
      if (a !== NONE) {
        if (seen.has(a)) return a;
        seen.add(a);
        a = this.#above(a);
      }
      [a, b] = [b, a];
    }
    return NONE;
  }

  /** The tops from this one up to below the ancestor, odd ones too. */
  #pathBelow(ancestor: number, top: number): number[] {
    const path: number[] = [];
    for (let one = top; one !== ancestor; one = this.#top[this.#from[one]!]!) path.push(one);
    return path;
  }

  #shrink(common: number, v: number, w: number): void {
    const down = this.#pathBelow(common, this.#top[v]!).reverse();
    const up = this.#pathBelow(common, this.#top[w]!);
    const blossom = this.#unused.pop()!;
    const circle = [common, ...down, ...up];
    this.#children[blossom] = circle;
    this.#links[blossom] = [
      ...down.map((child): [number, number] => [this.#from[child]!, this.#to[child]!]),
      [v, w],
      ...up.map((child): [number, number] => [this.#to[child]!, this.#from[child]!]),
    ];
    this.#base[blossom] = this.#base[common]!;
    this.#dual[blossom] = 0;
    this.#parent[blossom] = NONE;
    for (const child of circle) this.#parent[child] = blossom;
    for (const leaf of this.#leaves(blossom)) this.#top[leaf] = blossom;
    this.#makeEven(blossom, this.#from[common]!, this.#to[common]!);
  }

  /** Dissolves an odd blossom: the side of the circle from its entry to its base stays in the tree, the other is free. */
  #expand(blossom: number): void {
    const circle = this.#children[blossom]!;
    const links = this.#links[blossom]!;
    for (const child of circle) {
      this.#parent[child] = NONE;
      this.#label[child] = FREE;
      for (const leaf of this.#leaves(child)) this.#top[leaf] = child;
    }
    let [from, to] = [this.#from[blossom]!, this.#to[blossom]!];
    const entry = circle.indexOf(this.#top[to]!);
    const step = entry % 2 ? 1 : -1;
    const at = (i: number) => (i + circle.length) % circle.length;
    const link = (i: number): [number, number] => {
      if (step === 1) return links[at(i)]!;
      const [x, y] = links[at(i - 1)]!;
      return [y, x];
    };
    for (let i = entry; ; i += 2 * step) {
      this.#makeOdd(circle[at(i)]!, from, to);
      if (at(i) === 0) break;
      this.#makeEven(circle[at(i + step)]!, ...link(i));
      [from, to] = link(i + step);
    }
    this.#base[blossom] = NONE;
    this.#unused.push(blossom);
  }

  /** Matches v with its new partner and turns the path from v to the root of its tree over. */
  #augment(v: number, partner: number): void {
    for (let [one, other] = [v, partner]; ; ) {
      const even = this.#top[one]!;
      this.#moveBase(even, one);
      this.#mate[one] = other;
      if (this.#from[even] === NONE) return;
      const odd = this.#top[this.#from[even]!]!;
      [one, other] = [this.#from[odd]!, this.#to[odd]!];
      this.#moveBase(odd, other);
      this.#mate[other] = one;
    }
  }

  /** Matches inside a blossom so that v is the one that is matched outside. */
  #moveBase(blossom: number, v: number): void {
    if (blossom < this.#n || this.#base[blossom] === v) return;
    const circle = this.#children[blossom]!;
    const links = this.#links[blossom]!;
    let child = v;
    while (this.#parent[child] !== blossom) child = this.#parent[child]!;
    this.#moveBase(child, v);
    const start = circle.indexOf(child);
    const step = start % 2 ? 1 : -1;
    const at = (i: number) => (i + circle.length) % circle.length;
    for (let i = start; at(i) !== 0; i += 2 * step) {
      const [near, far] = [at(i + step), at(i + 2 * step)];
      const [first, second] = step === 1 ? [near, far] : [far, near];
      const [x, y] = links[first]!;
      this.#moveBase(circle[first]!, x);
      this.#moveBase(circle[second]!, y);
      this.#mate[x] = y;
      this.#mate[y] = x;
    }
    this.#children[blossom] = [...circle.slice(start), ...circle.slice(0, start)];
    this.#links[blossom] = [...links.slice(start), ...links.slice(0, start)];
    this.#base[blossom] = v;
  }

  /** Moves the dual values as far as they may go. Undefined: the search has nowhere to go any more. */
  #moveDuals(): { edge: number } | { expand: number } | undefined {
    const n = this.#n;
    const label = this.#label;
    let least = Infinity;
    let next: { edge: number } | { expand: number } | undefined;
    for (let v = 0; v < n; v++) {
      const edge = this.#best[v]!;
      if (label[this.#top[v]!] !== FREE || edge === NONE) continue;
      const slack = this.#slack(edge);
      if (slack < least) [least, next] = [slack, { edge }];
    }
    for (let top = 0; top < 2 * n; top++) {
      if (this.#parent[top] !== NONE || this.#base[top] === NONE) continue;
      const edge = this.#best[top]!;
      if (label[top] === EVEN && edge !== NONE) {
        const slack = this.#slack(edge) / 2;
        if (slack < least) [least, next] = [slack, { edge }];
      } else if (label[top] === ODD && top >= n && this.#dual[top]! < least) {
        [least, next] = [this.#dual[top]!, { expand: top }];
      }
    }
    if (!next || least === 0) return next;
    for (let v = 0; v < n; v++) {
      const at = label[this.#top[v]!];
      if (at === EVEN) this.#dual[v]! += least;
      else if (at === ODD) this.#dual[v]! -= least;
    }
    for (let top = n; top < 2 * n; top++) {
      if (this.#parent[top] !== NONE) continue;
      if (label[top] === EVEN) this.#dual[top]! += least;
      else if (label[top] === ODD) this.#dual[top]! -= least;
    }
    return next;
  }
}
