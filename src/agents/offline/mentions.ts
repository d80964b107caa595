import type { Motion, Option } from './motion';
import type { Token } from './valence';

/** The options that a text names, in its order. */
export function mentioned(tokens: readonly Token[], motion: Motion): number[] {
  return motion.options
    .map((option, at) => ({ at, position: positionsOf(tokens, option)[0] }))
    .filter((found): found is { at: number; position: number } => found.position !== undefined)
    .sort((a, b) => a.position - b.position)
    .map(({ at }) => at);
}

/** Where an option is named: of several distinguishing words half must be there. */
export function positionsOf(tokens: readonly Token[], option: Option): number[] {
  const present = new Set(tokens.filter((token) => option.terms.has(token.stem)).map((token) => token.stem));
  if (present.size === 0 || present.size < Math.ceil(option.terms.size / 2)) return [];
  return tokens.flatMap((token, at) => (option.terms.has(token.stem) ? [at] : []));
}
