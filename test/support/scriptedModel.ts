import { answerFormat, answerFormats } from '../../src/agents/model/answers';
import { BlindLabels } from '../../src/debate/formats/common/blindLabels';
import { resolved, type Script } from '../../src/agents/scripted';
import { isObject } from '../../src/debate/log/objects';
import { taskOutputs, type TaskKind } from '../../src/debate/flow/tasks';
import { wordCount } from '../../src/matching/text/text';
import type { DebateEvent } from '../../src/engine/events';
import { kindInRequest, stepInRequest } from './stepInRequest';

/**
 * A language model that plays a script. It finds the task by a request's schema, and the step by the engine's events,
 * or without events by the request's words. It is behind the providers' local servers, so that everything before them
 * is tested.
 */

type Schema = Record<string, unknown>;

/** A request in a form that every provider's server can give. */
export interface Asked {
  /** Schema of the answer, if it was sent as one. */
  schema: unknown;
  /** All texts of the request, in order. */
  text: string;
  tools: readonly string[];
  /** Number of tool results in this request. */
  results: number;
}

export type Said =
  | { json: unknown }
  | { call: { name: string; input: Record<string, unknown> } }
  | { text: string }
  | { refusal: string }
  | { cut: string };

/** Entries of a script in place of an answer: the model refuses, or is cut in the middle. */
export const refusing = (refusal: string) => ({ $refusal: refusal });
export const beingCut = { $cut: true };

const kinds = Object.keys(taskOutputs) as TaskKind[];
const kindsBySchema = new Map<string, TaskKind[]>();
for (const kind of kinds) {
  for (const { schema } of answerFormats(kind)) {
    const key = JSON.stringify(schema);
    kindsBySchema.set(key, [...(kindsBySchema.get(key) ?? []), kind]);
  }
}

/** The steps that a task belongs to. */
const stepsOf: Partial<Record<TaskKind, RegExp>> = {
  'chair/review_turn': /\/review$/,
  'chair/choose_questions': /\/questions$/,
  'chair/go_on': /\/go-on$/,
  'chair/rule_on_challenge': /^challenge\//,
  'chair/answer_clarification': /^clarification\//,
  'chair/name_unresolved': /^unresolved$/,
  'chair/name_crux': /\/crux$/,
  'chair/conclude': /^conclusion$/,
  'chair/word_conclusion': /^conclusion$/,
  'reporter/brief': /^brief$/,
  'juror/verdict': /^verdict\//,
  'juror/issues': /^verdict\//,
  'voter/choose': /^baseline\//,
  'chair/review_documents': /^documents\/review$/,
  'debater/opening': /^opening\/(?!end)[^/]+$/,
  'debater/turn': /\/turn\/[^/]+$/,
  'debater/closing': /^closing\/(?!end)[^/]+$/,
  'audience/questions': /\/audience$/,
  'audience/conclusion': /^audience-conclusion$/,
  'assessor/report': /^assessor-report$/,
  'judge/recommend_rounds': /^plan$/,
  'advocate/defend': /^r\d+\/advocate$/,
  'critic/critique': /^r\d+\/critic$/,
  'judge/assess': /^r\d+\/judge$/,
  'judge/rule': /^ruling$/,
  'side/open': /^e0\/arguments$/,
  'side/rebut': /^e[1-9]\d*\/arguments$/,
  'scorer/score': /^e\d+\/judgment$/,
  'reporter/clash': /^report\/e\d+$/,
};

/** The kind of task that a step has. */
export const kindOfStep = (step: string): TaskKind | undefined =>
  (Object.entries(stepsOf) as [TaskKind, RegExp][]).find(([, steps]) => steps.test(step))?.[0];

/** Kinds whose answers have one schema; the newest handover shows which of them is meant. */
const sharing = new Set([...kindsBySchema.values()].filter((alike) => alike.length > 1).flat());

/** Kinds that may be asked before the engine hands their step over; the request's own words show which it is. */
const askedAhead: ReadonlySet<TaskKind> = new Set(['debater/closing', 'audience/questions']);

