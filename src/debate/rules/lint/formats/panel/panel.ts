import { dataOf } from '../../../../log/codec';
import { mayUse, argumentTypes } from '../../../../log/entry';
import { isEntryType } from '../../../../log/entryData';
import { cruxId, wantsCrux } from '../../../../formats/panel/inputs';
import { panelFacts } from '../../../../formats/panel/facts';
import { namesDebater } from '../../../../log/names';
import { isExtractive, isHeld, seatsAt } from '../../../../flow/seats';
import { isDebater, hasStep, headerOf, isRedacted } from '../../../../fold/state';
import { spaced, withArticle } from '../../../../../matching/text/shortText';
import { wordCount } from '../../../../../matching/text/text';
import { cruxProblems } from '../../../cruxGate';
import { documentsAgree } from '../../documents';
import {
  byDebater,
  error,
  type EntryRule,
  type FormatRules,
  type LintRule,
  wasRedacted,
  type Fault,
  leniently,
  undecidedProblems,
  type LintRecord,
  restingOnAll,
} from '../../lintRecord';
import { besideTypes, corrections, fabricationRedacted, fabricatorWins, redactedSourceCited } from '../../sources';
import { verifiedAtEnd } from '../../structure';
import { closingNovelty } from './closings';
import { phaseDiscipline, turnOrder } from './order';
import { pointsAndAnswer } from './points';
import { panelRecordOf, type PanelRule, type LintedPanel } from './record';
import { announcements, roundLimits } from './rounds';
import { authority, challenges, challengesRuled, conjecture, frameworks } from './turns';

/** Structure: if the setup asks for it, each round but the first begins with its crux, or a note says why not. */
const crux: PanelRule = (record) => [...restingOnAll(missing(record)), ...unfounded(record)];

function missing({ state, headers, rounds, notices }: LintedPanel): Fault[] {
  return rounds.flatMap(({ number, start, end = Infinity }) => {
    if (!wantsCrux(state, number)) return [];
    const first = headers.find((header) => byDebater(header) && header.seq > start && header.seq < end);
    const isThere = notices.some(({ kind, seq }) => kind === 'crux' && seq > start && seq < (first?.seq ?? end));
    if (first === undefined || isThere || hasStep(state, cruxId(number))) return [];
    const message = `Round ${number} has no crux before its first turn, though the setup asks for one, and no note says why.`;
    return [error(first.seq, message)];
  });
}

function unfounded({ state, view, notices }: LintedPanel): Fault[] {
  return notices.flatMap(({ kind, seq }) => {
    if (kind !== 'crux' || headerOf(state, seq)?.speaker !== 'chair') return [];
    const points = dataOf(view.raw(seq), 'announcement')?.points ?? [];
    return cruxProblems(points, state, {
      before: seq,
      isRedacted: (target) => wasRedacted(state, target, seq),
      read: (target) => view.raw(target),
    }).map((message) => error(seq, message));
  });
}

/** Structure: only the lineup speaks. */
const strangers: LintRule = ({ headers, isOwn, state }) =>
  headers
    .filter((header) => isOwn && isEntryType(header.type) && mayUse(header.type, header.speaker))
    .filter((header) => byDebater(header) && !isDebater(state, header.speaker))
    .map(({ seq, speaker }) => {
      const lineup = state.debaters.map(({ name }) => name).join(', ');
      return error(seq, `"${speaker}" is not in the lineup of the setup (${lineup}).`);
    });

/** Structure: an answer to another entry is a rebuttal. */
const onlyRebuttals: EntryRule =
  ({ isOwn }) =>
  (_, { seq, type, rebuttalTo }) =>
    isOwn && type !== 'rebuttal' && rebuttalTo !== null
      ? [error(seq, `Only a rebuttal answers another entry; this is ${withArticle(spaced(type))}.`)]
      : [];

const ofRounds: readonly PanelRule[] = [phaseDiscipline, turnOrder, roundLimits, announcements, crux];

