import { modelTask } from '../../../agents/model/formats/registry';
import type { TaskShape } from '../../../agents/model/modelTask';
import { isToldAhead } from '../../../agents/model/promptLayout';
import { effortFor, type EffortWishes } from '../../../agents/model/thinking';
import { plainAnswerId } from '../../../debate/formats/common/plainAnswer';
import { plainAnswers } from '../../../debate/flow/judges';
import { hasPerson, namedPerformer } from '../../../debate/flow/seats';
import { writtenForHour } from '../../../debate/log/data/common';
import type { TaskKind } from '../../../debate/flow/tasks';
import type { TokenUsage, ModelRef } from '../../../models/provider';
import type { Assumed } from './assumed';

export type SeatModel = Extract<ModelRef, { kind: 'model' }>;

/** Tokens, rounded up by hand; `npm run bench -- estimates` holds them against debates. */
export const sizes = {
  /** Rules of all debates, the format and the role, with the shape of the answer. */
  rules: 1_150,
  /** Rules of a task that is told nothing of the debate. */
  bareRules: 600,
  /** Topic and rules, then for each debater, and for each file of the evidence. */
  brief: 200,
  debater: 100,
  file: 14,
  task: 500,
  /** Part of a task that goes with the rules. */
  fixed: 400,
  notes: 500,
  call: 60,
  /** Claim, passage with its surroundings, and what is asked of them. */
  support: 1_050,
  supportAnswer: 80,
  /** Passages of the evidence that the plain answer is given, and that answer. */
  passages: 800,
  plainAnswer: 120,
  briefAnswer: 700,
} as const;

const mostFiles = 200;

export interface AskedTask {
  step: string;
  seat: string;
  kind: TaskKind;
  ref: SeatModel;
  usage: TokenUsage;
  /** Input and answer of one request, without thinking and results of tools. */
  window: number;
  /** Input with as little of the record as the task can do with. */
  least: number;
}

interface Task {
  step: string;
  seat: string;
  kind: TaskKind;
  /** Tokens of the whole record, and of its newest round. Which is sent the kind says. */
  record?: number;
  recent?: number;
  /** Tokens of the whole record with all turns as summaries. */
  condensed?: number;
  own?: number;
  answer: number;
  /** The task runs at the same time as others of its lineage: none finds in the cache what another wrote. */
  isAtOnce?: boolean;
}

interface AccountsPlan {
  debaters: readonly { name: string }[];
  files: number;
  /** Told whole to those who may read it; `isAll`: then nothing is looked up. */
  evidence?: { tokens: number; isAll: boolean } | undefined;
  /** Who sits where, by role or debater. */
  seats: Map<string, string>;
  modelOf(named: string): ModelRef | undefined;
  efforts: EffortWishes;
  /** Whether what was sent before is read from the provider's cache. */
  isCached(ref: SeatModel): boolean;
  assumed: Assumed;
}

/** Adds up what the requests of a debate use, with a prefix cache where the provider keeps one. */
export class Accounts {
  readonly asked: AskedTask[] = [];
  readonly assumed: Assumed;
  readonly #known = new Map<string, number>();

  constructor(private readonly plan: AccountsPlan) {
    this.assumed = plan.assumed;
  }

  task(task: Task): void {
    const shape = modelTask(task.kind);
    const ref = this.plan.modelOf(namedPerformer({ models: this.plan.seats }, task.seat, task.kind));
    if (ref?.kind !== 'model') return;
    const { length } = this.assumed;
    const record = { whole: task.record ?? 0, recent: task.recent ?? 0, none: 0 }[shape.record] * length;
    const fixed = isToldAhead(shape) ? sizes.fixed : 0;
    const parts: RequestParts = {
      ref,
      shape,
      record,
      prefix: this.#system(shape) + fixed + record,
      fresh: sizes.task - fixed + (task.own ?? 0),
      thinking: this.assumed.thinking(ref, effortFor({ agent: task.seat, kind: task.kind }, this.plan.efforts)),
    };
    const isResearched = shape.isResearched === true && this.plan.evidence?.isAll !== true;
    const notes = isResearched ? sizes.notes : 0;
    if (notes > 0) this.#research(task, parts);
    const usage = this.#pass(task, { ...parts, fresh: parts.fresh + notes }, task.answer * length);
    const window = parts.prefix + parts.fresh + notes + task.answer * length;
    this.#add(task, parts, { usage, window, least: window - this.#spare(task, record) });
  }

