import { isObject, jsonOf } from '../debate/log/objects';
import type { ModelErrorCode } from './modelError';
import { statedSizes, type RequestSize, type StatedSizes } from './refusalSizes';

/** A server's refusal, in any protocol. */
export interface Refusal {
  status: number | undefined;
  message: string;
  code?: string | number | undefined;
  type?: string | undefined;
  param?: string | undefined;
  /** The rest of the response, as text. */
  more?: string | undefined;
  /** Whether it holds the model's text: the request was accepted, and the answer refused. */
  holdsSample?: boolean | undefined;
  /** Tokens per minute, from headers. */
  perMinute?: number | undefined;
  /** Whether it says when to ask again. */
  asksToWait?: boolean | undefined;
}

export type RefusalKind =
  | 'key'
  | 'money'
  /** The request alone exceeds what the account may use in a minute, so waiting does not help. */
  | 'too_large_for_rate'
  /** A filter blocked the prompt or the answer. */
  | 'filter'
  /** The model wrote an invalid call or invalid JSON; the next sample may be valid. */
  | 'bad_sample'
  /** The prompt fits, but the requested answer does not. */
  | 'too_much_asked'
  | 'overflow'
  | 'model'
  | 'loading'
  | 'busy'
  /** The server does not know a feature of the request. */
  | 'ability'
  | 'other';

interface RefusalRow {
  kind: RefusalKind;
  /** Reference to a report of this refusal. */
  report: string;
  isMeant(said: Said): boolean;
}

/** A refusal together with its request. */
interface Said {
  refusal: Refusal;
  codes: string;
  words: string;
  sizes: StatedSizes;
  size: RequestSize;
}

const github = 'https://github.com/';

/** Tokens; a smaller limit leaves no room for an answer. */
export const fewestTokens = 1_000;

const isRefused = ({ refusal: { status } }: Said): boolean =>
  status === undefined || [400, 403, 413, 422, 451, 500, 501].includes(status);

/** Whether the status allows a bad sample; keys, money, addresses and limits have statuses of their own. */
const isOfSample = ({ refusal: { status } }: Said): boolean =>
  status === undefined || ![401, 402, 404, 429, 503].includes(status);

const unsupported =
  /unsupported|not? (?:support|recogni[sz]|allow|permit|implement|accept)|n't (?:support|accept|allow)|unrecogni[sz]ed|unknown (?:name|field|param|argument|key)|unexpected (?:field|key|keyword|argument|role)|extra (?:inputs|fields)|deprecated|\binstead\b/i;

const ofSize =
  /tokens?\b|context|prompt|sequence|window|n_ctx|\blength\b|max_?length|\binputs?\b|(?:length|size) of|(?:request|payload|body|entity|content|messages?|conversation|history)\b.{0,40}(?:too (?:long|large|big)|exceed)/i;
