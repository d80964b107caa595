import * as l10n from '@vscode/l10n';
import { marks } from '../../projections/sources';
import { statusWords } from '../../projections/sourceWords';
import { sourcePlace } from '../../projections/sourcePlace';
import type { SearchAnswer, DebateHit, Passage } from '../../session/library/search/debateHit';
import { unknownWords, type SearchQuery } from '../../session/library/search/query';
import { plainLine, withoutTurns } from '../../matching/text/shortText';
import { titleOf } from './debateNode';
import { treeNode, type TreeNode } from './treeNode';
import { typeName } from '../../projections/typeName';

export interface SearchRow extends TreeNode {
  readonly below: readonly SearchRow[];
}

/** The best first, by debate and in each. They are counted where all are there. */
export function searchRows({ hits, total, isCut }: Pick<SearchAnswer, 'hits' | 'total' | 'isCut'>): SearchRow[] {
  const isWhole = !isCut && total === hits.length;
  const byFolder = new Map<string, DebateHit[]>();
  for (const hit of hits) byFolder.set(hit.folder, [...(byFolder.get(hit.folder) ?? []), hit]);
  return [...byFolder].map(([folder, found]) => debateRow(folder, found, isWhole));
}

function debateRow(folder: string, hits: readonly DebateHit[], isWhole: boolean): SearchRow {
  const label = titleOf({ folder, topic: hits[0]?.topic ?? '' });
  const count = isWhole ? { description: hitsText(hits.length) } : {};
  const group = { folder, key: 'found', label, ...count, tooltip: `${label}\n${folder}` };
  const below = hits.map((hit, index) => hitRow(hit, index));
  return { ...treeNode({ ...group, context: 'group', isParent: true, isOpen: true }), below };
}

const hitsText = (count: number): string => (count === 1 ? l10n.t('1 hit') : l10n.t('{0} hits', count));

const icons = { entry: 'comment', source: 'link', document: 'file-text' } as const;

function hitRow(hit: DebateHit, index: number): SearchRow {
  const { folder, seq, kind } = hit;
  const { text, ranges } = inSight(cleaned(hit.passage));
  const [first] = ranges;
  const [place, from] = [placeText(hit), `${seq}  `];
  const highlights = ranges.map(({ start, end }): [number, number] => [start + from.length, end + from.length]);
  const node = treeNode({
    folder,
    key: `found/${index}`,
    label: `${from}${text}`,
    highlights,
    description: place,
    tooltip: `${l10n.t('seq {0}: {1}', seq, place)}\n${text}`,
    spoken: l10n.t('seq {0}: {1}, {2}', seq, text, place),
    icon: { name: icons[kind] },
    ...(hit.url === undefined ? { context: 'entry' } : { context: 'entry source', url: hit.url }),
    click: 'entry',
    seq,
    words: first && text.slice(first.start, first.end),
  });
  return { ...node, below: [] };
}

function placeText({ speaker, type, url, status }: DebateHit): string {
  const source = url === undefined ? [] : [plainLine(sourcePlace(l10n, url))];
  const found = status === undefined ? [] : [status === 'quoted' ? onlyQuoted : { status }];
  const marked = found.map((one) => `${marks[one.status]} ${statusWords(l10n, one)}`);
  return [plainLine(speaker), plainLine(typeName(l10n, type)), ...source, ...marked].join(' · ');
}

const onlyQuoted = { status: 'verified', isQuoted: true } as const;

/** Without what a row must not hold; the places go along. */
function cleaned({ text, ranges }: Passage): Passage {
  let [line, at] = ['', 0];
  const copy = (until: number): void => {
    line += withoutTurns(text.slice(at, until)).replace(/\p{Cc}/gu, '');
    at = until;
  };
  const places = ranges.map(({ start, end }) => {
    copy(start);
    const from = line.length;
    copy(end);
    return { start: from, end: line.length };
  });
  copy(text.length);
  return { text: line, ranges: places };
}

/** A row shows about 35 letters, in a narrow side bar 14, seq included: so many stand before the first hit at most. */
const mostBefore = 5;

/** Without what would push the first hit out of the row. */
function inSight({ text, ranges }: Passage): Passage {
  const start = ranges[0]?.start ?? 0;
  if (start <= mostBefore) return { text, ranges };
  const before = text.slice(start - mostBefore - 1, start);
  const word = before.search(/(?<=\s)\S/);
  const cut = start - (word === -1 ? 0 : before.length - word);
  const moved = cut - 1;
  return {
    text: `…${text.slice(cut)}`,
    ranges: ranges.map((range) => ({ start: range.start - moved, end: range.end - moved })),
  };
}

export const readingMessage = ({ done, total }: { done: number; total: number }): string =>
  done === total ? '' : l10n.t('Debates read so far: {0} of {1}.', done, total);

/** `debates`: how many were asked. */
export function searchMessage(answer: SearchAnswer, debates: number, query: Pick<SearchQuery, 'filters'>): string {
  const { hits, total, debates: found, isLoose, isCut, pending, left, partly } = answer;
  const count = total > hits.length ? l10n.t('{0} of {1}', hits.length, hitsText(total)) : hitsText(total);
  const cut = isCut && total === hits.length ? l10n.t('The first {0}', count) : count;
  const where = found === 1 ? l10n.t('{0} in 1 debate.', cut) : l10n.t('{0} in {1} debates.', cut, found);
  return [
    total === 0 ? l10n.t('Nothing was found. Debates searched: {0}.', debates - pending - left.length) : where,
    ...(total === 0 ? unknownWords(l10n, query) : []),
    ...(isLoose ? [l10n.t('Nothing holds all of these words; these hold some.')] : []),
    ...(pending === 0 ? [] : [readingMessage({ done: debates - pending, total: debates })]),
    ...(left.length === 0
      ? []
      : [
          l10n.t(
            'Debates that could not be searched (over 64 MB, too slow to search, or not to be read): {0}.',
            left.length,
          ),
        ]),
    ...(partly === 0 ? [] : [l10n.t('Debates of which lines cannot be read, and were not searched: {0}.', partly)]),
  ].join(' ');
}