  #spare({ kind, condensed }: Task, record: number): number {
    const { record: scope, mustBeWhole } = modelTask(kind);
    if (scope !== 'whole' || mustBeWhole === true) return 0;
    return Math.max(0, record - (condensed ?? 0) * this.assumed.length);
  }

  /** The plain answer before the debate, where the options ask for one. */
  plainAnswer(options: Readonly<Record<string, unknown>> | undefined, seat: string): void {
    if (plainAnswers({ options }) === 0) return;
    const own = this.plan.files > 0 ? sizes.passages : 0;
    this.task({ step: plainAnswerId, seat, kind: 'voter/choose', own, answer: sizes.plainAnswer });
  }

  /** The Reporter's part of the brief, where the options ask for one. */
  brief(isWanted: boolean, task: Pick<Task, 'step' | 'record' | 'condensed' | 'own'>): void {
    if (isWanted) this.task({ ...task, seat: 'reporter', kind: 'reporter/brief', answer: sizes.briefAnswer });
  }

  sources(step: string, count: number): void {
    for (let source = 0; source < Math.round(count * this.assumed.sources); source += 1)
      this.task({
        step,
        seat: 'verifier',
        kind: 'verifier/support',
        own: sizes.support - sizes.task,
        answer: sizes.supportAnswer,
      });
  }

  /** The cache point stands behind the task, then moves with the newest results. */
  #research(task: Task, { ref, ...parts }: RequestParts): void {
    const { requests, results, searches } = this.assumed.research;
    const each = requests > 1 ? results / (requests - 1) : 0;
    const isCached = this.#isCached(ref, parts.shape);
    const first = this.#pass(task, { ...parts, ref, lineage: 'research' }, sizes.call);
    let usage = isCached ? { ...first, input: 0, cache_write: first.cache_write + first.input } : first;
    let sent = parts.prefix + parts.fresh;
    for (let request = 2; request <= requests; request += 1) {
      const fresh = each + sizes.call;
      const output = (request === requests ? sizes.notes : sizes.call) + parts.thinking;
      usage = added(usage, isCached ? { cache_read: sent, cache_write: fresh } : { input: sent + fresh });
      usage = added(usage, { output });
      sent += fresh;
    }
    const window = parts.prefix + parts.fresh + sizes.notes;
    const spare = this.#spare(task, parts.record);
    this.#add(task, { ref, ...parts }, { usage: { ...usage, searches }, window, least: window - spare });
  }

  /** The prefix is read from the cache as far as its lineage has been asked before. */
  #pass(task: Task, { ref, shape, prefix, fresh, thinking, lineage }: RequestParts, answer: number): TokenUsage {
    const output = answer + thinking;
    if (!this.#isCached(ref, shape)) return { input: prefix + fresh, cache_write: 0, cache_read: 0, output };
    const isAlone = shape.hasOwnView === true || task.isAtOnce === true;
    const key = [
      lineage ?? answerName(task.kind, shape),
      shape.readership,
      ref.provider,
      ref.model,
      ...(isAlone ? [task.seat] : []),
    ].join(' ');
    const known = Math.min(prefix, this.#known.get(key) ?? 0);
    this.#known.set(key, prefix);
    const written = prefix - known;
    const hour = hasPerson({ models: this.plan.seats }) ? { cache_write_1h: written } : {};
    return { input: fresh, cache_write: written, ...hour, cache_read: known, output };
  }

  #add(
    { step, seat, kind }: Task,
    { ref }: RequestParts,
    { usage, window, least }: Pick<AskedTask, 'usage' | 'window' | 'least'>,
  ): void {
    const again = 1 + this.assumed.again;
    this.asked.push({ step, seat, kind, ref, usage: times(usage, again), window, least });
  }

  #system({ brief, readsEvidence }: TaskShape): number {
    const { debaters, files, evidence } = this.plan;
    const lineup = brief === 'blind' ? 0 : debaters.length * sizes.debater;
    const told = readsEvidence === true ? evidence?.tokens : undefined;
    const briefTokens = sizes.brief + lineup + (told ?? Math.min(mostFiles, files) * sizes.file);
    return brief === 'none' ? sizes.bareRules : sizes.rules + briefTokens;
  }

  #isCached(ref: SeatModel, { isFrequent }: TaskShape): boolean {
    return isFrequent === true && this.plan.isCached(ref);
  }
}

interface RequestParts {
  ref: SeatModel;
  shape: TaskShape;
  record: number;
  /** What grows at its end: rules, brief, record. */
  prefix: number;
  fresh: number;
  thinking: number;
  lineage?: string;
}

const answerName = (kind: TaskKind, shape: TaskShape & { answerName?: string }): string => shape.answerName ?? kind;

const added = (usage: TokenUsage, more: Partial<TokenUsage>): TokenUsage => ({
  input: usage.input + (more.input ?? 0),
  cache_write: usage.cache_write + (more.cache_write ?? 0),
  ...writtenForHour(usage, more),
  cache_read: usage.cache_read + (more.cache_read ?? 0),
  output: usage.output + (more.output ?? 0),
});

const times = (usage: TokenUsage, factor: number): TokenUsage => ({
  input: usage.input * factor,
  cache_write: usage.cache_write * factor,
  ...(usage.cache_write_1h === undefined ? {} : { cache_write_1h: usage.cache_write_1h * factor }),
  cache_read: usage.cache_read * factor,
  output: usage.output * factor,
  ...(usage.searches === undefined ? {} : { searches: usage.searches * factor }),
});