export const panelRules: FormatRules = (record) => {
  const panel = panelRecordOf(record);
  return {
    entries: [onlyRebuttals, authority, conjecture, challenges, corrections, fabricatorWins, closingNovelty],
    whole: [
      strangers,
      verifiedAtEnd,
      ...ofRounds.map((rule) => () => rule(panel)),
      challengesRuled,
      frameworks,
      fabricationRedacted,
      redactedSourceCited,
      outcome,
      pointsAndAnswer,
      audienceConclusion,
      neutrality,
      voidBlog,
      documentsAgree(({ round }) => round),
    ],
  };
};

/** Structure: the audience concludes after the Chair, or a note says why it could not. */
const audienceConclusion: LintRule = (record) => {
  const { state } = record;
  const { conclusion } = state;
  if (!isHeld(state, 'audience')) return [];
  if (conclusion === undefined || state.factsOf(panelFacts).audienceConclusion !== undefined || isStillToCome(record))
    return [];
  const failed = state.failures.some(
    ({ step, reason }) => step === 'audience-conclusion' || /\baudience\b/i.test(reason),
  );
  if (failed) return [];
  const message = 'The debate is concluded, but the audience gave no conclusion, and no note says why.';
  return restingOnAll([error(conclusion.seq, message)]);
};

/** Whether the audience will be asked when the run resumes: it was interrupted right after the conclusion. */
function isStillToCome({ state, isOwn }: LintRecord): boolean {
  const at = state.headers.findIndex((header) => header.seq === state.conclusion?.seq);
  const isOfEngine = isOwn && state.headers[at]?.step !== undefined;
  return isOfEngine && state.headers.slice(at + 1).every((header) => besideTypes.has(header.type));
}

/** Structure: one conclusion, with a possible outcome, the same in data and words. */
const outcome: LintRule = (record) => [
  ...conclusions(record),
  ...namedOutcome(record),
  ...statedOutcome(record),
  ...undecidedFaults(record),
];

function conclusions({ headers, isOver }: LintRecord): Fault[] {
  const [first, ...others] = headers.filter((header) => header.type === 'conclusion');
  if (first === undefined && isOver) {
    const shown = headers.find((header) => header.type === 'audience_conclusion' || header.type === 'document');
    return restingOnAll([error(shown?.seq ?? null, 'The debate is over, but the Chair logged no conclusion.')]);
  }
  return others.map(({ seq }) =>
    error(seq, `This is a second conclusion; the one at seq ${first?.seq ?? ''} is final and counts.`),
  );
}

function namedOutcome(record: LintRecord): Fault[] {
  const { state, isOwn } = record;
  const { conclusion } = state;
  if (conclusion === undefined) return [];
  const allowed = [...state.debaters.map((debater) => `${debater.name}_wins`), 'draw', 'void', 'undecided'];
  const isAllowed = isOwn
    ? allowed.includes(conclusion.outcome)
    : allowed.some((word) => word.toLowerCase() === conclusion.outcome.toLowerCase());
  if (isAllowed) return [];
  const message = `The outcome “${spaced(conclusion.outcome)}” is none of ${allowed.map(spaced).join(', ')}.`;
  return [leniently(record, error(conclusion.seq, message))];
}

/** Checks that the conclusion's words state the same outcome as its data. */
function statedOutcome({ state, view }: LintRecord): Fault[] {
  const entry = view.raw(state.conclusion?.seq);
  const data = dataOf(entry, 'conclusion');
  const stated = /^Debate concluded\. Outcome: ([A-Za-z0-9_-]+)/.exec(entry?.content ?? '')?.[1];
  if (data === undefined || stated === undefined || stated === data.outcome) return [];
  return [
    error(entry?.seq ?? null, `The text says “Outcome: ${stated}”, but “${spaced(data.outcome)}” is recorded with it.`),
  ];
}

/** Checks why the outcome is undecided: only an extractive seat may leave it so for want of a judgment. Other programs
 * choose their own words. */
