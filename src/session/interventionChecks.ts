import { formatNamed, formats } from '../debate/formats/registry';
import { isDebater, type DebateState } from '../debate/state';
import { PlanError } from './planError';
import { refuseUnreadable } from './runnability';

/** What keeps a user's words from being added to a debate: each throws a PlanError that says so to the user. */

/** Characters of what a user writes into a running debate. */
export const maximumWordsLength = 4_000;

export function checkedWords(text: string, what: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new PlanError('words_empty', `${what} is empty.`);
  if (trimmed.length <= maximumWordsLength) return trimmed;
  throw new PlanError(
    'words_too_long',
    `${what} has ${trimmed.length} characters; at most ${maximumWordsLength} are allowed. Shorten it.`,
  );
}

export function refuseWithoutSetup(state: DebateState): void {
  refuseUnreadable(state);
  if (state.setup !== undefined) return;
  throw new PlanError(
    'not_runnable',
    'This record was not made by Rostrum: nobody runs it, so nothing can be said to its debaters.',
  );
}

export function refuseConcluded(state: DebateState): void {
  refuseWithoutSetup(state);
  if (state.conclusion === undefined) return;
  throw new PlanError(
    'debate_over',
    `The debate is over: it was concluded with the outcome ${state.conclusion.outcome} (seq ${state.conclusion.seq}).`,
  );
}

/** @throws PlanError `no_passage` */
export function refuseWithoutPassages(state: DebateState): void {
  const why = formatNamed(state.setup?.format)?.noMore?.(state);
  if (why === undefined) return;
  throw new PlanError('no_passage', `${why} Give the sides to language models or people to go on.`);
}

/** What only some formats know. `what` begins the sentence, such as “Further exchanges”. */
export function refuseWithout(ability: 'noMore' | 'canSkip', state: DebateState, what: string): void {
  const own = state.setup?.format;
  if (formatNamed(own)?.[ability] !== undefined) return;
  const able = formats.filter((format) => format[ability] !== undefined).map(({ name }) => name);
  throw new PlanError(
    'format',
    `${what} belong${/s$/.test(what) ? '' : 's'} to debates of the format ${able.join(' or ')}; this is a ${own ?? 'foreign'} debate.`,
  );
}

export function debaterNamed(state: DebateState, name: string): string {
  if (isDebater(state, name)) return name;
  const names = state.debaters.map((debater) => debater.name).join(', ');
  throw new PlanError('unknown_debater', `"${name}" is no debater of this debate; ask one of ${names}.`);
}

/** A question is put to who will still speak. */
export function refuseWithoutTurn(state: DebateState, name: string): void {
  const why = state.concludeRequested
    ? 'The debate is about to be concluded'
    : formatNamed(state.setup?.format)?.noTurnLeft?.(state, name);
  if (why === undefined) return;
  throw new PlanError('no_turn_left', `${why}: ${name} has no turn left in which to answer.`);
}
