import type {
  RefusalStopDetails,
  WebFetchToolResultErrorCode,
  WebSearchToolResultErrorCode,
} from '@anthropic-ai/sdk/resources/messages';
import type { MessagesRequest } from './requestSchema';

/** A page as a search finds it; only the model reads the text. */
export interface FoundPage {
  url: string;
  title: string;
  text?: string;
}

/** Basis of a text block: words of a page that was found; missing words are a mistake of the script. */
export interface AnswerCitation {
  url: string;
  quote: string;
}

/** A part of an answer, in the order in which the model writes it. */
export type AnswerBlock =
  | { type: 'text'; text: string; citations?: readonly AnswerCitation[] }
  /** Thinking, which is billed whole and never shown, because the client asks for no summary. */
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
 * The model's answer: text, or a value that is sent as JSON, or blocks; calls of our tools come last.
 *
 * The server keeps it realistic: it cuts text beyond `max_tokens`. If the script does what no model could do with this
 * request (call a tool that was not offered, or write text that does not fit the format), it answers 500 and adds the
 * mistake to `server.mistakes`.
 */
export interface Answer {
  text?: string;
  json?: unknown;
  blocks?: readonly AnswerBlock[];
  toolCalls?: readonly { name: string; input: Record<string, unknown>; id?: string }[];
  /** Thinking before all other blocks. */
  thinking?: string;
  /** Reason to end. By default `end_turn`, `tool_use` or a cut at `max_tokens` follows from the answer. */
  stop?: 'max_tokens' | 'refusal' | 'pause_turn' | 'model_context_window_exceeded';
  /** Details of the stop `refusal`. */
  refusal?: { category: RefusalStopDetails['category']; explanation: string | null };
  /** Sends text even if it does not fit the format. */
  isUnchecked?: boolean;
  /** The answer stops until this settles: after the first piece of its text, else before its end. */
  until?: Promise<unknown>;
  /**
   * Called before each piece of text, counted from 0; the piece waits until the promise settles, as with a slow model.
   */
  pace?: (piece: number) => Promise<unknown> | undefined;
}

/** Facts about a request besides its body. */
export interface AnswerInfo {
  /** Number of accepted requests before it. */
  n: number;
  /** The model's full id. */
  model: string;
  /** Input tokens, cached or not. */
  tokens: number;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
}

export type Answerer = (request: MessagesRequest, info: AnswerInfo) => Answer | Promise<Answer>;

/** The script did something that no model could do. */
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
