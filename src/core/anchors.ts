import type { DocumentStore } from './storage.ts';

/** A house bot of measured strength, on the scale of the sure ratings. */
export interface Anchor {
  name: string;
  rating: number;
  deviation: number;
}

const KIND = 'anchors';

/** The strongest first; none where nobody measured. */
export async function readAnchors(documents: Pick<DocumentStore, 'get'>, game: string): Promise<Anchor[]> {
  const found = await documents.get(KIND, game);
  return (found?.body as Anchor[] | undefined) ?? [];
}

export async function writeAnchors(documents: DocumentStore, game: string, anchors: Anchor[]): Promise<void> {
  const { version = 0 } = (await documents.get(KIND, game)) ?? {};
  if (!(await documents.put(KIND, game, version, anchors))) throw new Error('somebody else measures the bots as well');
}
