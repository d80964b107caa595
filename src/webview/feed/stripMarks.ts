import type { Row } from '../../shared/protocol';
import type { FeedItems } from './items';

interface StripMark {
  readonly kind: 'ruling' | 'redaction';
  readonly at: number;
  /** Per cent of the list. */
  readonly top: number;
}

/** More than this many cannot be told apart. */
const places = 200;

/** One for each place and kind: of those that fall together, the first. */
export function marksOf({ ids }: Pick<FeedItems, 'ids'>, rows: readonly Row[]): StripMark[] {
  const marks = new Map<string, StripMark>();
  for (const [index, at] of ids.entries()) {
    const kind = kindOf(rows[at]?.type);
    if (kind === undefined) continue;
    const place = Math.floor((index / ids.length) * places);
    const key = `${kind} ${place}`;
    if (!marks.has(key)) marks.set(key, { kind, at, top: (100 * place) / places });
  }
  return [...marks.values()];
}

function kindOf(type: string | undefined): StripMark['kind'] | undefined {
  return type === 'ruling' || type === 'redaction' ? type : undefined;
}
