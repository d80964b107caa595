import type { Source } from '../../entry';
import type { EntryData } from '../../entryData';
import { paragraphs } from '../../shortText';

/**
 * How a side's contribution reads: composed from its fields, so that what is left out of the fields is left out of the words too. The
 * whole has everything; what the other side gets lacks research log, source list and the Advocate's labels.
 */

type Defense = Partial<EntryData['defense']>;
type Critique = Partial<EntryData['critique']>;

type Sourced = Pick<Source, 'url' | 'title'>;

export function defenseText(data: Defense, sources: readonly Sourced[]): string {
  return paragraphs([
    correctionLine(data),
    heading('Defense', data.round),
    researchText(data.research_log),
    section('Argument', withoutCorrection(data.argument)),
    listSection('Preemptive rebuttals', data.preemptive_rebuttals),
    listSection('Evidence strengthening', data.evidence_strengthening),
    listSection('Assumption defence', data.assumption_defence),
    listSection('Counter-argument assessment', data.assessments?.map(assessedText)),
    section('Scope and framing', data.scope_and_framing),
    sourcesText(data, sources),
  ]);
}

export function critiqueText(data: Critique, sources: readonly Sourced[]): string {
  return paragraphs([
    correctionLine(data),
    heading('Critique', data.round),
    researchText(data.research_log),
    section('Argument', withoutCorrection(data.argument)),
    section('Objections', data.objections?.map(objectionText).join('\n\n')),
    sourcesText(data, sources),
  ]);
}

export const section = (title: string, text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : `### ${title}\n\n${text.trim()}`;

export const listSection = (title: string, items: readonly string[] | undefined): string | undefined =>
  items === undefined || items.length === 0 ? undefined : section(title, items.map(bullet).join('\n'));

/** One item of a list, its further lines under it. */
export const bullet = (text: string): string => `- ${text.trim().replace(/\n/g, '\n  ')}`;

const heading = (what: string, round: number | undefined): string =>
  `## ${what}${round === undefined ? '' : `, round ${round}`}`;

/** Rule 17 wants a correction at the very start. */
const correctionLine = ({ correction, argument }: Defense | Critique): string | undefined =>
  correction === undefined ? undefined : firstLine(argument ?? '');

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0] ?? '';

function withoutCorrection(argument: string | undefined): string | undefined {
  if (argument === undefined || !/^\s*SOURCE CORRECTION\b/.test(argument)) return argument;
  return argument.trimStart().slice(firstLine(argument).length);
}

function researchText(log: Defense['research_log']): string | undefined {
  if (log === undefined) return undefined;
  const parts = [
    named('Queries', log.queries),
    named('Files read', log.files_read),
    named('Key findings', log.key_findings),
  ].filter((part) => part !== undefined);
  return section('Research log', parts.length === 0 ? 'No research was done.' : parts.join('\n\n'));
}

const named = (name: string, items: readonly string[]): string | undefined =>
  items.length === 0 ? undefined : `${name}:\n\n${items.map(bullet).join('\n')}`;

type AssessedPoint = NonNullable<Defense['assessments']>[number];

function assessedText({ point, issue, status, answer }: Partial<AssessedPoint>): string {
  const label = status === undefined ? '' : `**${status}**: `;
  const about = issue === undefined ? '' : ` (${issue})`;
  return `${label}${point ?? ''}${about}${answer === undefined ? '' : ` — ${answer}`}`;
}

type Objection = NonNullable<Critique['objections']>[number];

function objectionText({ area, title, text, severity, issue }: Partial<Objection>, index: number): string {
  const about = issue === undefined ? '' : `, goes on with ${issue}`;
  const name = title === undefined || title.trim() === '' ? `Objection ${index + 1}` : title.trim();
  return `#### ${index + 1}. ${name}\n\n*${severity ?? ''}, ${area ?? ''}${about}*\n\n${(text ?? '').trim()}`;
}

const categories = [
  ['external', 'External'],
  ['evidence', 'Evidence folder'],
  ['subject', 'Subject material'],
] as const;

/** By address and title: the passages are in the entry's sources, for words that only repeat them prove nothing. */
function sourcesText(
  { cited, closed_book: isClosed }: Defense | Critique,
  sources: readonly Sourced[],
): string | undefined {
  const lists = categories.flatMap(([key, name]) => {
    const urls = cited?.[key] ?? [];
    return urls.length === 0
      ? []
      : [
          `${name}:\n\n${urls.map((url) => bullet(link(sources.find((source) => source.url === url) ?? { url, title: url }))).join('\n')}`,
        ];
  });
  const closed = isClosed === true ? [closedBookWords] : [];
  return section('Sources', [...closed, ...lists].join('\n\n'));
}

export const closedBookWords = 'Closed book: argued without anything beyond the subject material.';

/** A citation as it is in a text. */
export function link({ url, title }: Sourced): string {
  const words = title.replace(/[[\]\s]+/g, ' ').trim();
  const address = /[()<>\s]/.test(url) ? `<${url.replace(/[<>\s]/g, encodeURIComponent)}>` : url;
  return `[${words === '' ? 'source' : words}](${address})`;
}