/** An answer that depends on the request, for example on the labels under which a Judge sees arguments. */
export type Told = (text: string) => unknown;

export class ScriptedModel {
  readonly #labels: BlindLabels;
  #last = new Map<TaskKind, string>();
  #newest: string | undefined;
  readonly #times = new Map<string, number>();
  /** The first entry of each step, for scripts that name entries by their steps. */
  readonly #written = new Map<string, number>();
  /** Kinds in the order in which they were asked, `research` among them. */
  readonly asked: string[] = [];

  constructor(
    private readonly script: Script,
    names: readonly string[],
    private readonly isResearching = true,
  ) {
    this.#labels = new BlindLabels(names.map((name) => ({ name })));
  }

  /** Receives the engine's events, which show the step. */
  readonly onEvent = (event: DebateEvent): void => {
    if (event.kind === 'written' && event.step !== undefined) this.wasWritten(event.step, event.seq);
    if (event.kind !== 'handover') return;
    for (const [kind, steps] of Object.entries(stepsOf) as [TaskKind, RegExp][]) {
      if (!steps.test(event.step)) continue;
      this.#last.set(kind, event.step);
      if (sharing.has(kind)) this.#newest = event.step;
    }
  };

  /** Records a step's first entry, also for entries from before this model. */
  wasWritten(step: string, seq: number): void {
    if (!this.#written.has(step)) this.#written.set(step, seq);
  }

  answer({ schema, text, tools, results }: Asked): Said {
    // A provider finds out what the model can do, before anything is debated.
    if (tools.includes('ready')) return { call: { name: 'ready', input: {} } };
    if (text.includes('Write the word "ready"'))
      return schema === undefined ? { text: 'ready' } : { json: { ready: true } };
    const kind = this.kindOf(schema, text);
    this.asked.push(kind ?? 'research');
    if (kind === undefined) return this.#research(tools, results, text);
    try {
      return { json: this.json(kind, text, schema ?? schemaIn(text)) };
    } catch (error) {
      if (error instanceof NoAnswer) return error.said;
      throw error;
    }
  }

  /** Task of a request; undefined for research, which has no schema. */
  kindOf(schema: unknown, text: string): TaskKind | undefined {
    const found = schema ?? schemaIn(text);
    if (found === undefined) return undefined;
    const candidates = kindsBySchema.get(JSON.stringify(found)) ?? [];
    if (candidates.length < 2) return candidates[0];
    const inWords = kindInRequest(candidates, text);
    if (inWords !== undefined && askedAhead.has(inWords)) return inWords;
    const told =
      this.#newest === undefined ? inWords : candidates.find((kind) => this.#last.get(kind) === this.#newest);
    return told ?? candidates[0];
  }

  /**
   * The script's output for the task, as a model would write it. `text`: the request's text, for use without events.
   */
  json(kind: TaskKind, text = '', schema?: unknown): unknown {
    const step = this.#stepOf(kind, text);
    const given =
      kind === 'verifier/support'
        ? { answer: 'supports', explanation: 'The passage says so.' }
        : (this.#outputOf(step) ?? this.#judgedAs(kind));
    const told = typeof given === 'function' ? (given as Told)(text) : given;
    const output = resolved(told, (written, index) => this.#seqAt(written, index));
    if (output === undefined) throw new Error(`The script has nothing for ${step} (${kind}).`);
    if (isFault(output))
      throw new NoAnswer(
        output.$cut === true
          ? { cut: '{"argument": "It was on the second day that' }
          : { refusal: output.$refusal ?? '' },
      );
    const flat = shaped(kind, atLength(output));
    const json = filled(isObject(schema) ? schema : answerFormat(kind).schema, flat);
    return kind === 'chair/conclude' || kind === 'chair/word_conclusion' ? this.#labels.blind(json) : json;
  }

  /** A script without a brief has an empty one, and its plain answer takes no position; its judges decide as its conclusion or its ruling does. */
  #judgedAs(kind: TaskKind): unknown {
    if (kind === 'reporter/brief')
      return { cruxes: [], options: [], assumptions: [], would_change: [], minority: [], next: [] };
    if (kind === 'voter/choose') return { reason: 'Nothing speaks for either.', choice: 'none' };
    const ending: unknown = this.script['conclusion'] ?? this.script['ruling'] ?? this.script['judge/rule'];
    if (!isObject(ending) || !kind.startsWith('juror/')) return undefined;
    const seqs = isObject(ending['answer']) ? ending['answer']['seqs'] : [];
    const reason = { text: 'As the record shows.', seqs };
    if (kind === 'juror/verdict')
      return { reasons: [reason, reason], evaluations: ending['evaluations'], void: ending['void'] ?? null };
    const verdicts = Array.isArray(ending['verdicts']) ? ending['verdicts'].filter(isObject) : [];
    return { issues: verdicts.map(({ issue, verdict }) => ({ issue, reasons: [reason], verdict })) };
  }

  #seqAt(step: string, index: number): number | undefined {
    const first = this.#written.get(step);
    return first === undefined ? undefined : first + index;
  }

  /**
   * The first, second … answer to a step for which the script has several (`r1/advocate#2`). A review names no round,
   * so any of that debater's will do.
   */
  #outputOf(step: string): unknown {
    const times = (this.#times.get(step) ?? 0) + 1;
    this.#times.set(step, times);
    return (
      this.script[`${step}#${times}`] ??
      this.script[step] ??
      Object.entries(this.script).find(([id]) => id.endsWith(`/${step}`))?.[1]
    );
  }

  #stepOf(kind: TaskKind, text: string): string {
    if (kind === 'reporter/summary') return 'documents/summary';
    if (kind === 'reporter/blog_post') return 'documents/blog-post';
    const isTold = text !== '' && askedAhead.has(kind);
    const step = (isTold ? undefined : this.#last.get(kind)) ?? stepInRequest(kind, text);
    // Both sides of an exchange are asked at once: each request says whose it is.
    return kind.startsWith('side/') ? step.replace('arguments', sideIn(text)) : step;
  }

  #research(tools: readonly string[], results: number, text: string): Said {
    const known = ['read_evidence', 'search_evidence'].filter(
      (name) => tools.includes(name) || text.includes(`- ${name}:`),
    );
    const query = this.script[`research/${sideIn(text)}`];
    if (
      !(this.isResearching || query !== undefined) ||
      results > 0 ||
      text.includes('Result of ') ||
      known[0] === undefined
    )
      return { text: 'Notes: the figures stand as they are in the files.' };
    return { call: { name: 'search_evidence', input: { query: query ?? 'parcels of the depot' } } };
  }
}

