import type { TaskRequest, Violation } from '../debate/flow/tasks';
import { taskOutputs } from '../debate/flow/tasks';
import { stepMarkSchema } from '../debate/log/data/common';
import type { ResearchTool } from '../research/tool';
import { sha256 } from '../record/sha256';
import { clientToolName, HostLookUps, lookedUpSchema, type LookUpDependencies, mostCalls } from './hostLookUps';
import { answerFormat, isExactAnswer, taskOutputFrom } from './model/answers';
import { BlindLabels } from '../debate/formats/common/blindLabels';
import { Fence } from './model/fence';
import { modelTask, promptValues } from './model/formats/registry';
import { readAnswer } from './model/jsonAnswer';
import { LeakGuard } from './model/leakGuard';
import { lengthRemarks } from './model/modelTask';
import type { PromptBook } from './model/promptBook';
import { isToldAhead, PromptLayout } from './model/promptLayout';
import { fitsWindow, type WholeEvidence } from './model/wholeEvidence';
import { askable, type Performance, type PerformContext, type Performer } from './performer';
import * as z from 'zod';

/** A task as an agent of the client gets it: it knows nothing else of the debate. */
export interface HostTask {
  readonly id: string;
  readonly kind: TaskRequest['kind'];
  /** The seat: a role or a debater's name. */
  readonly agent: string;
  /** Names what the answer hangs on: kind, input and how often the task was opened before. */
  readonly identity: string;
  readonly instructions: string;
  readonly input: string;
  /** JSON Schema of the answer. */
  readonly schema: Record<string, unknown>;
  readonly lookUps: HostLookUps;
  /** Said in addition where several tasks of this kind are opened at once. */
  readonly together: string;
  /** Why the answer before was refused. */
  readonly reasons: readonly string[];
  readonly triesLeft: number;
}

/** An answer, and which client's agent gave it. */
export type HostAnswer = { answer: unknown } & Pick<Performance, 'via'>;

/** Tasks that wait for agents of the client. */
export interface HostTaskQueue {
  /** Boundary of the task's texts, the same whenever the task is the same. */
  markFor(identity: string): string;
  /** Waits, as long as it takes, for an answer. Rejects with a TaskError, or with the signal's reason. */
  ask(task: HostTask, signal: AbortSignal): Promise<HostAnswer>;
  /** Called with an answer that was given before the program was restarted, in place of `ask`. */
  replay(task: { id: string; identity: string; answer: unknown }): void;
  /** Whether text holds the mark of another task. */
  holdsOtherMark(text: string, own: string): boolean;
  /** Called when the gate has decided on the last answer, or the task has failed. */
  settled(task: { id: string; isAccepted: boolean; reasons: readonly string[] }): void;
}

export interface HostDependencies extends LookUpDependencies {
  book: PromptBook;
  tools: () => Promise<readonly ResearchTool[]>;
  subject: (fence: Fence) => Promise<string>;
  evidence: (fence: Fence) => Promise<WholeEvidence | undefined>;
  /** What the client said of the conversation that led to the debate. */
  background?: string | undefined;
  now: () => number;
}

const mostTries = 3;

/** A kept answer, with what its author looked up. */
const keptSchema = z.object({
  answer: z.unknown(),
  via: stepMarkSchema.shape.via,
  queries: z.array(z.string()),
  read: z.array(z.string()),
});

/** What was looked up for a task that is not answered, by the opening that it was looked up for. */
const keptLookUps = z.object({ identity: z.string(), lookedUp: lookedUpSchema });

/** What is asked, with all that belongs to one opening of a task. */
interface Opened {
  request: TaskRequest;
  labels: BlindLabels | undefined;
  identity: string;
  fence: Fence;
  evidence: WholeEvidence | undefined;
  subject: string;
  lookUps: HostLookUps;
}

/** How often a task was asked since it was opened, and how often it was opened. */
interface Opening {
  tries: number;
  times: number;
  identity: string | undefined;
  lookUps: HostLookUps | undefined;
}

