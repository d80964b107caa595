import { dataOf } from '../debate/codec';
import { headerOf, isStruck } from '../debate/state';
import type { RecordView } from '../debate/view';
import { shownConcessions } from '../projections/concessions';
import { safeContent } from './contents';
import { outcomeText } from './facts';
import { bulletList, inline, table } from './markdown';
import { seqLink, type SeqLinks } from './seqLinks';
import { paragraphs } from '../debate/shortText';

/** Outcome, reason, the Chair's evaluation of each debater, who conceded what, and what was found afterwards. */
export function outcomeSection(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const { conclusion } = state;
  if (conclusion === undefined) return '*The debate is not concluded yet.*';
  return paragraphs([
    `**${inline(outcomeText(state))}** (${seqLink(conclusion.seq, links)})`,
    safeContent(view.mask.text(conclusion.reason), { links }),
    evaluations(view, links),
    '**Concessions**',
    concessions(view, links),
    addenda(view, links),
  ]);
}

interface Evaluation {
  debater: string;
  criteria: [string, string][];
}

function evaluations(view: RecordView, links: SeqLinks): string | undefined {
  const entry = view.visible(view.state.conclusion?.seq ?? -1);
  const found = entry === undefined ? undefined : dataOf(entry, 'conclusion')?.evaluations;
  if (found === undefined || found.length === 0) return undefined;
  const read = found.map(({ debater, criteria }): Evaluation => ({
    debater,
    criteria: Object.entries(criteria).map(([name, value]) => [name.replaceAll('_', ' '), criterionText(value)]),
  }));
  const areShort = read.every(({ criteria }) => criteria.every(([, value]) => value.length <= longestCell));
  return paragraphs(['**Evaluation by debater**', areShort ? compared(read, links) : described(read, links)]);
}

const longestCell = 60;

/** Debaters side by side: one row per criterion. */
function compared(read: readonly Evaluation[], links: SeqLinks): string {
  const criteria = [...new Set(read.flatMap((evaluation) => evaluation.criteria.map(([name]) => name)))];
  const rows = criteria.map((criterion) => [
    inline(criterion),
    ...read.map((evaluation) => inline(evaluation.criteria.find(([name]) => name === criterion)?.[1] ?? '', links)),
  ]);
  return table(['Criterion', ...read.map(({ debater }) => inline(debater))], rows);
}

function described(read: readonly Evaluation[], links: SeqLinks): string {
  return bulletList(
    read.map(({ debater, criteria }) =>
      [
        `**${inline(debater)}**`,
        ...criteria.map(([name, value]) => `  - ${inline(name)}: ${inline(value, links)}`),
      ].join('\n'),
    ),
  );
}

function criterionText(value: unknown): string {
  if (value === null || value === undefined) return '—';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(criterionText).join(', ');
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  return Object.entries(value)
    .map(([name, part]) => `${name.replaceAll('_', ' ')} ${criterionText(part)}`)
    .join(', ');
}

function concessions(view: RecordView, links: SeqLinks): string {
  const { state } = view;
  const lines = shownConcessions(view).map(({ by, at, seq, claim }) => {
    const to = headerOf(state, seq)?.speaker;
    const what = isStruck(state, seq)
      ? 'a claim of an entry that was struck'
      : `“${inline(claim, links)}” (${seqLink(seq, links)})`;
    return `**${inline(by)}** in ${seqLink(at, links)}${to === undefined ? '' : ` to ${inline(to)}`}: ${what}`;
  });
  return lines.length === 0 ? 'The record marks no concession.' : bulletList(lines);
}

/** Found after the conclusion: the outcome stands. */
function addenda(view: RecordView, links: SeqLinks): string | undefined {
  const after = view.state.conclusion?.seq ?? Number.POSITIVE_INFINITY;
  const late = view.state.headers
    .filter((header) => header.seq > after && (header.type === 'ruling' || header.type === 'redaction'))
    .map(({ seq, type, kind }) => {
      const what =
        type === 'redaction'
          ? 'an entry was struck'
          : ['ruling', ...(kind === undefined ? [] : [inline(kind)])].join(', ');
      return `${what} (${seqLink(seq, links)})`;
    });
  return late.length === 0 ? undefined : `**Found after the conclusion; the outcome stands:** ${late.join('; ')}.`;
}