interface Fault {
  $refusal?: string;
  $cut?: true;
}

/** A model's words in place of an answer. */
class NoAnswer extends Error {
  constructor(readonly said: Said) {
    super('The script has the model refuse here, or be cut.');
  }
}

const isFault = (given: unknown): given is Fault =>
  typeof given === 'object' && given !== null && ('$refusal' in given || '$cut' in given);

function shaped(kind: TaskKind, output: unknown): unknown {
  if (kind.startsWith('debater/')) return asModelTurn(kind, output);
  if (kind === 'side/rebut') return listed(output);
  if (kind === 'chair/word_conclusion' && isObject(output)) {
    const { reason, answer, agreed, open } = output;
    return { reason, answer, agreed, open };
  }
  if (kind === 'advocate/defend' || kind === 'critic/critique')
    return { ...(output as object), ...markedSources(output as Record<string, unknown>, ['argument']) };
  if (kind === 'judge/assess') return { ...(output as object), disputes: disputesIn(output) };
  return output;
}

/** Code fills in the Verifier's results; a model names its further doubts. */
const disputesIn = (output: unknown): unknown[] =>
  ((output as { fact_check?: { verdict: string }[] }).fact_check ?? []).filter(({ verdict }) => verdict === 'DISPUTED');

/** Repeats the text, so that it adds no statement that would need a judgment. */
function padded(text: string, asked: number): string {
  const again = ` ${text.replace(/^(?:\[CONJECTURE\]|SOURCE CORRECTION[^\n]*)\s*/, '').trim()}`;
  return text + again.repeat(Math.max(0, Math.ceil((asked * 0.75 - wordCount(text)) / wordCount(again))));
}

