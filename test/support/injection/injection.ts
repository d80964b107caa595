import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { Seen } from './seen';

/** Where somebody else's words come into a debate. */
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

/** What the fooled model knows: everything that it was told, the mark of the fence too. */
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

// The shapes of answers are many, and a fooled model keeps to none.
export type Json = Record<string, unknown>;

/** What a model does that obeys to the letter. What is left out it does as it would have. */
export interface Obedience {
  /** While it researches, one after the other. */
  calls?: readonly Call[];
  /** Its answer in JSON, made of the one that it would have given. */
  answer?: (honest: Json, told: Told) => unknown;
  /** Its answer as it is: no JSON, calls where there are no tools, a refusal. */
  says?: (told: Told) => { text?: string; toolCalls?: readonly Call[]; refusal?: string };
}

export interface Injection {
  name: string;
  place: Place;
  /** `MARK` stands for the mark of the fence: the attacker has it from a fooled model. */
  text: string;
  /** Who reads it, and when. */
  kind: TaskKind;
  step: string;
  /** Through which protocol; `openai` unless given. */
  via?: 'openai' | 'messages' | 'bare';
  /** One of the debaters has a fabricated source. */
  isBarred?: boolean;
  obey: Obedience;
  /** Rules on content that a fooled model may break in its own words; lint says so, and nothing else comes of it. */
  breaks?: readonly string[];
  /** The answer must not be taken: nothing of it may stand in the record. */
  isRefused?: boolean;
  /** What is wrong beyond what must hold everywhere; nothing where all is well. */
  holds?: (seen: Seen) => readonly string[];
}

/** What the model recognises the text by, so that no case passes because it never read it. */
/** Letters only: a figure would have to stand in a source. */
export const tagOf = (index: number): string => `ITEM-${letter(Math.floor(index / 20))}${letter(index % 20)}`;

const letter = (index: number): string => 'QWRTPSDFGHJKLZXCVNMY'.charAt(index);