/**
 * Agents of the client that started the debate, each with one task. They are waited for like a person and judged like a
 * model: two revisions, only sources that were captured in this debate.
 */
export class HostPerformer implements Performer {
  readonly provider = 'host';
  readonly isLocal = false;
  readonly #openings = new Map<string, Opening>();

  constructor(
    private readonly queue: HostTaskQueue | undefined,
    private readonly deps: HostDependencies,
  ) {}

  canPerform(): boolean {
    return true;
  }

  ready(agent: string): Promise<void> {
    return askable(
      this.queue,
      'no_host',
      `The seat of ${agent} is answered by agents of a client over MCP. Resume the debate there, or give the seat to a model or a person.`,
    );
  }

  async perform(request: TaskRequest, context: PerformContext): Promise<Performance> {
    await this.ready(request.agent);
    const opened = await this.#opened(request);
    await this.#restore(opened, context);
    const opening = this.#openingOf(request.id);
    opening.tries += 1;
    const place = context.placeFor?.(['host', opened.identity, request.feedback]);
    const kept = keptSchema.safeParse((await place?.find((event) => context.progress(event)))?.answer).data;
    context.signal.throwIfAborted();
    if (kept !== undefined) {
      opened.lookUps.restore(kept);
      this.queue?.replay({ id: request.id, identity: opened.identity, answer: kept.answer });
      return this.#judged(opened, kept);
    }
    const task = this.#task(opened, opening);
    const waited = async (): Promise<HostAnswer> =>
      (await this.queue?.ask(task, context.signal)) ?? { answer: undefined };
    const given = await (context.untimed === undefined ? waited() : context.untimed(waited));
    context.signal.throwIfAborted();
    const { queries, read } = opened.lookUps;
    await place?.keep({ ...given, queries: [...queries], read: [...read] }, undefined);
    return this.#judged(opened, given);
  }

  settled(id: string, { isAccepted, reasons }: { isAccepted: boolean; reasons: readonly string[] }): void {
    const { times } = this.#openingOf(id);
    this.#openings.set(id, { tries: 0, times: times + 1, identity: undefined, lookUps: undefined });
    this.queue?.settled({ id, isAccepted, reasons });
  }

