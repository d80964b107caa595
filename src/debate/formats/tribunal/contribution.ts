import { dataOf } from '../../log/codec';
import type { Draft, Source } from '../../log/entry';
import type { EntryData } from '../../log/entryData';
import { loggedCorrections, madeIn } from '../../rules/spokenRules';
import { mendedField } from '../../rules/mending';
import { isExtractive } from '../../flow/seats';
import { parseSourceUrl } from '../../../matching/text/sourceUrl';
import type { DebateState } from '../../fold/state';
import type { Said, SaidBySource } from '../../flow/step';
import type { CitedSource, TaskOutput } from '../../flow/tasks';
import { datedSources } from '../common/arguing';
import { ignoresIn, leftOutIn } from '../common/steps';
import { subjectPaths } from '../common/brief';
import type { TextRange } from '../../../matching/text/text';
import { critiqueText, defenseText, link } from './judgeTexts';

export const sideNames = ['advocate', 'critic'] as const;
export type SideName = (typeof sideNames)[number];

export const otherSide = (side: SideName): SideName => (side === 'advocate' ? 'critic' : 'advocate');

export type Defended = TaskOutput<'advocate/defend'>;
export type Critiqued = TaskOutput<'critic/critique'>;

/** `uncited`: sources that stand nowhere in its text. */
export interface Contribution {
  type: 'defense' | 'critique';
  content: string;
  data: EntryData['defense'] | EntryData['critique'];
  sources: readonly CitedSource[];
  uncited: readonly CitedSource[];
}

export function defenseOf(output: Defended, round: number, state: DebateState): Contribution {
  const {
    research_log,
    argument,
    preemptive_rebuttals,
    evidence_strengthening,
    assumption_defence,
    assessments,
    scope_and_framing,
  } = output;
  const lists = [
    preemptive_rebuttals,
    evidence_strengthening,
    assumption_defence,
    assessments.map(({ answer = '' }) => answer),
  ];
  const placed = withCitations([argument, scope_and_framing, ...lists.flat()], output.sources);
  const [cited = argument, framing = scope_and_framing, ...rest] = placed.texts;
  const [rebuttals = [], strengthening = [], assumptions = [], answers = []] = cutLike(lists, rest);
  const data = {
    round,
    research_log,
    argument: cited,
    preemptive_rebuttals: rebuttals,
    evidence_strengthening: strengthening,
    assumption_defence: assumptions,
    assessments: assessments.map((one, index) => ({
      ...one,
      ...(one.answer === undefined ? {} : { answer: answers[index] ?? one.answer }),
    })),
    scope_and_framing: framing,
    ...sourceFields(output, 'advocate', state),
  } satisfies EntryData['defense'];
  return {
    type: 'defense',
    content: defenseText(data, output.sources),
    data,
    sources: output.sources,
    uncited: placed.unplaced,
  };
}

export function critiqueOf(output: Critiqued, round: number, state: DebateState): Contribution {
  const { research_log, argument, objections } = output;
  const placed = withCitations([argument, ...objections.map(({ text }) => text)], output.sources);
  const [cited = argument, ...texts] = placed.texts;
  const data = {
    round,
    research_log,
    argument: cited,
    objections: objections.map((one, index) => ({ ...one, text: texts[index] ?? one.text })),
    ...sourceFields(output, 'critic', state),
  } satisfies EntryData['critique'];
  return {
    type: 'critique',
    content: critiqueText(data, output.sources),
    data,
    sources: output.sources,
    uncited: placed.unplaced,
  };
}

/** Cuts texts into lists as long as those given. */
function cutLike(lists: readonly (readonly string[])[], texts: readonly string[]): string[][] {
  let from = 0;
  return lists.map(({ length }) => {
    from += length;
    return texts.slice(from - length, from);
  });
}

function sourceFields(output: Defended | Critiqued, side: SideName, state: DebateState) {
  const { sources, argument, acknowledges } = output;
  const cited = categoriesOf(
    sources.map(({ url }) => url),
    state,
  );
  return {
    cited,
    closed_book: isClosedBook(cited, side, state),
    acknowledges,
    ...loggedCorrections(madeIn({ content: argument }, state)),
    ...ignoresIn(output),
    ...leftOutIn(output),
    ...mendedField(output),
  };
}