/** Scripts are terse; an argument of a model is as long as its prompt asks. */
function atLength(output: unknown): unknown {
  if (!isObject(output)) return output;
  const { argument, entries } = output;
  if (typeof argument === 'string') return { ...output, argument: padded(argument, 250) };
  if (!Array.isArray(entries)) return output;
  return { ...output, entries: entries.map((entry: unknown) => (isObject(entry) ? entryAtLength(entry) : entry)) };
}

const entryAtLength = (entry: Record<string, unknown>): Record<string, unknown> =>
  typeof entry['content'] !== 'string' ||
  entry['type'] === 'source_challenge' ||
  entry['type'] === 'clarification_request'
    ? entry
    : { ...entry, content: padded(entry['content'], 120) };

/** An argument alone as the list of one that a model gives. */
function listed(output: unknown): unknown {
  const { argument, ...rest } = output as { argument?: unknown };
  return { ...rest, arguments: [argument] };
}

const sideIn = (text: string): string => [...text.matchAll(/<persona-\S+ name="([^"]+)">/g)].at(-1)?.[1] ?? '';

/** Schema in a plain-text request, which follows these words. */
function schemaIn(text: string): unknown {
  const found = /It must match this JSON Schema:\n(\{.*\})/.exec(text)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as unknown);
}

/** A turn as a model gives it: marks in place of claims, an opening or closing without a list around it. */
function asModelTurn(kind: TaskKind, output: unknown): unknown {
  const { entries = [], ...rest } = output as { entries?: Record<string, unknown>[] };
  const [first, ...riders] = entries.map(({ correction, ...entry }): Record<string, unknown> => ({
    ...entry,
    ...(correction === undefined ? {} : { corrections: [correction] }),
    ...markedSources(entry, ['content']),
  }));
  if (kind === 'debater/turn') return { ...rest, entries: first === undefined ? [] : [first, ...riders] };
  return { ...rest, ...first, challenge: riders.find(({ type }) => type === 'source_challenge') };
}

/** Each source with its mark, and the mark behind the claim. */
export function markedSources(answer: Record<string, unknown>, texts: readonly string[]): Record<string, unknown> {
  const given = Array.isArray(answer['sources']) ? (answer['sources'] as Record<string, unknown>[]) : [];
  const said = Object.fromEntries(texts.map((name) => [name, answer[name]]));
  const sources = given.map(({ claim, ...source }, index) => {
    const mark = `s${index + 1}`;
    const name = texts.find((one) => typeof said[one] === 'string' && said[one].includes(String(claim)));
    if (typeof claim === 'string' && name !== undefined)
      said[name] = String(said[name]).replace(claim, () => `${claim} [${mark}]`);
    return { mark, ...source };
  });
  return { ...said, sources };
}

/** Whether the schema is for an entry of the same type. */
function fits(option: Schema, value: unknown): boolean {
  const types = (option['properties'] as Record<string, Schema> | undefined)?.['type']?.['enum'];
  return option['type'] !== 'null' && (!Array.isArray(types) || types.includes((value as { type?: unknown }).type));
}

/** Values that a schema requires and a script leaves out, all of them empty. */
function filled(schema: Schema, value: unknown): unknown {
  const options = schema['anyOf'] as Schema[] | undefined;
  if (options !== undefined) {
    if (value === undefined || value === null) return null;
    return filled(options.find((option) => fits(option, value)) ?? {}, value);
  }
  if (schema['type'] === 'array')
    return (Array.isArray(value) ? value : []).map((item) => filled(schema['items'] as Schema, item));
  if (schema['type'] === 'object') {
    const properties = schema['properties'] as Record<string, Schema>;
    const given = (value ?? {}) as Record<string, unknown>;
    return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, filled(part, given[key])]));
  }
  if (schema['type'] === 'string')
    return typeof value === 'string' ? value : value === undefined ? '-' : JSON.stringify(value);
  return value;
}
