/** The news in the places of what was shown before: whoever stays keeps the place, newcomers take those that became free. */
export function keepPlaces<Item extends { id: string }>(shown: Item[], news: Item[]): Item[] {
  const stays = new Map(news.map((item) => [item.id, item]));
  const known = new Set(shown.map(({ id }) => id));
  const newcomers = news.filter(({ id }) => !known.has(id));
  const placed = shown.flatMap(({ id }) => stays.get(id) ?? newcomers.shift() ?? []);
  return [...placed, ...newcomers];
}
