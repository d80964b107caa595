import { debaterTypes } from '../log/entry';
import { namesDebater } from '../log/names';
import { headerOf, isDebater, isRedacted, type DebateState } from '../fold/state';
import type { Point, OpenPoint } from '../log/entryData';
import type { Violation } from '../flow/tasks';
import { sentences } from '../../matching/text/text';
import { has } from '../fold/versions';
import { withdrawnViolations } from './documentGate';
import { lengthWish, structure } from './violation';

/** What whoever concludes says of the question itself. */
export interface GivenAnswer {
  answer?: Point | null | undefined;
  agreed?: readonly Point[] | undefined;
  open?: readonly OpenPoint[] | undefined;
}

interface AnswerDuty {
  /** The debate does not end void, so the question has an answer. */
  isOwed: boolean;
  /** The debaters are called by their roles: words that a sentence may need. */
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
    ...(answer.seqs.length === 0 && isArgued(state)
      ? [structure('answer has no seqs; name the entries that it rests on.')]
      : []),
    ...(count > 2 ? [lengthWish(state, `answer has ${count} sentences; one or two are asked for.`)] : []),
  ];
}

/** Somebody has said something that an answer can rest on. */
const isArgued = ({ headers, redactions }: DebateState): boolean =>
  headers.some(({ type, seq }) => debaterTypes.has(type) && !redactions.has(seq));

/** `at`: where they are named. */
export function seqViolations(seqs: readonly number[], state: DebateState, at?: string): Violation[] {
  const where = at === undefined ? '' : `${at}: `;
  return seqs.flatMap((seq) => {
    if (headerOf(state, seq) === undefined) return [structure(`${where}seq ${seq} does not exist.`)];
    return isRedacted(state, seq) ? [{ rule: '19', message: `${where}seq ${seq} is struck; name another entry.` }] : [];
  });
}

/** What both sides accept stands in the words of both. Told once: a point that still does not show it is left out, and holds nothing up. */
export const agreedViolations = (agreed: readonly Point[], state: DebateState): Violation[] =>
  agreed.flatMap((point, index) =>
    pointViolations(point, state, `agreed.${index}`).map((violation) => ({ ...violation, toldOnce: true as const })),
  );

/** Those that show it. */
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

/** Code names the winner. The words of the topic are free: it may be about somebody whose name a debater has. */
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
