import type { DebateSummary } from '../../session/summary';

/** What may say which debate a request is about, the most explicit first. */
export interface Pointers {
  /** Debates whose folder, log or document was attached to the request. */
  attached: readonly string[];
  /** Of the focused panel, or of the only visible one. */
  focused: string | undefined;
  /** What the conversation was about before. */
  before: string | undefined;
  /** All that are known, newest first. */
  debates: readonly DebateSummary[];
}

export type WhichDebate =
  /** `isGuess`: nothing pointed to it; it is the newest of several. */
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
