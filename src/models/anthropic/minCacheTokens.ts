/** Shorter prefixes are not kept, and nobody says so. From the documentation on prompt caching, read in October 2026. */
const table: ReadonlyMap<string, number> = new Map([
  ...each(512, ['opus-5-5', 'opus-5', 'sonnet-5-5', 'haiku-5-5', 'fable-5-1', 'fable-5', 'mythos-5-1', 'mythos-5']),
  ...each(1_024, ['opus-4-8', 'sonnet-5', 'sonnet-4-6', 'sonnet-4-5']),
  ...each(2_048, ['opus-4-7']),
  ...each(4_096, ['opus-4-6', 'opus-4-5', 'haiku-4-5']),
]);

/** For models that the table does not know: the largest, so that nobody counts on a cache that is not there. */
const unknown = 4_096;

/** Tokens that a prefix needs at least to be kept in the cache; a dated id is its model's. */
export const minCacheTokens = (model: string): number =>
  table.get(model.replace(/-(?:20\d{6}|latest)$/, '')) ?? unknown;

function each(tokens: number, models: readonly string[]): [string, number][] {
  return models.map((model) => [`claude-${model}`, tokens]);
}
