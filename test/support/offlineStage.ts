import { expect } from 'vitest';
import type { OfflineEvidence } from '../../src/agents/offline/evidenceIndex';
import { createOfflinePerformer } from '../../src/agents/offline/offlinePerformer';
import type { PerformContext, Performer } from '../../src/agents/performer';
import { entryOf } from '../../src/debate/codec';
import { draftProblems, type Draft, type Entry } from '../../src/debate/entry';
import type { VerificationStatus } from '../../src/debate/entryData';
import { evolve } from '../../src/debate/evolve';
import { lineRangeToOffsets } from '../../src/debate/quote';
import { parseSourceUrl } from '../../src/debate/sourceUrl';
import { StateAccumulator } from '../../src/debate/state';
import type { AgentTask, CapturedSource, Format, SourceTask, StepTask, TaskOutcome } from '../../src/debate/step';
import { taskOutputs, type Violation } from '../../src/debate/tasks';
import { createView } from '../../src/debate/view';

export interface OfflineSetting {
  evidence: OfflineEvidence;
  /** Another performer for every task, as after a restart at every step. */
  restarts?: boolean;
  /** What the Verifier makes of the sources of an entry, where it is not verified. */
  verdictOn?: (entry: Entry, url: string) => VerificationStatus | undefined;
  /** Tasks that fail for good. */
  failing?: readonly string[];
}

export const context: PerformContext = { signal: new AbortController().signal, progress: () => undefined };

/** Whole debates by a format's own rules, without files or an engine: every task is performed offline, and passes its gate or goes back. */
export abstract class OfflineStage {
  readonly entries: Entry[] = [];
  readonly state = new StateAccumulator();
  readonly view = createView(this.state, (seq) => this.entries[seq]);
  readonly violations: { task: string; found: readonly Violation[] }[] = [];
  #performer: Performer | undefined;

  constructor(
    private readonly format: Format,
    private readonly setting: OfflineSetting,
  ) {}

  /** The setup entry, before anything else. */
  protected abstract setup(): Draft | Promise<Draft>;

  async play(): Promise<this> {
    this.#commit([await this.setup()], 'setup');
    for (let guard = 0; guard < 600; guard += 1) {
      const [step] = this.format.decide(this.state);
      if (step === undefined) return this;
      const outcomes: TaskOutcome[] = [];
      for (const task of step.tasks) outcomes.push(await this.#perform(task));
      this.#commit(step.commit(outcomes, { view: this.view, today: '2026-01-01' }), step.id);
    }
    throw new Error('the debate does not end');
  }

  protected async agent(): Promise<Performer> {
    if (this.setting.restarts === true) return createOfflinePerformer(this.setting.evidence);
    this.#performer ??= await createOfflinePerformer(this.setting.evidence);
    return this.#performer;
  }

  async #perform(task: StepTask): Promise<TaskOutcome> {
    if (this.setting.failing?.includes(task.id) === true) return { ok: false, task, code: 'failed', message: 'It failed.', attempt: 3, elapsedMs: 1 };
    if (task.kind === 'verify/source') return done(task, await this.#verified(task));
    if (task.kind !== 'system/ready') return this.#answered(task);
    for (const agent of task.agents) await (await this.agent()).ready(agent, context.signal);
    return done(task, {});
  }

  async #verified({ target, url }: SourceTask): Promise<unknown> {
    const entry = this.entries[target];
    const quote = entry?.sources?.find((source) => source.url === url)?.quote ?? '';
    expect((await this.#linesOf(url)).replace(/\s+/g, ' ')).toContain(quote);
    const status = (entry === undefined ? undefined : this.setting.verdictOn?.(entry, url)) ?? 'verified';
    const checks = { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'pass', support: 'same' };
    return { url, status, confidence: 'high', checks, explanation: 'Looked up.' };
  }

  async #linesOf(url: string): Promise<string> {
    const source = parseSourceUrl(url);
    if (source.kind !== 'workspace' || source.lines === undefined) throw new Error(url);
    const text = await this.setting.evidence.text(source.path);
    const range = lineRangeToOffsets(text, source.lines.start, source.lines.end);
    return text.slice(range?.start, range?.end);
  }

  async #answered(task: AgentTask): Promise<TaskOutcome> {
    let feedback: readonly Violation[] = task.feedback ?? [];
    for (let attempt = 1; ; attempt += 1) {
      const { id, kind, agent } = task;
      const { output } = await (await this.agent()).perform({ id, kind, agent, input: task.input(this.view), attempt, feedback }, context);
      const parsed: unknown = taskOutputs[kind].parse(output);
      const sources = new Map<string, CapturedSource>();
      for (const url of task.cites?.(parsed) ?? []) sources.set(url, { outcome: 'read', title: '', text: await this.#fileOf(url) });
      const found = task.check?.(parsed, { view: this.view, sources }) ?? [];
      if (found.length === 0) return done(task, parsed);
      this.violations.push({ task: id, found });
      if (attempt === 3) return { ok: false, task, code: 'rejected', message: 'rejected', attempt, elapsedMs: 1, last: { output: parsed, violations: found } };
      feedback = found;
    }
  }

  #fileOf(url: string): Promise<string> {
    const source = parseSourceUrl(url);
    return source.kind === 'workspace' ? this.setting.evidence.text(source.path) : Promise.reject(new Error(url));
  }

  #commit(drafts: readonly Draft[], id: string): void {
    drafts.forEach((draft, index) => {
      expect(draftProblems(draft)).toEqual([]);
      const seq = this.entries.length;
      const step = { id, index, count: drafts.length, attempt: 1, elapsed_ms: 1 };
      const entry = entryOf({ ...draft, data: { ...draft.data, step } }, seq, new Date(1_700_000_000_000 + seq * 1000).toISOString());
      this.entries.push(entry);
      evolve(this.state, entry);
    });
  }

  of(type: string): Entry[] {
    return this.entries.filter((entry) => entry.type === type);
  }

  quotes(): string[] {
    return this.entries.flatMap(({ sources }) => (sources ?? []).map(({ quote = '' }) => quote));
  }

  words(): string {
    return this.entries.map(({ content }) => content).join('\n');
  }
}

const done = (task: StepTask, output: unknown): TaskOutcome => ({ ok: true, task, output, attempt: 1, elapsedMs: 1 });