  /** Takes over what was looked up before the program was restarted, and keeps what is looked up from now on. */
  async #restore({ identity, lookUps }: Opened, { typed }: PerformContext): Promise<void> {
    if (typed === undefined || lookUps.onCall !== undefined) return;
    const kept = keptLookUps.safeParse(await typed.find()).data;
    if (kept?.identity === identity) lookUps.restore(kept.lookedUp);
    lookUps.onCall = (lookedUp) => typed.keep({ identity, lookedUp });
  }

  #openingOf(id: string): Opening {
    const known = this.#openings.get(id);
    if (known !== undefined) return known;
    const made: Opening = { tries: 0, times: 0, identity: undefined, lookUps: undefined };
    this.#openings.set(id, made);
    return made;
  }

  async #opened(request: TaskRequest): Promise<Opened> {
    const { subject, evidence: evidenceFor, tools } = this.deps;
    const { isBlind, readsEvidence, isResearched } = modelTask(request.kind);
    const { input } = request;
    const labels = isBlind === true && 'brief' in input ? new BlindLabels(input.brief.debaters) : undefined;
    const asked = labels === undefined ? request : { ...request, input: labels.blind(input) };
    const opening = this.#openingOf(request.id);
    const identity = sha256(JSON.stringify([request.id, request.kind, opening.times, asked.input]));
    // Questions about support go out together.
    const marked = request.kind === 'verifier/support' ? request.kind : identity;
    const fence = new Fence(() => this.queue?.markFor(marked) ?? identity.slice(0, 12));
    const whole = readsEvidence === true ? await evidenceFor(fence) : undefined;
    const evidence = whole !== undefined && fitsWindow(whole, undefined) ? whole : undefined;
    if (opening.identity !== identity) {
      const all = isResearched === true ? await tools() : [];
      const useful = all.filter(({ isOfEvidence }) => !(isOfEvidence === true && evidence !== undefined));
      Object.assign(opening, { identity, lookUps: new HostLookUps(useful, fence, this.deps) });
    }
    const lookUps = opening.lookUps ?? new HostLookUps([], fence, this.deps);
    return { request: asked, labels, identity, fence, evidence, subject: await subject(fence), lookUps };
  }

  #task(opened: Opened, { tries }: Opening): HostTask {
    const { request, identity, fence, evidence, subject, lookUps, labels } = opened;
    const { book, background, now } = this.deps;
    const shape = modelTask(request.kind);
    const layout = new PromptLayout({ book, fence, subject, background, hasPerson: () => false, now });
    const { name: lineage, schema } = answerFormat(request.kind, request.input);
    const prefix = layout.prefix({ request, shape, lineage, condenseBefore: 0, evidence: evidence?.text });
    const values = { ...promptValues(request, fence), research: '' };
    const asked = isToldAhead(shape) ? book.afterFixed(request.kind, values) : book.task(request.kind, values);
    const feedback = labels === undefined ? request.feedback : labels.blind(request.feedback);
    return {
      id: request.id,
      kind: request.kind,
      agent: request.agent,
      identity,
      instructions: [...prefix.system.map(({ text }) => text), ...this.#toolWords(lookUps)].join('\n\n'),
      together: book.aside('host_together', {}),
      input: [...prefix.record.map(({ text }) => text), asked].join('\n\n'),
      schema,
      lookUps,
      reasons: feedback.map((violation) => fence.plain(violation.message)),
      triesLeft: Math.max(1, mostTries - tries + 1),
    };
  }

  #toolWords({ tools }: HostLookUps): string[] {
    const names = tools.map(({ name }) => clientToolName(name)).filter((name) => name !== undefined);
    if (names.length === 0) return [];
    return [this.deps.book.aside('host_tools', { tools: names.join(', '), calls: String(mostCalls) })];
  }

  #judged(opened: Opened, { answer: given, via }: HostAnswer): Performance {
    const { request, labels, fence, lookUps, evidence, subject } = opened;
    const reading = this.#read(opened, given);
    if ('fault' in reading)
      return {
        output: given,
        violations: [{ rule: 'json', message: `The answer was not valid JSON: ${reading.fault}.` }],
      };
    const { answer } = reading;
    const guard = new LeakGuard({ mark: fence.mark, prompts: this.deps.book.texts });
    const leak = guard.leakIn(answer, () => [request.input, subject, evidence?.text, lookUps.texts]);
    const isForeign = this.queue?.holdsOtherMark(JSON.stringify(answer), fence.mark) === true;
    const output = this.#outputFrom(opened, answer);
    return {
      output: labels === undefined ? output : labels.unblind(output),
      ...(leak !== undefined && { violations: [{ rule: 'leak', message: leak.message }] }),
      ...(isForeign && { violations: [{ rule: 'leak', message: foreignMark }] }),
      remarks: this.#remarks(request, answer),
      written: typeof given === 'string' ? given : JSON.stringify(given),
      ...(via && { via }),
    };
  }

  #read(opened: Opened, given: unknown): { answer: unknown } | { fault: string } {
    if (typeof given !== 'string') return { answer: given };
    const { kind } = opened.request;
    return readAnswer(given, {
      fits: (value) => taskOutputs[kind].safeParse(this.#outputFrom(opened, value)).success,
      isExact: (value) => isExactAnswer(kind, value),
    });
  }

  #outputFrom({ request: { kind, input }, lookUps, evidence }: Opened, answer: unknown): unknown {
    const given = evidence !== undefined && 'brief' in input ? input.brief.evidence.files : [];
    return taskOutputFrom(kind, answer, { input, research: lookUps.logWith(given) });
  }

  #remarks({ kind }: TaskRequest, answer: unknown): Violation[] {
    const { length } = modelTask(kind);
    return length === undefined || !this.deps.book.names(kind, 'words') ? [] : lengthRemarks(answer, length);
  }
}

const foreignMark = 'The answer holds the mark of another task. Answer from your own task alone.';
