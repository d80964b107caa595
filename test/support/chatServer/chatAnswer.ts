/** Faults of an answer, see `ChatAnswer.fault`. `after`: number of content pieces that are sent before. */
export type ChatFault =
  /** A refusal with a status. `body` replaces the usual error object. */
  | {
      kind: 'status';
      status: number;
      message?: string;
      code?: string;
      type?: string;
      headers?: Record<string, string>;
      body?: string;
    }
  /** The socket is destroyed; without `after`, before any header. */
  | { kind: 'reset'; after?: number }
  /** The server falls silent until the client leaves; without `after`, it sends not even headers. */
  | { kind: 'stall'; after?: number }
  /** An event that is not JSON. */
  | { kind: 'malformed'; after?: number }
  /** An error object within the stream, under status 200. */
  | { kind: 'error'; after?: number; message: string; code?: string | number; type?: string }
  /** The stream ends properly, but without a reason: no finish_reason, no `[DONE]`. */
  | { kind: 'cut'; after?: number }
  /** A finished answer without content. */
  | { kind: 'empty' };

export interface ChatToolCall {
  name: string;
  /** Input sent as JSON; a string is sent unchanged, so that it may be broken JSON. */
  input: unknown;
  /** Id; by default counted. `null` leaves it out, as some servers do. */
  id?: string | null;
}

/** The scripted model's answer. `{}` is an empty answer. */
export interface ChatAnswer {
  text?: string;
  /** Content as JSON. */
  json?: unknown;
  /** Thinking, sent apart from the content in the profile's field. */
  reasoning?: string;
  toolCalls?: readonly ChatToolCall[];
  refusal?: string;
  /** Default: `tool_calls` with calls, else `stop`. */
  finish?: 'stop' | 'length' | 'tool_calls' | 'function_call' | 'content_filter';
  /** Characters of a piece of content; default 12. */
  pieceLength?: number;
  /** Delay before the headers. */
  delayMs?: number;
  fault?: ChatFault;
}

export interface ChatMessage {
  role: string;
  content: string | null;
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request with the values on which answers usually depend. */
export interface ChatRequest {
  /** Number among all requests for an answer, from 0. */
  index: number;
  model: string;
  /** The system message. */
  system: string;
  messages: readonly ChatMessage[];
  /** The text of the last user message. */
  lastUser: string;
  /** Names of the offered tools. */
  tools: readonly string[];
  /** Requested form of the answer. */
  answer: { name: string; schema: unknown } | undefined;
  maxTokens: number | undefined;
  stream: boolean;
  /** The whole body, parsed. */
  body: Readonly<Record<string, unknown>>;
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
}

export type Answerer = (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;

/** Answers in this order. When they are used up, the server refuses and `ChatServer.problems` says so. */
export function scripted(answers: readonly ChatAnswer[]): Answerer {
  let next = 0;
  return () => {
    const answer = answers[next];
    next += 1;
    if (answer === undefined) throw new Error(`the script has ${answers.length} answers; one more was asked for`);
    return answer;
  };
}
