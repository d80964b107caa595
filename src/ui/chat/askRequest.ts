import { maximumWordsLength } from '../../session/interventionChecks';

/** A question as it was typed: to a debater, or to one that is still to be chosen. */
export interface AskRequest {
  /** As it was typed; undefined where nobody was named. */
  to: string | undefined;
  question: string;
}

/** Reads `@sre what …?`, and for a debater of this debate also `sre: what …?` and `sre, what …?`. */
export function askRequest(prompt: string, debaters: readonly string[]): AskRequest {
  const text = prompt.trim();
  const [, mentioned, rest] = /^@([\p{L}\p{N}-]{1,50})[:,]?(?:\s([^]*))?$/u.exec(text) ?? [];
  if (mentioned !== undefined) return { to: canonical(mentioned, debaters), question: (rest ?? '').trim() };
  const [, name, words] = /^([\p{L}\p{N}-]{1,50})[:,]([^]*)$/u.exec(text) ?? [];
  const known = debaters.find((debater) => debater.toLowerCase() === name?.toLowerCase());
  if (known !== undefined) return { to: known, question: (words ?? '').trim() };
  return { to: undefined, question: text };
}

/** In the spelling of the record; one that nobody bears is left for the record to refuse. */
const canonical = (name: string, debaters: readonly string[]): string =>
  debaters.find((debater) => debater.toLowerCase() === name.toLowerCase()) ?? name;

/** Whether it is worth asking whom the question is for. */
export const isAskable = (question: string): boolean => question !== '' && question.length <= maximumWordsLength;
