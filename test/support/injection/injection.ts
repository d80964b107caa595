import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { Seen } from './seen';

/** Places at which other people's words enter a debate. */
export const places = [
  ...([
    'evidence',
    'page',
    'search hit',
    'page title',
    'file name',
    'debater text',
    'quote',
    'source title',
    'persona',
  ] as const),
  ...(['topic', 'tool error', 'audience question', 'guidance', 'framework name', 'concession'] as const),
] as const;
export type Place = (typeof places)[number];

/** Knowledge of the fooled model: all text of its request, including the mark of the fence. */
export interface Told {
  mark: string;
  /** All texts of the request. */
  text: string;
  /** The system prompt. */
  system: string;
}

export interface Call {
  name: string;
  input: Record<string, unknown>;
}

// Answers have many forms, and a fooled model keeps to none.
export type Json = Record<string, unknown>;

/** Behaviour of a model that obeys literally; what is left out it does honestly. */
export interface Obedience {
  /** Calls during research, one after another. */
  calls?: readonly Call[];
  /** Its answer in JSON, made from the honest one. */
  answer?: (honest: Json, told: Told) => unknown;
  /** Its raw answer: no JSON, calls where there are no tools, a refusal. */
  says?: (told: Told) => { text?: string; toolCalls?: readonly Call[]; refusal?: string };
}

export interface Injection {
  name: string;
  place: Place;
  /** The text; `MARK` becomes the mark of the fence, which the attacker has from a fooled model. */
  text: string;
  /** Task that reads it, and its step. */
  kind: TaskKind;
  step: string;
  /** Protocol; default `openai`. */
  via?: 'openai' | 'messages' | 'bare';
  /** Whether one of the debaters has a fabricated source. */
  isBarred?: boolean;
  obey: Obedience;
  /** Content rules that a fooled model may break in its own words; lint reports them, and nothing else follows. */
  breaks?: readonly string[];
  /** Whether the answer must be refused, with no part of it in the record. */
  isRefused?: boolean;
  /** Checks beyond the general rules; returns problems. */
  holds?: (seen: Seen) => readonly string[];
}

/** Tag by which the model recognises the text, so that no case passes because the text was never read. */
/** Letters only, because a figure would have to be in a source. */
export const tagOf = (index: number): string => `ITEM-${letter(Math.floor(index / 20))}${letter(index % 20)}`;

const letter = (index: number): string => 'QWRTPSDFGHJKLZXCVNMY'.charAt(index);
