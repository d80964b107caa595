import { debaterTypes } from '../log/entry';
import { namesDebater } from '../log/names';
import { headerOf, isDebater, isRedacted, type DebateState } from '../fold/state';
import type { Point, OpenPoint } from '../log/entryData';
import type { Violation } from '../flow/tasks';
import { sentences } from '../../matching/text/text';
import { has } from '../fold/versions';
import { withdrawnViolations } from './documentGate';
import { lengthWish, structure } from './violation';

/** Answer to the question, from the role that concludes. */
export interface GivenAnswer {
  answer?: Point | null | undefined;
  agreed?: readonly Point[] | undefined;
  open?: readonly OpenPoint[] | undefined;
}

interface AnswerDuty {
  /** Whether the question must have an answer: the debate does not end void. */
  isOwed: boolean;
  /** Whether the debaters are called by their roles, which are words that a sentence may need. */
  areRoles?: boolean;
}

export function answerViolations(
  given: GivenAnswer,
  state: DebateState,
  { isOwed, areRoles = false }: AnswerDuty,
): Violation[] {
  const { answer, agreed = [], open = [] } = given;
  const named: [string, Point][] = [
    ...(answer == null ? [] : [['answer', answer] satisfies [string, Point]]),
    ...open.map((point, index): [string, Point] => [`open.${index}`, point]),
  ];
  const words = [
    ...[...named.map(([, point]) => point), ...agreed].map(({ text }) => text),
    ...open.map(({ settle }) => settle),
  ];
  return [
    ...missingAnswer(given, state, isOwed),
    ...named.flatMap(([at, { seqs }]) => seqViolations(seqs, state, at)),
    ...agreedViolations(agreed, state),
    ...winnerViolations(words, state, areRoles),
    ...withdrawnViolations('The answer', words.join('\n'), state),
  ];
}

function missingAnswer({ answer }: GivenAnswer, state: DebateState, isOwed: boolean): Violation[] {
  if (answer == null)
    return isOwed && has(state, 'answer')
      ? [structure('answer is missing: answer the question of the topic in one or two sentences, with its seqs.')]
      : [];
  const count = sentences(answer.text).length;
  return [
    ...(isArgued(state) ? restingOn(answer.seqs, state) : []),
    ...(count > 2 ? [lengthWish(state, `answer has ${count} sentences; one or two are asked for.`)] : []),
  ];
}

/** Told once where only announcements and memos are named: that would be no reason to stop a debate. */
function restingOn(seqs: readonly number[], state: DebateState): Violation[] {
  if (seqs.length === 0) return [structure('answer has no seqs; name the entries that it rests on.')];
  const isArguedIn = (seq: number): boolean => debaterTypes.has(headerOf(state, seq)?.type ?? '');
  if (seqs.some(isArguedIn)) return [];
  const message = 'answer names no entry of a debater in its seqs; name those that it rests on.';
  return [{ ...structure(message), toldOnce: true }];
}

/** Whether any debater has said something that an answer can be based on. */
const isArgued = ({ headers, redactions }: DebateState): boolean =>
  headers.some(({ type, seq }) => debaterTypes.has(type) && !redactions.has(seq));

/** `at`: the field that names them. */
export function seqViolations(seqs: readonly number[], state: DebateState, at?: string): Violation[] {
  const where = at === undefined ? '' : `${at}: `;
  return seqs.flatMap((seq) => {
    if (headerOf(state, seq) === undefined) return [structure(`${where}seq ${seq} does not exist.`)];
    return isRedacted(state, seq) ? [{ rule: '19', message: `${where}seq ${seq} is struck; name another entry.` }] : [];
  });
}

/**
 * Points that both sides accept must be in the words of both. Reported once: a point that still fails is left out, and
 * delays nothing.
 */
export const agreedViolations = (agreed: readonly Point[], state: DebateState): Violation[] =>
  agreed.flatMap((point, index) =>
    pointViolations(point, state, `agreed.${index}`).map((violation) => ({ ...violation, toldOnce: true as const })),
  );

/** Points whose entries show that both sides accept them. */
export const acceptedPoints = (agreed: readonly Point[], state: DebateState): Point[] =>
  agreed.filter((point) => pointViolations(point, state, '').length === 0);

function pointViolations({ seqs }: Point, state: DebateState, at: string): Violation[] {
  const speakers = seqs.flatMap((seq) => headerOf(state, seq)?.speaker ?? []).filter((name) => isDebater(state, name));
  return [
    ...seqViolations(seqs, state, at),
    ...(new Set(speakers).size > 1
      ? []
      : [structure(`${at}: name entries of at least two debaters, in which each accepts it.`)]),
  ];
}

const winning =
  /\b(?:wins?|won|winners?|winning|victory|victorious|prevails?|prevailed|loses?|lost|defeat(?:s|ed)?)\b/i;

/** Code names the winner. The topic's words are free, since it may be about somebody who has a debater's name. */
function winnerViolations(texts: readonly string[], state: DebateState, areRoles: boolean): Violation[] {
  const topic = state.setup?.topic ?? '';
  const found = state.debaters
    .map(({ name }) => name)
    .filter((name) =>
      texts.some((text) => {
        if (text.includes(`${name}_wins`)) return true;
        if (!namesDebater(text, name)) return false;
        const isFree = areRoles || namesDebater(topic, name);
        return !isFree || sentences(text).some((one) => namesDebater(one.text, name) && winning.test(one.text));
      }),
    );
  return found.length === 0
    ? []
    : [
        structure(
          `answer, agreed and open are about the question, not about who argued better: leave out ${found.join(', ')}.`,
        ),
      ];
}
