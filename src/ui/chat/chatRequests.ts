import * as l10n from '@vscode/l10n';
import { maximumWordsLength } from '../../session/run/runnability';
import type { Review } from '../../shared/protocol';
import type { Choices } from '../start/choices';
import { list } from './statusParts';
import { markdown, type ChatPart, plainMarkdown } from './chatPart';
import type { DebateSummary } from '../../session/library/summary';

interface AttachedEvidence {
  /** Absolute paths of attached files. */
  attached: readonly string[];
  /** Whether debaters would have nothing to cite without evidence. */
  isNeeded: boolean;
}

/**
 * Arguments of `rostrum.startDebate` for a topic from the chat: the user's last choices, with the attached files as
 * evidence. If no evidence is known, or the debaters need some, the flow asks for what is missing, with the topic
 * filled in.
 */
export function startRequest(
  topic: string,
  remembered: Choices,
  { attached, isNeeded }: AttachedEvidence,
): Record<string, unknown> {
  const { format, debaters, evidence, provider, model } = remembered;
  const given = debaters?.kind === 'hints' ? debaters.text : debaters?.kind === 'given' ? debaters.debaters : undefined;
  const paths = attached.length > 0 ? attached : evidence?.kind === 'paths' ? evidence.paths : undefined;
  return {
    topic,
    ...(format === undefined ? {} : { format }),
    ...(given === undefined || given === '' ? {} : { debaters: given }),
    ...(paths !== undefined ? { evidence: paths } : evidence?.kind === 'none' && !isNeeded ? { evidence: 'none' } : {}),
    ...(provider === undefined ? {} : { provider }),
    ...(provider === undefined || model === undefined ? {} : { model }),
  };
}

export function reviewParts(review: Review): ChatPart[] {
  const { topic, limits, debaters, evidence, sends, notice, estimate, warnings = [], problems, draft } = review;
  const { minRounds: min, maxRounds: max, timeBudgetMinutes: minutes } = limits;
  const rounds = min === max ? String(max) : `${min}–${max}`;
  const lines = [
    l10n.t('Length: {0} rounds, {1} min', rounds, minutes),
    l10n.t('Debaters: {0}', debaters.map(({ name, persona }) => debaterText(name, persona)).join('; ')),
    evidence.root === undefined
      ? l10n.t('Evidence: none')
      : l10n.t('Evidence: {0} files in {1}', evidence.files, plainMarkdown(evidence.root)),
    l10n.t('What leaves this machine: {0}', plainMarkdown(sends)),
    ...[estimate?.text, notice].flatMap((text) => (text === undefined ? [] : [plainMarkdown(text)])),
    ...[...warnings, ...problems.map(({ message }) => message)].map((text) => `⚠ ${plainMarkdown(text)}`),
  ];
  return [
    markdown(
      `**${plainMarkdown(topic)}**\n\n${list(lines)}\n\n${l10n.t('Nothing has begun. Look at the lineup, change what you like, and start it there.')}`,
    ),
    { kind: 'button', title: l10n.t('Open Lineup Review'), command: 'rostrum.reviewLineup', argument: { draft } },
  ];
}

const debaterText = (name: string, persona: string): string =>
  persona === '' ? plainMarkdown(name) : `${plainMarkdown(name)} (${plainMarkdown(persona)})`;

interface AskRequest {
  /** Name as typed; undefined if there is none. */
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

/** Name in the record's spelling; the record refuses an unknown one. */
const canonical = (name: string, debaters: readonly string[]): string =>
  debaters.find((debater) => debater.toLowerCase() === name.toLowerCase()) ?? name;

/** Whether the question is usable, so that the user can be asked for its debater. */
export const isAskable = (question: string): boolean => question !== '' && question.length <= maximumWordsLength;

interface Prompt {
  prompt: string;
  references: readonly { range?: [start: number, end: number] }[];
}

/** Typed text without `#file:…`, since those files are attached. */
export function promptOf({ prompt, references }: Prompt): string {
  const ranges = references.flatMap(({ range }) => (range === undefined ? [] : [range])).sort(([a], [b]) => b - a);
  let text = prompt;
  for (const [start, end] of ranges) text = `${text.slice(0, start)} ${text.slice(end)}`;
  return text.replace(/[ \t]{2,}/g, ' ').trim();
}

/** Hints at the debate that is meant, the most explicit first. */
interface Pointers {
  attached: readonly string[];
  /** Debate of the focused panel, or of the only visible one. */
  focused: string | undefined;
  before: string | undefined;
  /** All known debates, newest first. */
  debates: readonly DebateSummary[];
}

export type WhichDebate =
  /** `isGuess`: there was no hint, and it is the newest of several. */
  | { kind: 'one'; folder: string; isGuess: boolean }
  | { kind: 'several'; folders: readonly string[] }
  | { kind: 'none' };

export function whichDebate({ attached, focused, before, debates }: Pointers): WhichDebate {
  const named = [...new Set(attached)];
  if (named.length > 1) return { kind: 'several', folders: named };
  const pointed = named[0] ?? focused ?? before;
  if (pointed !== undefined) return { kind: 'one', folder: pointed, isGuess: false };
  const running = debates.filter(({ state }) => state === 'running').map(({ folder }) => folder);
  if (running.length > 1) return { kind: 'several', folders: running };
  const [only] = running;
  if (only !== undefined) return { kind: 'one', folder: only, isGuess: false };
  const [newest] = debates;
  return newest === undefined ? { kind: 'none' } : { kind: 'one', folder: newest.folder, isGuess: debates.length > 1 };
}
