/** From which address each agent was last heard of, by whichever node. */
export interface Whereabouts {
  of(agent: string): string | undefined;
  seen(agent: string, address: string): void;
}
