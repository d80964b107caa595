import { factKind, type FactKind } from '../fold/state';
import { speechFacts } from './common/speech';
import { verdictFacts } from './common/verdicts';
import { formats } from './registry';

/** Kinds of all formats, because logs of other programs do not say theirs. */
const kinds = [factKind(speechFacts), factKind(verdictFacts), ...formats.flatMap(({ facts }) => facts ?? [])];

const types = [...new Set(kinds.flatMap((kind) => kind.types))];

export const factsByType: ReadonlyMap<string, readonly FactKind<object>[]> = new Map(
  types.map((type) => [type, kinds.filter((kind) => kind.types.includes(type))]),
);