/**
 * Whether a side argues from the subject material alone. One that looks every statement up in the evidence does not,
 * even if it finds nothing.
 */
const isClosedBook = (
  { external, evidence }: ReturnType<typeof categoriesOf>,
  side: string,
  state: DebateState,
): boolean => external.length + evidence.length === 0 && !isExtractive(state, side);

/** Pages, files of the evidence folder, the subject material itself. */
export function categoriesOf(
  urls: readonly string[],
  { setup }: DebateState,
): Record<'external' | 'evidence' | 'subject', string[]> {
  const subject = new Set(subjectPaths(setup));
  const found: ReturnType<typeof categoriesOf> = { external: [], evidence: [], subject: [] };
  for (const url of new Set(urls)) {
    const parsed = parseSourceUrl(url);
    if (parsed.kind !== 'workspace') found.external.push(url);
    else found[subject.has(parsed.path) ? 'subject' : 'evidence'].push(url);
  }
  return found;
}

export const contributionDraft = (
  { type, content, data, sources }: Contribution,
  speaker: SideName,
  today: string,
): Draft => ({
  phase: 'rebuttal',
  speaker,
  type,
  content,
  data,
  sources: datedSources(sources, today),
});

/** A defence's words about a source, without log and list of sources, which repeat passages and argue nothing. */
export const saidInDefence: SaidBySource = (entry, source) => {
  const data = dataOf(entry, 'defense');
  if (data === undefined) return undefined;
  return saidIn(
    [
      data.argument,
      ...(data.preemptive_rebuttals ?? []),
      ...(data.evidence_strengthening ?? []),
      ...(data.assumption_defence ?? []),
      ...(data.assessments ?? []).map(({ answer }) => answer),
      data.scope_and_framing,
    ],
    source,
  );
};

export const saidInCritique: SaidBySource = (entry, source) => {
  const data = dataOf(entry, 'critique');
  if (data === undefined) return undefined;
  const objections = (data.objections ?? []).map(({ title = '', text }) => `${title}\n\n${text}`);
  return saidIn([data.argument, ...objections], source);
};

/** Those with its address, its claim or its quotation. */
function saidIn(texts: readonly (string | undefined)[], source: Source): Said | undefined {
  const beneath = texts.filter(
    (text) => text !== undefined && (text.includes(source.url) || spanIn(text, source) !== undefined),
  );
  return beneath.length === 0 ? undefined : { text: beneath.join('\n\n') };
}

/** Puts the citation of each source after its claim, or else its quotation, unless the texts have its address. Texts are parallel to those given. */
export function withCitations(
  texts: readonly string[],
  sources: readonly CitedSource[],
): { texts: string[]; unplaced: CitedSource[] } {
  const unplaced: CitedSource[] = [];
  const insertions = texts.map((): { at: number; text: string }[] => []);
  const spans = texts.map((text) => sources.flatMap((source) => spanIn(text, source) ?? []));
  for (const source of sources) {
    if (texts.some((text) => text.includes(source.url))) continue;
    const index = texts.findIndex((text) => spanIn(text, source) !== undefined);
    const span = spanIn(texts[index] ?? '', source);
    if (span === undefined) unplaced.push(source);
    else insertions[index]?.push({ at: endOfAll(span.end, spans[index] ?? []), text: ` (${link(source)})` });
  }
  return { texts: texts.map((text, index) => inserted(text, insertions[index] ?? [])), unplaced };
}

function spanIn(text: string, { claim = '', quote = '' }: CitedSource): TextRange | undefined {
  for (const words of [claim.trim(), quote.trim()]) {
    const start = words === '' ? -1 : text.indexOf(words);
    if (start >= 0) return { start, end: start + words.length };
  }
  return undefined;
}

/** A citation must not tear apart another source's claim: it comes behind all that overlap. */
function endOfAll(end: number, spans: readonly TextRange[]): number {
  const around = spans.find((span) => span.start < end && span.end > end);
  return around === undefined ? end : endOfAll(around.end, spans);
}

function inserted(text: string, insertions: readonly { at: number; text: string }[]): string {
  const last = [...insertions].sort((a, b) => b.at - a.at);
  return last.reduce((done, { at, text: words }) => `${done.slice(0, at)}${words}${done.slice(at)}`, text);
}