function undecidedFaults({ state, view, isOwn }: LintRecord): Fault[] {
  const { conclusion } = state;
  if (conclusion === undefined || !isOwn) return [];
  const data = dataOf(view.raw(conclusion.seq), 'conclusion');
  if (data === undefined) return [];
  const isUnweighed = isExtractive(seatsAt(state, conclusion.seq), 'chair', 'chair/conclude');
  return undecidedProblems(data, isUnweighed).map((message) => error(conclusion.seq, message));
}

const tolerance = 0.25;

/** Rule 18, the part that code can count: the summary gives each debater's key arguments the same space, ± 25 %. */
const neutrality: LintRule = (record) => {
  const { text, seq } = summaryOf(record);
  if (text === undefined) return [];
  const counts = wordsPerDebater(text, record);
  if (counts.length < 2 || counts.every(({ words }) => words === 0)) return [];
  const mean = counts.reduce((sum, { words }) => sum + words, 0) / counts.length;
  if (counts.every(({ words }) => Math.abs(words - mean) <= tolerance * mean)) return [];
  const listed = counts.map(({ name, words }) => `${name} ${words}`).join(', ');
  const message = `summary.md gives the debaters' key arguments unequal space: ${listed} words; each should be within 25 % of the mean, ${Math.round(mean)}.`;
  return [error(seq, message, '18')];
};

/** The document in the folder; for a log alone, the Reporter's part of it. */
function summaryOf({ documents, state, view }: LintRecord): { text: string | undefined; seq: number | null } {
  const seq = state.documents.get('summary.md');
  return { text: documents?.get('summary.md') ?? view.raw(seq)?.content, seq: seq ?? null };
}

/** Words per debater; a debater with nothing left to summarise is not counted. */
function wordsPerDebater(text: string, { state, headers }: LintRecord): { name: string; words: number }[] {
  const sections = sectionsOf(text).filter(isKeyArguments);
  const inForce = new Set(
    headers.filter(({ seq, type }) => argumentTypes.has(type) && !isRedacted(state, seq)).map(({ speaker }) => speaker),
  );
  const counts = state.debaters
    .filter(({ name }) => inForce.has(name))
    .map(({ name }) => ({ name, words: wordsAbout(name, sections) }));
  return sections.length === 0 ? [] : counts;
}

const isKeyArguments = ({ title, above }: DocumentSection): boolean =>
  [title, ...above].some((words) => /\bkey arguments\b/i.test(words));

const wordsAbout = (name: string, sections: readonly DocumentSection[]): number =>
  sections
    .filter(({ title }) => namesDebater(title, name))
    .reduce((sum, { lines }) => sum + wordCount(lines.join('\n')), 0);

/** A section of a Markdown document: its heading, and the text up to the next heading of its rank. */
interface DocumentSection {
  readonly level: number;
  readonly title: string;
  /** The headings above it, outermost first. */
  readonly above: readonly string[];
  readonly lines: string[];
}

function sectionsOf(text: string): DocumentSection[] {
  const all: DocumentSection[] = [];
  let open: DocumentSection[] = [];
  for (const line of text.split('\n')) {
    const [, hashes, rest = ''] = /^(#{1,6})\s+(\S.*)?$/.exec(line) ?? [];
    if (hashes !== undefined) {
      const title = rest
        .trimEnd()
        .replace(/(?<!#)#+$/, '')
        .trimEnd();
      open = open.filter((section) => section.level < hashes.length);
      const section = { level: hashes.length, title, above: open.map((outer) => outer.title), lines: [] };
      for (const outer of open) outer.lines.push(line);
      open.push(section);
      all.push(section);
    } else for (const section of open) section.lines.push(line);
  }
  return all;
}

/** Rule 20: no blog post on a debate without a fair conclusion. */
const voidBlog: LintRule = ({ state, documents }) => {
  if (state.conclusion?.outcome.toLowerCase() !== 'void') return [];
  const logged = state.documents.get('blog-post.md');
  const isThere = documents?.has('blog-post.md') === true;
  if (logged === undefined && !isThere) return [];
  const message = isThere
    ? 'The outcome is void, but there is a blog-post.md; on void none is written. Remove the file.'
    : 'A blog post was written although the outcome is void.';
  return [error(logged ?? state.conclusion.seq, message, '20')];
};
