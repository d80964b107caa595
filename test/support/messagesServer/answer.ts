import type {
  RefusalStopDetails,
  WebFetchToolResultErrorCode,
  WebSearchToolResultErrorCode,
} from '@anthropic-ai/sdk/resources/messages';
import type { MessagesRequest } from './requestSchema';

/** A page as a search finds it; the text is what the model would read, it reaches nobody else. */
export interface FoundPage {
  url: string;
  title: string;
  text?: string;
}

/** What a text block rests on: words of a page that was found; words that are not there are a mistake of the script. */
export interface AnswerCitation {
  url: string;
  quote: string;
}

/** A part of an answer, in the order in which the model writes it. */
export type AnswerBlock =
  | { type: 'text'; text: string; citations?: readonly AnswerCitation[] }
  /** Billed whole and shown to nobody, as the client asks for no summary. */
  | { type: 'thinking'; thinking: string }
  | { type: 'tool_call'; name: string; input: Record<string, unknown>; id?: string }
  | {
      type: 'search';
      query: string;
      results?: readonly FoundPage[];
      error?: WebSearchToolResultErrorCode;
      /** Only the call: with a call of ours beside it, the search runs with the next request. */
      isPending?: boolean;
      /** Only the result, of the pending call with this id. */
      of?: string;
    }
  | { type: 'fetch'; url: string; page?: { title: string; text: string }; error?: WebFetchToolResultErrorCode };

/**
 * What the model says. Give the text, or a value that is sent as JSON, or the blocks; calls of our tools come last.
 *
 * The server keeps it honest: it cuts what is longer than `max_tokens`, and it answers 500, and notes the mistake in
 * `server.mistakes`, where the script does what no model could do with this request: call a tool that was not offered,
 * or write what does not fit the format.
 */
export interface Answer {
  text?: string;
  json?: unknown;
  blocks?: readonly AnswerBlock[];
  toolCalls?: readonly { name: string; input: Record<string, unknown>; id?: string }[];
  /** Thinking before everything else. */
  thinking?: string;
  /** Why it ends, if not by itself: `end_turn`, `tool_use` and a cut at `max_tokens` are worked out. */
  stop?: 'max_tokens' | 'refusal' | 'pause_turn' | 'model_context_window_exceeded';
  /** Goes with the stop `refusal`. */
  refusal?: { category: RefusalStopDetails['category']; explanation: string | null };
  /** Sends what does not fit the format all the same. */
  isUnchecked?: boolean;
  /** The answer halts until this settles: after the first piece of its text, else before its end. */
  until?: Promise<unknown>;
  /** Asked before each piece of text, counted from 0, which waits until this settles: a model that writes slowly. */
  pace?: (piece: number) => Promise<unknown> | undefined;
}

/** What the server knows about a request beside its body. */
export interface AnswerInfo {
  /** How many requests that the API took came before. */
  n: number;
  /** The model under its full id. */
  model: string;
  /** Input tokens, cached or not. */
  tokens: number;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

export type Answerer = (request: MessagesRequest, info: AnswerInfo) => Answer | Promise<Answer>;

/** The script did what no model could do. */
export class ScriptMistake extends Error {
  override readonly name = 'ScriptMistake';
}

/** All parts of an answer in order. */
export const blocksOf = (answer: Answer): AnswerBlock[] => [
  ...(answer.thinking === undefined ? [] : [{ type: 'thinking' as const, thinking: answer.thinking }]),
  ...(answer.blocks ?? []),
  ...(answer.text === undefined ? [] : [{ type: 'text' as const, text: answer.text }]),
  ...('json' in answer ? [{ type: 'text' as const, text: JSON.stringify(answer.json) }] : []),
  ...(answer.toolCalls ?? []).map((call) => ({ type: 'tool_call' as const, ...call })),
];
