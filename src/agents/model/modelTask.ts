import type * as z from 'zod';
import { isObject } from '../../debate/log/objects';
import { counted } from '../../matching/text/shortText';
import { type TaskInputs, type TaskKind, type Violation } from '../../debate/flow/tasks';
import type { ArguingInput, StandingIssue } from '../../debate/flow/tasks/common';
import { wordCount } from '../../matching/text/text';
import { cut, debaterText, lines, most, newest } from './promptText';
import type { Fence } from './fence';
import type { Readership } from './recordText';

export interface TaskShape {
  /** All of the record, its newest round with summaries of older ones, or none. */
  record: 'whole' | 'recent' | 'none';
  /** Entry types that the task itself gives, and the record need not repeat. */
  leavesOut?: ReadonlySet<string>;
  /** Never summaries, however small the window is. */
  mustBeWhole?: boolean;
  /** The debate goes on without it where the record does not fit. */
  isOptional?: boolean;
  readership: Readership;
  /** The agent's own view: its prefix is shared with nobody. */
  hasOwnView?: boolean;
  /**
   * What is told of the debate before the record, by default everything. `blind`: nobody who takes part; `none`: not
   * even the subject, which must not colour a judgement.
   */
  brief?: 'blind' | 'none';
  /** After research; the role's prompt has a section `research`. */
  isResearched?: boolean;
  /** Evidence that is small enough is told whole. */
  readsEvidence?: boolean;
  /** Often asked: its prefix is worth caching. */
  isFrequent?: boolean;
  /** Decides who wins: labels for names, and the Verifier's finding behind each source. */
  isBlind?: boolean;
}

/** The names between double braces, and what is put there. */
interface TaskPrompt<I> {
  fills: readonly string[];
  values(input: I, fence: Fence): Readonly<Record<string, string>>;
}

export type AnswerFields = Record<string, unknown>;

/** What a model need not write, because code knows it. */
export interface KnownByCode<K extends TaskKind = TaskKind> {
  input: TaskInputs[K];
  research: ResearchLog;
}

export interface ResearchLog {
  queries: readonly string[];
  files_read: readonly string[];
  key_findings: readonly string[];
}

export interface ModelTask<K extends TaskKind = TaskKind> extends TaskShape {
  prompt: TaskPrompt<TaskInputs[K]>;
  /** `[a-z_]{1,64}`; the kind by default. Tasks with the same name have the very same shape and share the provider's cache. */
  answerName?: string;
  /** Another shape where some of it cannot be meant. */
  answerIf?: { holds(input: TaskInputs[K]): boolean; name: string; answer: z.ZodType };
  /** Held only where the prompt names the numbers. */
  length?: AnswerLength;
  /** Converts an answer without nulls. One of another shape is left for the engine to refuse. */
  toOutput?(answer: AnswerFields, known: KnownByCode<K>): unknown;
}

export type ModelTasks<K extends TaskKind> = { readonly [kind in K]: ModelTask<kind> };

export interface ModelFormat<K extends TaskKind = TaskKind> {
  /** The prompt with its own rules, told after those of all debates. */
  rules?: string;
  /** Prompts by name. A role of several formats is named by one of them. */
  prompts: Readonly<Record<string, string>>;
  tasks: ModelTasks<K>;
}

/** `values` fills exactly what `fills` names. */
export const prompt = <I, P extends string>(
  fills: readonly P[],
  values: (input: I, fence: Fence) => Readonly<Record<P, string>>,
): TaskPrompt<I> => ({ fills, values });

/** In words: the prompt says it as `{{words}}`, and code counts. */
export interface AnswerLength {
  min: number;
  max: number;
  /** Texts of the answer, under the names that their author knows. */
  texts: (answer: Record<string, unknown>) => readonly (readonly [name: string, text: unknown])[];
}

/** Counting differs between languages. */
const tolerance = 0.25;

export const rangeWords = ({ min, max }: Pick<AnswerLength, 'min' | 'max'>): string => `${min} to ${max}`;

/** What misses the numbers by more than a quarter. */
export function lengthRemarks(answer: unknown, { min, max, texts }: AnswerLength): Violation[] {
  if (!isObject(answer)) return [];
  return texts(answer).flatMap(([name, text]) => {
    const words = typeof text === 'string' ? wordCount(text) : min;
    if (words >= min * (1 - tolerance) && words <= max * (1 + tolerance)) return [];
    const how = words > max ? 'Say the same in fewer words.' : 'Say what it rests on, and what follows.';
    const message = `${name} has ${counted(words, 'word')}; ${rangeWords({ min, max })} are asked for. ${how}`;
    return [{ rule: 'length', message }];
  });
}

export const arguingFills = [
  'you',
  'research',
  'where',
  'memos',
  'redactions',
  'issues',
  'questions',
  'guidance',
] as const;

/** `research` and `where` are left to the caller. `mayCorrect`: an unreliable source may be replaced at the start of the next entry, in fixed words. */
export function arguingValues(
  input: ArguingInput,
  fence: Fence,
  mayCorrect = true,
): Record<(typeof arguingFills)[number], string> {
  const { you, questions, mustAcknowledge, standingIssues, memos } = input;
  return {
    you: debaterText('persona', you, fence),
    memos: lines(newest(memos, memosTold).map(({ seq, text }) => fence.wrap('memo', { seq }, cut(text)))),
    redactions: lines(
      newest(mustAcknowledge).map(({ seq, redacted, reason }) =>
        fence.wrap('redaction', { seq, struck: redacted }, cut(reason, most.reason)),
      ),
    ),
    issues: lines(
      newest(standingIssues).map((issue) => issueText(issue, mayCorrect && isCorrectable(issue, input), fence)),
    ),
    questions: lines(newest(questions, most.asked).map(({ seq, text }) => fence.wrap('question', { seq }, cut(text)))),
    guidance: guidanceText(input.guidance, fence),
    research: '',
    where: '',
  };
}

/** Memos; what older ones left open stands in these, or is settled. */
const memosTold = 4;

export const guidanceText = (guidance: readonly { seq: number; text: string }[], fence: Fence): string =>
  lines(newest(guidance, most.asked).map(({ seq, text }) => fence.wrap('guidance', { seq }, cut(text))));

/** Describes an issue, with the line that corrects it while a correction is allowed. */
function issueText({ seq, url, status, reason, ruling }: StandingIssue, isOpen: boolean, fence: Fence): string {
  const line = isOpen
    ? [
        `It may be corrected now. Where you are asked for a line: SOURCE CORRECTION for seq ${seq}: replacing ${url} with NEW — why (where nothing holds in its place: withdrawing ${url} — why)`,
      ]
    : [];
  return fence.wrap(
    'finding',
    { seq, status, ruling: ruling ?? undefined },
    lines([url, cut(reason, most.reason), ...line]),
  );
}

/** Only in the entry after the warning, and if the wording can hold the address. */
function isCorrectable({ ruling, url }: StandingIssue, { record, you }: ArguingInput): boolean {
  const hasSpokenSince = record.some((entry) => entry.speaker === you.name && entry.seq > (ruling ?? Infinity));
  return !hasSpokenSince && !/\s/.test(url);
}
