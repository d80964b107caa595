/** What goes wrong with an answer, see `ChatAnswer.fault`. `after` counts the pieces of content that are sent before. */
export type ChatFault =
  /** Refused with a status. `body` replaces the usual error object. */
  | {
      kind: 'status';
      status: number;
      message?: string;
      code?: string;
      type?: string;
      headers?: Record<string, string>;
      body?: string;
    }
  /** The socket is destroyed: without `after`, before any header. */
  | { kind: 'reset'; after?: number }
  /** Nothing more comes until the client goes away: without `after`, not even headers. */
  | { kind: 'stall'; after?: number }
  /** An event that is no JSON. */
  | { kind: 'malformed'; after?: number }
  /** An error object within the stream, under status 200. */
  | { kind: 'error'; after?: number; message: string; code?: string | number; type?: string }
  /** The stream ends in good order, but nobody says why: no finish_reason, no `[DONE]`. */
  | { kind: 'cut'; after?: number }
  /** A finished answer without content. */
  | { kind: 'empty' };

export interface ChatToolCall {
  name: string;
  /** Sent as JSON; a string is sent as it is, so that it may be broken JSON. */
  input: unknown;
  /** A counted id unless given; `null` leaves it out, as some servers do. */
  id?: string | null;
}

/** What the scripted model says. `{}` is an empty answer. */
export interface ChatAnswer {
  text?: string;
  /** Content as JSON. */
  json?: unknown;
  /** Thinking, told apart from the content under the name that the profile uses. */
  reasoning?: string;
  toolCalls?: readonly ChatToolCall[];
  refusal?: string;
  /** Unless given: `tool_calls` with calls, else `stop`. */
  finish?: 'stop' | 'length' | 'tool_calls' | 'function_call' | 'content_filter';
  /** Characters of a piece of content; 12 unless given. */
  pieceLength?: number;
  /** Waited for before the headers. */
  delayMs?: number;
  fault?: ChatFault;
}

export interface ChatMessage {
  role: string;
  content: string | null;
  tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request as it came, with what answers usually depend on taken out. */
export interface ChatRequest {
  /** Of all requests for an answer, from 0. */
  index: number;
  model: string;
  /** The system message. */
  system: string;
  messages: readonly ChatMessage[];
  /** The text of the last user message. */
  lastUser: string;
  /** Names of the offered tools. */
  tools: readonly string[];
  /** The asked shape of the answer. */
  answer: { name: string; schema: unknown } | undefined;
  maxTokens: number | undefined;
  stream: boolean;
  /** The whole body, parsed. */
  body: Readonly<Record<string, unknown>>;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
}

export type Answerer = (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;

/** Answers in this order; when they are used up, the server refuses and `ChatServer.problems` says so. */
export function scripted(answers: readonly ChatAnswer[]): Answerer {
  let next = 0;
  return () => {
    const answer = answers[next];
    next += 1;
    if (answer === undefined) throw new Error(`the script has ${answers.length} answers; one more was asked for`);
    return answer;
  };
}
