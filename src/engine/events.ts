import type { Usage, VerificationStatus } from '../debate/entryData';

/** What happens while a debate runs, for `debate.log`, the terminal and the panel. Never holds an entry's words, but for `draft`. */
export type DebateEvent =
  | { kind: 'setup'; topic: string; debaters: readonly string[]; dir: string }
  | { kind: 'spawn'; agent: string }
  | { kind: 'round'; round: number; max: number }
  | { kind: 'handover'; agent: string; step: string }
  | { kind: 'written'; seq: number; speaker: string; type: string; words: number }
  | { kind: 'verified'; seq: number; url: string; status: VerificationStatus }
  | { kind: 'ruling'; seq: number; text: string }
  | { kind: 'tracker'; text: string }
  | { kind: 'retry'; step: string; attempt: number; reasons: readonly string[] }
  | { kind: 'error'; message: string }
  | { kind: 'cost'; usage: Usage }
  | { kind: 'intervention'; seq: number; text: string }
  | { kind: 'progress'; agent: string; step: string; detail: string }
  /** The one event that holds words: what an agent has written so far. It is shown and goes nowhere else. */
  | { kind: 'draft'; agent: string; step: string; text: string }
  | { kind: 'waiting'; agent: string; step: string; reason: string; until: number }
  | { kind: 'condensed'; agent: string; step: string; entries: number }
  | { kind: 'shutdown'; reason: string }
  | { kind: 'complete'; rounds: number; files: number };
