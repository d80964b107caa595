import type { ChatAnswer, ChatFault } from '../chatServer/chatAnswer';
import type { Answer } from '../messagesServer/answer';
import type { Fault } from '../messagesServer/faults';

/** A fault that a provider can cause, in both protocols; `null` if the protocol has no such fault. */
export interface Affliction {
  messages: ((marked: Marked) => { wire: Fault } | { answer: Answer }) | null;
  chat: ((marked: Marked) => ChatAnswer) | null;
  /** Whether the server is gone from here on. */
  closes?: boolean;
  /** Milliseconds for which streams may be silent. */
  stallMs?: number;
  /** Whether it concerns only answers with a schema. */
  isAboutShape?: boolean;
}

/** The model's honest answer with a mark in its words, which shows where text got through that must not. */
export interface Marked {
  /** The whole answer. */
  whole: string;
  /** The part that came before it was cut. */
  part: string;
  /** The request's key, which a careless server repeats. */
  key: string;
  isResearch: boolean;
}

export const mark = 'MARKED-AS-PARTIAL';
export const secondsToWait = 7;
const quickStall = { stallMs: 500 };

const status = (
  code: number,
  more: Partial<Extract<Fault, { status: number }>> = {},
  chat: Partial<Extract<ChatFault, { kind: 'status' }>> = {},
): Affliction => ({
  messages: ({ key }) => ({ wire: { status: code, message: `Scripted: ${code} for ${key}`, ...more } }),
  chat: ({ key }) => ({ fault: { kind: 'status', status: code, message: `Scripted: ${code} for ${key}`, ...chat } }),
});

const broken = (fault: Fault, chat: ChatFault | null): Affliction => ({
  messages: () => ({ wire: fault }),
  chat: chat === null ? null : ({ whole }) => ({ text: whole, fault: chat }),
});

const stopped = (stop: NonNullable<Answer['stop']>, finish: NonNullable<ChatAnswer['finish']> | null): Affliction => ({
  messages: ({ part }) => ({ answer: { text: part, stop } }),
  chat: finish === null ? null : ({ part }) => ({ text: part, finish }),
});

const misshapen = (text: (marked: Marked) => string): Affliction => ({
  messages: (marked) => ({ answer: { text: text(marked), isUnchecked: true } }),
  chat: (marked) => ({ text: text(marked) }),
  isAboutShape: true,
});

/** The provider's own search takes long. */
const searching: Answer = {
  blocks: [{ type: 'search', query: 'parcels', results: [{ url: 'https://example.org/parcels', title: 'Parcels' }] }],
};

const wait = String(secondsToWait);
const hour = '3600';
const monthsMoney = 'You have reached your specified workspace API usage limits: the spend limit of this month.';
const noSuchModel = { code: 'model_not_found', message: 'The model `gone` does not exist.' };
const tooLong = { code: 'context_length_exceeded', message: "This model's maximum context length is 1000 tokens." };

export const afflictions = {
  '401': status(401),
  '403': status(403),
  '404 model': status(404, {}, noSuchModel),
  '413': status(413),
  '429 with retry-after': status(429, { retryAfter: secondsToWait }, { headers: { 'retry-after': wait } }),
  '429 with an hour to wait': status(429, { retryAfter: 3_600 }, { headers: { 'retry-after': hour } }),
  '429 spend limit': status(
    429,
    { errorCode: 'enforced_spend_limit_reached', message: monthsMoney },
    { code: 'insufficient_quota', message: 'You exceeded your current quota.' },
  ),
  '529': status(529),
  '500': status(500),
  'prompt too long': status(400, { message: 'prompt is too long: 1000001 tokens > 1000000 maximum' }, tooLong),
  'reset before headers': broken({ reset: 'before' }, { kind: 'reset' }),
  'server gone': { ...broken({ reset: 'before' }, { kind: 'reset' }), closes: true },
  'reset after headers': broken({ reset: 'after-headers' }, { kind: 'reset', after: 0 }),
  'reset in mid-stream': broken({ reset: 'mid-stream' }, { kind: 'reset', after: 3 }),
  'stall before headers': { ...broken({ stall: 'before-headers' }, { kind: 'stall' }), ...quickStall },
  'stall after the first token': {
    ...broken({ stall: 'after-first-token' }, { kind: 'stall', after: 1 }),
    ...quickStall,
  },
  'malformed JSON event': broken({ malformed: 'json' }, { kind: 'malformed', after: 2 }),
  'malformed event': broken({ malformed: 'event' }, null),
  'truncated event': broken({ malformed: 'truncated' }, null),
  'error event: overloaded': broken(
    { errorEvent: 'overloaded_error' },
    { kind: 'error', after: 2, message: 'The engine is currently overloaded.' },
  ),
  'error event: of its own': broken(
    { errorEvent: 'api_error' },
    { kind: 'error', after: 2, message: 'Something went wrong.' },
  ),
  'error event: rate limit': broken(
    { errorEvent: 'rate_limit_error' },
    { kind: 'error', after: 2, message: 'Rate limit reached.' },
  ),
  'end without a stop': broken({ endWithoutStop: true }, { kind: 'cut', after: 3 }),
  'empty answer': broken({ empty: true }, { kind: 'empty' }),
  'no JSON at all': misshapen(() => `${mark}: I would rather talk about something else.`),
  'JSON that is cut': misshapen(({ whole }) => whole.slice(0, -1)),
  'JSON of another shape': misshapen(() =>
    JSON.stringify({ unexpected: mark, entries: [{ type: 'song', content: mark }] }),
  ),
  max_tokens: stopped('max_tokens', 'length'),
  refusal: stopped('refusal', 'content_filter'),
  'context window exceeded': stopped('model_context_window_exceeded', null),
  pause_turn: {
    messages: ({ part, isResearch }) => ({
      answer: { ...(isResearch ? searching : { text: part }), stop: 'pause_turn' },
    }),
    chat: null,
  },
} as const satisfies Record<string, Affliction>;

export type FaultName = keyof typeof afflictions;