const passesIt =
  /exceed|too (?:long|large|big|many|much|high)|(?:long|larg|great|bigg|high)er than|more than|at most|maximum|\blimit|(?:less|lower|smaller|fewer) than|must be (?:<|at most|between|in)|<=|≤|\brange\b|overflow|n[o']t fit|not enough|insufficient room|reduce|shorten|only \d|[<>≤≥]|\bmax\b|\babove\b|\bbeyond\b|out of (?:bounds|range)/i;

const hasLimit = ({ sizes: { window, output } }: Said): boolean => window !== undefined || output !== undefined;

const isOfSize = (said: Said): boolean =>
  /context_length|context_window|exceed_context|max_tokens_per|string_above_max|request_too_large/i.test(said.codes) ||
  (ofSize.test(said.words) && (passesIt.test(said.words) || hasLimit(said)));

const perMinute = /\b[tr]pm\b|per[ _-]?min|per[ _-]?day|rate[ _-]?limit/i;

/** Whether the request alone exceeds the account's limit per minute. */
function isAloneTooMuch({ refusal, words, sizes, size }: Said): boolean {
  if (refusal.status !== 429 && !perMinute.test(words)) return false;
  const limit = refusal.perMinute ?? sizes.window ?? sizes.output;
  if (limit !== undefined && limit < size.asked + size.prompt / 3 && !/\bused\b|\bremaining\b/i.test(words))
    return true;
  return /(?:request|prompt|message|input)s?\b.{0,20}\btoo (?:large|big|long)|must be reduced|reduce (?:your|the) (?:message|prompt|input|request)/i.test(
    words,
  );
}

/**
 * Kinds of refusal, recognised by code and status first, then by the numbers that the server names, then by its words.
 * The first matching row decides.
 */
export const refusalTable: readonly RefusalRow[] = [
  {
    kind: 'key',
    report: `${github}continuedev/continue/issues/10290`,
    isMeant: ({ refusal: { status }, codes, words }) =>
      status === 401 ||
      /invalid_api_key|authentication_error|unauthenticated/i.test(codes) ||
      ((status === 400 || status === 403 || status === undefined) &&
        /api[ _-]?key\b.{0,30}(?:not valid|invalid|incorrect|expired|missing|required)|(?:invalid|incorrect|missing|expired) (?:api[ _-]?key|credentials)/i.test(
          words,
        )),
  },
  {
    kind: 'filter',
    report: `${github}vibrantlabsai/ragas/issues/649`,
    isMeant: (said) =>
      isRefused(said) &&
      /content_?(?:filter|policy)|responsible_?ai|data_?inspection|moderation|prohibited_content|\bsafety\b|sensitive/i.test(
        said.codes,
      ),
  },
  {
    kind: 'filter',
    report: `${github}deepseek-ai/DeepSeek-V2/issues/30`,
    isMeant: (said) =>
      isRefused(said) &&
      /content (?:management|filter|safety|exists risk)|(?:content|safety|usage|acceptable use|responsible ai).{0,12}polic|content.?filter|responsible.?ai|data.?inspection|\bmoderation\b|\bflagged\b|(?:inappropriate|sensitive|harmful|unsafe|prohibited|objectionable) (?:content|word|text|input|material|information)|safety (?:system|filter|setting|reason)|(?:blocked|rejected|filtered|refused) (?:by|due to|because of|for).{0,40}(?:filter|safety|polic|guard|moderat)|guardrail|\bcontent\b.{0,40}\brisks?\b|high risk|violat\w+.{0,40}(?:guideline|polic|terms)|敏感|违规|不安全/i.test(
        said.words,
      ),
  },
  {
    kind: 'bad_sample',
    report: `${github}anomalyco/opencode/issues/1018`,
    isMeant: ({ refusal: { holdsSample }, codes }) =>
      holdsSample === true ||
      /json_validate_failed|tool_use_failed|output_parse_failed|malformed_(?:function|tool)_call|invalid_tool_call/i.test(
        codes,
      ),
  },
  {
    kind: 'bad_sample',
    report: `${github}ollama/ollama/issues/12884`,
    isMeant: (said) =>
      isOfSample(said) &&
      !/grammar|schema for|request body|your request/i.test(said.words) &&
      /(?:error|fail\w*|unable|could not|cannot) (?:to |while |when |in )?(?:pars|validat|decod|call|generat|extract)\w*.{0,40}(?:tool|function|json|output|response|generation|arguments|input at pos)|(?:output|generat\w+|completion|response|sample|model)\b.{0,60}(?:not (?:a )?valid|invalid|malformed|unparse?able|does not match|did not match|not match).{0,40}(?:json|schema|format|call|grammar)?|malformed.{0,20}(?:function|tool).?call|(?:function|tool).?calls?.{0,40}(?:validation|pars\w+).{0,10}(?:fail|error)|message header|(?:function|tool).?call.{0,30}(?:malformed|unparse?able|not (?:be )?parse)/i.test(
        said.words,
      ) &&
      !/(?:invalid|unsupported|unknown|missing) (?:model|response_format|param|value|role|messages?)|messages?\[/i.test(
        said.words,
      ),
  },
  {
    kind: 'too_large_for_rate',
    report: `${github}vanna-ai/vanna-flask/issues/11`,
    isMeant: (said) => (said.refusal.status === 429 || isRefused(said)) && isAloneTooMuch(said),
  },
  {
    kind: 'money',
    report: `${github}ChatGPTNextWeb/NextChat/issues/3123`,
    isMeant: ({ refusal: { status, asksToWait }, codes, words }) =>
      status === 402 ||
      /insufficient_quota|billing_hard_limit|billing_error/i.test(codes) ||
      (asksToWait !== true &&
        /exceeded your current quota|insufficient[ _](?:quota|balance|credits?|funds)|billing[ _]hard[ _]limit|out of credits?|credit balance|arrears/i.test(
          words,
        )),
  },
  {
    kind: 'ability',
    report: `${github}owndev/Open-WebUI-Functions/issues/136`,
    isMeant: (said) =>
      isRefused(said) &&
      (/unsupported_(?:parameter|value)|unknown_parameter|extra_forbidden/i.test(said.codes) ||
        (unsupported.test(said.words) && !/context|too (?:long|large|many)/i.test(said.words))) &&
      !hasLimit(said),
  },
  {
    kind: 'too_much_asked',
    report: `${github}deepseek-ai/DeepSeek-V3/issues/69`,
    isMeant: (said) =>
      isRefused(said) &&
      isOfSize(said) &&
      (said.sizes.output !== undefined || roomIn(said.sizes, said.size) >= fewestTokens),
  },
  {
    kind: 'too_much_asked',
    report: `${github}RooCodeInc/Roo-Code/issues/5729`,
    isMeant: (said) =>
      isRefused(said) &&
      !hasLimit(said) &&
      isOfSize(said) &&
      /max_?(?:completion|output|new)?_?tokens|maximum tokens/i.test(`${said.refusal.param ?? ''} ${said.words}`) &&
      !/context|prompt|input|messages/i.test(said.words),
  },
  {
    kind: 'overflow',
    report: `${github}xorbitsai/inference/issues/3785`,
    isMeant: (said) => said.refusal.status === 413 || (isRefused(said) && isOfSize(said)),
  },
  {
    kind: 'model',
    report: `${github}assafelovic/gpt-researcher/issues/532`,
    isMeant: ({ refusal: { status }, codes, words }) =>
      /model_not_found/i.test(codes) ||
      ((status === 400 || status === 404 || status === undefined) &&
        /\bmodel\b.{0,120}(?:not found|does ?n[o']t exist|not exist|is not available)|(?:unknown|invalid|no such) model|no endpoints found for/i.test(
          words,
        )),
  },
  {
    kind: 'loading',
    report: `${github}mostlygeek/llama-swap/issues/146`,
    isMeant: ({ refusal: { status }, words }) =>
      status === 503 && /\bloading\b.{0,20}\bmodel|\bmodel\b.{0,20}\bloading/i.test(words),
  },
  {
    kind: 'busy',
    report: `${github}elizaOS/eliza/issues/4040`,
    isMeant: ({ refusal: { status }, words }) =>
      status === 429 ||
      status === 503 ||
      status === 529 ||
      (status === undefined && /rate.?limit|overload|unavailable|capacity|too many requests/i.test(words)),
  },
];

/** Tokens that a stated window leaves for the answer. */
export const roomIn = ({ window, prompt }: StatedSizes, size: RequestSize): number =>
  window === undefined ? 0 : Math.floor(window - (prompt ?? size.prompt * 1.2));

export interface ReadRefusal {
  kind: RefusalKind;
  sizes: StatedSizes;
}

/** `size`: size of the request; without it no number is read. */
export function readRefusal(refusal: Refusal, size?: RequestSize): ReadRefusal {
  const { code = '', type = '', message, more = '' } = refusal;
  const words = `${message} ${more}`;
  const sizes = size === undefined ? {} : statedSizes(words, size, refusal.status);
  const said: Said = {
    refusal,
    codes: `${code} ${type} ${innerCodes(more)}`,
    words,
    sizes,
    size: size ?? { prompt: 0, asked: 0 },
  };
  return { kind: refusalTable.find((row) => row.isMeant(said))?.kind ?? 'other', sizes };
}

/** Error codes of kinds that need no status. */
export const codeOfKind: Readonly<Partial<Record<RefusalKind, ModelErrorCode>>> = {
  key: 'key_rejected',
  money: 'spend_limit',
  too_large_for_rate: 'too_large',
  filter: 'filtered',
  bad_sample: 'bad_sample',
  too_much_asked: 'bad_request',
  overflow: 'too_large',
  model: 'no_model',
  loading: 'loading',
};

/** Azure and gateways put the real code deeper inside. */
const innerCodes = (more: string): string =>
  [...more.matchAll(/"(?:code|type|status|reason)\W{1,6}([A-Za-z_]{3,60})/g)].map(([, code = '']) => code).join(' ');

/** A server's error, read from JSON of any shape. */
export interface ErrorBody extends Pick<Refusal, 'message' | 'code' | 'type' | 'param' | 'more' | 'holdsSample'> {
  message: string;
}

const wordKeys = ['message', 'msg', 'detail', 'details', 'error', 'errors', 'error_message', 'error_msg', 'title'];
const sampleKeys = ['failed_generation', 'failed_output', 'raw_output'];
const unsaid = new Set([
  ...wordKeys,
  ...sampleKeys,
  'code',
  'type',
  'param',
  'status',
  'object',
  'callstack',
  'more',
  'holdsSample',
]);
const longestMore = 2_000;

const title = /<title>([^<]{1,200})<\/title>/i;

/** Reads an error of any shape. A page's markup says nothing, except for its title. */
export function errorBody(sent: string): ErrorBody {
  const value = jsonOf(sent);
  const body = value === undefined ? undefined : bodyOf(value);
  if (body !== undefined && body.message !== '') return body;
  return { ...body, message: /^\s*</.test(sent) ? (title.exec(sent)?.[1]?.trim() ?? '') : sent.trim() };
}

/** Returns the error that an event holds in place of a piece of an answer; undefined for all other events. */
export function errorInEvent(event: unknown): ErrorBody | undefined {
  if (!isObject(event) || Array.isArray(event['choices'])) return undefined;
  const isError =
    event['object'] === 'error' ||
    event['type'] === 'error' ||
    Object.entries(event).some(([key, value]) => /^(?:error|detail|errors|message|msg)\b/.test(key) && isSaid(value));
  return isError ? bodyOf(event) : undefined;
}

const isSaid = (value: unknown): boolean => wordsOf(value) !== '';

function bodyOf(value: unknown): ErrorBody {
  const outer = isObject(value) ? value : {};
  const inner = isObject(outer['error']) ? outer['error'] : outer;
  const told = inner['more'];
  const more = typeof told === 'string' ? told : restOf(outer, inner);
  const raw = rawWords(inner);
  const said = wordsOf(value);
  const holdsSample = inner['holdsSample'] === true || sampleKeys.some((key) => isSaid(inner[key]));
  const codes = [inner['code'], inner['error_code'], outer['code']];
  return {
    message: [said, ...(raw === '' || said.includes(raw) ? [] : [raw])].join(': '),
    code: codes.find((code) => (typeof code === 'string' && code !== '') || typeof code === 'number') as
      | string
      | number
      | undefined,
    type: textOf(inner['type']) ?? textOf(inner['status']),
    param: textOf(inner['param']),
    ...(more === '' ? {} : { more }),
    ...(holdsSample ? { holdsSample } : {}),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The message, in any of its places: in `detail`, in a list, or beside an odd key (Ollama: `error parsing tool call`).
 */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return nestedWords(value.trim());
  if (Array.isArray(value))
    return value
      .map(wordsOf)
      .filter((words) => words !== '')
      .join('; ');
  if (!isObject(value)) return '';
  const location = Array.isArray(value['loc']) ? `${value['loc'].join('.')}: ` : '';
  for (const key of wordKeys) {
    const words = wordsOf(value[key]);
    if (words !== '') return location + words;
  }
  const [odd] = Object.entries(value).filter(([key, item]) => /error/i.test(key) && typeof item === 'string');
  return odd === undefined ? '' : `${odd[0]}: ${wordsOf(odd[1])}`;
}

/** Gateways put another server's error into their message as text. */
function nestedWords(text: string): string {
  const words = text.startsWith('{') ? wordsOf(jsonOf(text)) : '';
  return words === '' ? text : words;
}

/** The answer of the server behind a gateway (OpenRouter: `metadata.raw`). */
function rawWords(error: Record<string, unknown>): string {
  const { metadata } = error;
  const raw = isObject(metadata) ? metadata['raw'] : undefined;
  if (typeof raw !== 'string') return '';
  return nestedWords(raw.trim());
}

function restOf(outer: Record<string, unknown>, inner: Record<string, unknown>): string {
  const rest = Object.entries(inner === outer ? outer : { ...outer, ...inner }).filter(
    ([key, value]) => !unsaid.has(key) && value !== null,
  );
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest)).slice(0, longestMore);
}
