import * as l10n from '@vscode/l10n';
import { marks } from '../../projections/sources';
import { statusWords } from '../../projections/sourceWords';
import { sourcePlace } from '../../projections/sourcePlace';
import type { SearchAnswer, DebateHit, Passage } from '../../session/library/search/debateHit';
import { foundPassages, type PassageHit } from '../../session/library/search/foundPassages';
import { unknownWords, type SearchQuery } from '../../session/library/search/query';
import { plainLine, withoutTurns } from '../../matching/text/shortText';
import { titleOf } from './debateNode';
import { treeNode, type TreeNode } from '../formats/treeNode';
import { typeName } from '../../projections/typeName';

export interface SearchRow extends TreeNode {
  readonly below: readonly SearchRow[];
}

/** The best first, by debate and in each, one row for a passage. They are counted where all are there. */
export function searchRows({ hits, total, isCut }: Pick<SearchAnswer, 'hits' | 'total' | 'isCut'>): SearchRow[] {
  const isWhole = !isCut && total === hits.length;
  const byFolder = new Map<string, PassageHit[]>();
  for (const passage of foundPassages(hits)) {
    const { folder } = passage.first;
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), passage]);
  }
  return [...byFolder].map(([folder, found]) => debateRow(folder, found, isWhole));
}

function debateRow(folder: string, passages: readonly PassageHit[], isWhole: boolean): SearchRow {
  const label = titleOf({ folder, topic: passages[0]?.first.topic ?? '' });
  const count = isWhole ? { description: hitsText(passages.length) } : {};
  const group = { folder, key: 'found', label, ...count, tooltip: `${label}\n${folder}` };
  const below = passages.map((passage, index) => passageRow(passage, `found/${index}`));
  return { ...treeNode({ ...group, context: 'group', isParent: true, isOpen: true }), below };
}

const hitsText = (count: number): string => (count === 1 ? l10n.t('1 hit') : l10n.t('{0} hits', count));

const icons = { entry: 'comment', source: 'link', document: 'file-text' } as const;

function passageRow({ first: hit, occurrences }: PassageHit, key: string): SearchRow {
  const { folder, seq, kind } = hit;
  const { text, ranges } = inSight(cleaned(hit.passage));
  const [first] = ranges;
  const [place, from] = [placeText(hit), `${seq}  `];
  const highlights = ranges.map(({ start, end }): [number, number] => [start + from.length, end + from.length]);
  const node = treeNode({
    folder,
    key,
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
    ...(occurrences.length > 1 ? { isParent: true } : {}),
  });
  const below = occurrences.length > 1 ? occurrences : [];
  return { ...node, below: below.map((one, index) => occurrenceRow(one, `${key}/${index}`)) };
}

/** A place where the passage above stands. */
function occurrenceRow(hit: DebateHit, key: string): SearchRow {
  const { folder, seq, kind, url, passage } = hit;
  const place = placeText(hit);
  const [first] = passage.ranges;
  const node = treeNode({
    folder,
    key,
    label: `${seq}  ${place}`,
    tooltip: `${l10n.t('seq {0}: {1}', seq, place)}\n${cleaned(passage).text}`,
    spoken: l10n.t('seq {0}: {1}', seq, place),
    icon: { name: icons[kind] },
    ...(url === undefined ? { context: 'entry' } : { context: 'entry source', url }),
    click: 'entry',
    seq,
    words: first && passage.text.slice(first.start, first.end),
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

/** Removes what a row must not hold; the places move along. */
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

/** Cuts what would push the first hit out of the row. */
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
  const isWhole = total === hits.length;
  const all = hitsText(isWhole ? foundPassages(hits).length : total);
  const count = isWhole ? all : l10n.t('{0} of {1}', hits.length, all);
  const cut = isCut && isWhole ? l10n.t('The first {0}', count) : count;
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
