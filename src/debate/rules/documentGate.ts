import { cutText } from '../../matching/text/shortText';
import { namesDebater } from '../log/names';
import { minimumQuoteLength, normaliseText } from '../../matching/quote/quote';
import { isRedacted, type DebateState } from '../fold/state';
import type { Violation } from '../flow/tasks';
import { wordCount } from '../../matching/text/text';
import { isNearLength, lengthProblems, lengthWish } from './violation';
import { matchesOf } from '../../matching/text/matches';

/** Words that would make a blog post about the debate instead of its topic. */
const debateWords =
  // oxlint-disable-next-line rostrum/no-format-names -- A word of a text, no format.
  /\b(debates?|debated|debating|debaters?|the panel|panellists?|panelists?|the chair|moderator|rebuttals?|rebutted|opening statements?|closing statements?|verifier|seq \d+)\b/gi;

/** Checks the model's part of a document: length, forbidden words, debaters' names. */
export function documentViolations(
  name: string,
  content: string,
  options: { state: DebateState; limits: { min: number; max: number } },
): Violation[] {
  const { state, limits } = options;
  const words = wordCount(content);
  const violations = (isNearLength(words, limits) ? [] : lengthProblems(name, words, limits)).map((message) =>
    lengthWish(state, message),
  );
  // The topic's own words are allowed: a blog post about debating may speak of debates.
  const topic = (state.setup?.topic ?? '').toLowerCase();
  const found = [...new Set([...matchesOf(content, debateWords)].map((match) => match[0].toLowerCase()))];
  const forbidden = found.filter((word) => !topic.includes(word));
  if (forbidden.length > 0) {
    violations.push({ rule: 'words', message: `${name} is about the topic: leave out ${forbidden.join(', ')}.` });
  }
  const named = state.debaters
    .map((debater) => debater.name)
    .filter((debater) => !topic.includes(debater.toLowerCase()) && namesDebater(content, debater));
  if (named.length > 0) violations.push({ rule: 'words', message: `${name} names debaters: ${named.join(', ')}.` });
  return [...violations, ...withdrawnViolations(name, content, state)];
}

type Withdrawals = Pick<DebateState, 'corrections' | 'redactions'>;

/** Rule 17: neither a document nor a Chair's or Judge's later word on the debate repeats a withdrawn statement. */
export const withdrawnViolations = (name: string, content: string, state: Withdrawals): Violation[] =>
  withdrawnRepeats(name, content, state).map((repeat) => ({ rule: '17', message: `${repeat} Leave it out.` }));

/** Passages of a logged text that repeat a withdrawn statement. */
export function withdrawnRepeats(name: string, content: string, state: Withdrawals): string[] {
  if (state.corrections.length === 0) return [];
  const flat = normaliseText(content).text;
  return state.corrections.flatMap(({ by, seq, statement = '' }) => {
    const words = normaliseText(statement).text.trim();
    if (words.length < minimumQuoteLength || isRedacted(state, by) || !flat.includes(words)) return [];
    return [`${name} repeats what seq ${by} withdrew of seq ${seq}: “${cutText(statement, 200)}”.`];
  });
}
