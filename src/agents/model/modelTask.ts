import * as z from 'zod';
import { isObject } from '../../debate/objects';
import { counted } from '../../debate/shortText';
import { type TaskInputs, type TaskKind, type Violation } from '../../debate/tasks';
import type { ArguingInput, StandingIssue } from '../../debate/tasks/common';
import { wordCount } from '../../debate/text';
import { cut, debaterText, lines, most, newest } from './promptText';
import type { Fence } from './fence';
import type { Readership } from './recordText';

/** What a task's request is made of. */
export interface TaskShape {
  /** How much of the record: all of it, the newest round whole and older ones summarised, or none. */
  record: 'whole' | 'recent' | 'none';
  /** Never summaries in place of the record, whatever the window of the model is. */
  mustBeWhole?: boolean;
  /** Where the record does not fit, the debate goes on without it. */
  isOptional?: boolean;
  readership: Readership;
  /** The record in the input is the agent's own view, not the one of all who read alike: its prefix is shared with nobody. */
  hasOwnView?: boolean;
  /**
   * What is told of the debate before the record: everything, unless something else is said. `blind`: topic and subject, but nobody who
   * takes part; `none`: one passage and one claim, say, whose judgement the subject must not colour.
   */
  brief?: 'blind' | 'none';
  /** A pass with tools and free text comes first; the role's prompt has a section `research` for it. */
  isResearched?: boolean;
  /** Asked again and again in a debate, so that its prefix is worth a place in the provider's cache. */
  isFrequent?: boolean;
  /** Decides who wins: names are hidden behind labels, and behind each source stands how the Verifier left it. */
  isBlind?: boolean;
}

/** What the prompt of a task may name between double braces, and what is put there. */
interface TaskPrompt<I> {
  fills: readonly string[];
  values(input: I, fence: Fence): Readonly<Record<string, string>>;
}

export type AnswerFields = Record<string, unknown>;

/** All that this layer knows of one kind of task. */
export interface ModelTask<K extends TaskKind = TaskKind> extends TaskShape {
  prompt: TaskPrompt<TaskInputs[K]>;
  /**
   * The shape in which a model answers. Closed objects, every property there, null where something does not apply: what providers of
   * structured answers take. Limits stand in words, because they take no others; the engine holds the answer to them.
   */
  answer: z.ZodObject;
  /** `[a-z_]{1,64}`. Tasks with the same name have the very same shape and share the provider's cache; the kind where it is not given. */
  answerName?: string;
  /** How long the texts of the answer are to be; held only where the prompt names the numbers. */
  length?: AnswerLength;
  /** From the answer, nulls left out, to what the engine takes. Lenient: what has another shape is given back for it to refuse. */
  toOutput?(answer: AnswerFields): unknown;
}

export type ModelTasks<K extends TaskKind> = { readonly [kind in K]: ModelTask<kind> };

/** What this layer knows of a format. */
export interface ModelFormat<K extends TaskKind = TaskKind> {
  /** The prompt with the format's own rules, told after those of all debates; none where its tasks need no more than these. */
  rules?: string;
  /** The texts of its prompts, by name. A role that plays in several formats is named by one of them. */
  prompts: Readonly<Record<string, string>>;
  tasks: ModelTasks<K>;
}

/** `values` fills exactly what `fills` names. */
export const prompt = <I, P extends string>(
  fills: readonly P[],
  values: (input: I, fence: Fence) => Readonly<Record<P, string>>,
): TaskPrompt<I> => ({ fills, values });

// What the answers of several tasks are made of.

export const text = (words: string) => z.string().describe(words);
export const list = (words: string) => z.array(z.string()).describe(words);
export const seq = z.int();
export const seqs = (words: string) => z.array(seq).describe(words);

export const point = (words: string) =>
  z.strictObject({ text: text(words), seqs: seqs('The entries where it stands.') });

/** Of whoever argues: for itself alone. */
export const memo = text('For your later turns, read by nobody else; null where there is nothing.').nullable();

/** `place`: the field of the answer in which the supported sentence stands. */
export const source = (place: string) =>
  z.strictObject({
    url: text('workspace:path#L10-L20, workspace:path.pdf#page=3, or https://…'),
    title: z.string(),
    quote: text('One passage, verbatim from the source.').nullable(),
    claim: text(`The sentence of ${place} that it supports, verbatim from ${place}.`).nullable(),
  });

/** How long a text is to be, in words: the prompt says it as `{{words}}`, and code counts by the same numbers. */
export interface AnswerLength {
  min: number;
  max: number;
  /** The texts of an answer that these numbers are for, by what their author knows them as. */
  texts: (answer: Record<string, unknown>) => readonly (readonly [name: string, text: unknown])[];
}

/** Counting differs from language to language, and a sentence more or less is nobody's harm. */
const tolerance = 0.25;

export const rangeWords = ({ min, max }: Pick<AnswerLength, 'min' | 'max'>): string => `${min} to ${max}`;

/** What is too long or too short by more than a quarter, each with its count. */
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

// What whoever argues is told, in every format: `ArguingInput` without the record.

export const arguingFills = ['you', 'research', 'memos', 'redactions', 'issues', 'questions', 'guidance'] as const;

/**
 * `research` is left empty: the caller puts the notes there, fenced. `mayCorrect`: an unreliable source may be replaced at the start of
 * the next entry, in fixed words.
 */
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
  };
}

/** So many of the newest; what an older one left open stands in these, or is settled. */
const memosTold = 4;

export const guidanceText = (guidance: readonly { seq: number; text: string }[], fence: Fence): string =>
  lines(newest(guidance, most.asked).map(({ seq, text }) => fence.wrap('guidance', { seq }, cut(text))));

/** The finding, and the line that corrects it while that is still allowed. */
function issueText({ seq, url, status, reason, ruling }: StandingIssue, isOpen: boolean, fence: Fence): string {
  const line = isOpen
    ? [
        `Correction line: SOURCE CORRECTION for seq ${seq}: replacing ${url} with NEW — why (where nothing holds in its place: withdrawing ${url} — why)`,
      ]
    : [];
  return fence.wrap(
    'finding',
    { seq, status, ruling: ruling ?? undefined },
    lines([url, cut(reason, most.reason), ...line]),
  );
}

/** Only in the next entry after the warning, and only where the wording can hold the address. */
function isCorrectable({ ruling, url }: StandingIssue, { record, you }: ArguingInput): boolean {
  const hasSpokenSince = record.some((entry) => entry.speaker === you.name && entry.seq > (ruling ?? Infinity));
  return !hasSpokenSince && !/\s/.test(url);
}
