import { expect } from 'vitest';
import { createOfflinePerformer } from '../../src/agents/offline/offlinePerformer';
import type { OfflineEvidence } from '../../src/agents/offline/evidenceIndex';
import type { PerformContext, Performer } from '../../src/agents/performer';
import { sides, type Argument, type Side } from '../../src/debate/entryData';
import { argumentIds, argumentOf } from '../../src/debate/formats/dialectic/arguments';
import { drawn } from '../../src/debate/formats/dialectic/draw';
import { limitBreaches } from '../../src/debate/formats/dialectic/limits';
import { lineRangeToOffsets } from '../../src/debate/quote';
import { parseSourceUrl } from '../../src/debate/sourceUrl';
import { taskOutputs, type TaskInputs, type TaskKind, type TaskOutput, type Violation, type VisibleEntry } from '../../src/debate/tasks';
import type { BlindArgument, KnownArgument, Motion, Toulmin } from '../../src/debate/tasks/dialectic';

/** Offline dialectics by hand: the inputs of the tasks are built here, so that each part of them can be changed. */

const context: PerformContext = { signal: new AbortController().signal, progress: () => undefined };

export const plainMotion = (text: string): Motion => ({ text, definitions: [], scope: undefined });

const personas: Record<Side, string> = { proposition: 'The Proposition, which argues for the motion', opposition: 'The Opposition, which argues against the motion' };

export const seats = sides.map((name) => ({ name, persona: personas[name], starting_position: name === 'proposition' ? 'The motion stands.' : 'The motion falls.', incentives: 'To win.', model: 'offline' }));

export const briefOn = (topic: string, files: readonly string[] = []): TaskInputs['scorer/score']['brief'] => ({
  ...{ topic, debaters: seats, subject: [], guidance: [] },
  evidence: { root: '/e', files },
});

export interface Staging {
  motion: Motion;
  topic?: string;
  evidence: OfflineEvidence;
  exchanges?: number;
  /** Another performer for every task, as after a restart at every step. */
  restarts?: boolean;
  /** How the Verifier leaves a source; verified where it says nothing. */
  status?(url: string): KnownArgument['checks'][number]['status'] | undefined;
}

export interface Judged {
  exchange: number;
  output: TaskOutput<'scorer/score'>;
  /** By label. */
  ids: ReadonlyMap<string, string>;
}

/** A debate as far as its arguments and scores go. */
export class DialecticStage {
  readonly known: KnownArgument[] = [];
  readonly judgments: Judged[] = [];
  #performer: Performer | undefined;

  constructor(readonly staging: Staging) {}

  async play(): Promise<this> {
    for (let exchange = 0; exchange < (this.staging.exchanges ?? 3); exchange += 1) {
      const given = await Promise.all(sides.map((side) => this.argue(side, exchange)));
      sides.forEach((side, at) => this.#log(side, { exchange, given: given[at] ?? [] }));
      await this.#checkGrounds(exchange);
      await this.#judge(exchange);
    }
    return this;
  }

  async argue(side: Side, exchange: number, { attempt = 1, feedback = [] }: { attempt?: number; feedback?: readonly Violation[] } = {}): Promise<Toulmin[]> {
    const input = this.inputOf(side, exchange);
    const kind = exchange === 0 ? 'side/open' : 'side/rebut';
    const output = await this.perform(kind, input, { attempt, feedback });
    return 'arguments' in output ? (output.arguments as Toulmin[]) : [output.argument];
  }

  inputOf(side: Side, exchange: number): TaskInputs['side/rebut'] {
    const { motion, topic = motion.text, evidence } = this.staging;
    const you = seats.find(({ name }) => name === side);
    if (you === undefined) throw new Error(side);
    return {
      ...{ brief: briefOn(topic, evidence.files.map(({ path }) => path)), record: [], you, guidance: [], questions: [], mustAcknowledge: [], standingIssues: [] },
      ...{ side, motion, exchange },
      ...{ own: this.known.filter(({ argument }) => argument.side === side), opponent: this.known.filter(({ argument }) => argument.side !== side) },
    };
  }

  async perform<K extends TaskKind>(kind: K, input: TaskInputs[K], { attempt = 1, feedback = [] as readonly Violation[] } = {}): Promise<TaskOutput<K>> {
    if (this.staging.restarts === true) this.#performer = undefined;
    this.#performer ??= await createOfflinePerformer(this.staging.evidence);
    const { output } = await this.#performer.perform({ id: 't', kind, agent: 'a', input, attempt, feedback }, context);
    return taskOutputs[kind].parse(output) as TaskOutput<K>;
  }

  #log(side: Side, { exchange, given }: { exchange: number; given: readonly Toulmin[] }): void {
    const ids = argumentIds(side, exchange, { count: given.length, taken: () => false });
    given.forEach((one, at) => {
      expect(limitBreaches(one)).toEqual([]);
      const argument = argumentOf(one, { id: ids[at] ?? '', side, exchange });
      const checks = argument.grounds.map(({ url = '' }) => ({ url, status: this.staging.status?.(url) ?? ('verified' as const), explanation: 'Looked up.' }));
      this.known.push({ seq: 10 + this.known.length, argument, score: undefined, checks, struck: undefined });
    });
  }

  async #checkGrounds(exchange: number): Promise<void> {
    for (const { argument } of this.known.filter((one) => one.argument.exchange === exchange)) {
      for (const { url = '', quote = '', content } of argument.grounds) {
        const source = parseSourceUrl(url);
        if (source.kind !== 'workspace' || source.lines === undefined) throw new Error(url);
        const text = await this.staging.evidence.text(source.path);
        const range = lineRangeToOffsets(text, source.lines.start, source.lines.end);
        expect(text.slice(range?.start, range?.end).replace(/\s+/g, ' ')).toContain(quote);
        expect(content).toBe(quote);
      }
    }
  }

  async #judge(exchange: number): Promise<void> {
    const input = scoringOf(this.known, { exchange, motion: this.staging.motion, topic: this.staging.topic ?? this.staging.motion.text, seed: String(exchange) });
    const output = await this.perform('scorer/score', input.input);
    for (const { argument_id: label, score } of output.scores) this.#score(input.ids.get(label), score);
    for (const { argument_id: label, new_score: score } of output.rescores) this.#score(input.ids.get(label), score);
    this.judgments.push({ exchange, output, ids: input.ids });
  }

  #score(id: string | undefined, score: number): void {
    const at = this.known.findIndex(({ argument }) => argument.id === id);
    const before = this.known[at];
    if (before !== undefined) this.known[at] = { ...before, score };
  }

  /** The record as far as the Reporter reads it: the judgments, with ids. */
  record(): VisibleEntry[] {
    return this.judgments.map(({ exchange, output, ids }, at): VisibleEntry => {
      const idOf = (label: string): string => ids.get(label) ?? label;
      const scores = output.scores.map((one) => ({ ...one, argument_id: idOf(one.argument_id) }));
      const rescores = output.rescores.map((one) => ({ ...one, argument_id: idOf(one.argument_id), old_score: 0 }));
      return {
        ...{ seq: 100 + at, timestamp: '2026-01-01T00:00:00.000Z', phase: 'judgment', speaker: 'judge', type: 'judgment', content: 'x' },
        ...{ sources: null, rebuttal_to_seq: null, target_seq: null, data: { exchange, scores, rescores } },
      };
    });
  }

  clash(): Promise<TaskOutput<'reporter/clash'>> {
    const { motion, topic = motion.text } = this.staging;
    const totalOf = (side: Side) => ({ total: this.total(side) / 100, count: this.known.filter(({ argument }) => argument.side === side).length });
    const totals = { proposition: totalOf('proposition'), opposition: totalOf('opposition') };
    return this.perform('reporter/clash', { brief: briefOn(topic), record: this.record(), motion, arguments: this.known, totals, wordLimits: { min: 500, max: 600 } });
  }

  quotes(): string[] {
    return this.known.flatMap(({ argument }) => argument.grounds.map(({ quote = '' }) => quote));
  }

  total(side: Side): number {
    return Math.round(100 * this.known.filter(({ argument }) => argument.side === side).reduce((sum, { score = 0 }) => sum + score, 0));
  }
}

export interface Scoring {
  exchange: number;
  motion: Motion;
  topic: string;
  seed: string;
}

/** The Judge's input with labels drawn from a seed, and which id each stands for. */
export function scoringOf(known: readonly KnownArgument[], { exchange, motion, topic, seed }: Scoring): { input: TaskInputs['scorer/score']; ids: Map<string, string> } {
  const shown = drawn(known.filter(({ argument }) => argument.exchange <= exchange), seed);
  const labels = new Map(shown.map(({ argument }, at) => [argument.id, `Argument ${at + 1}`]));
  const blind = (one: KnownArgument): BlindArgument => blindOf(one, labels);
  const input = {
    ...{ brief: briefOn(topic), motion, guidance: [] },
    arguments: shown.filter(({ argument }) => argument.exchange === exchange).map(blind),
    earlier: shown.filter(({ argument }) => argument.exchange < exchange).map(blind),
  };
  return { input, ids: new Map([...labels].map(([id, label]) => [label, id])) };
}

function blindOf({ argument, score, checks, struck }: KnownArgument, labels: ReadonlyMap<string, string>): BlindArgument {
  const named = (relations: Argument['attacks']) =>
    (relations ?? []).map(({ target_id: id, type, content = '' }) => ({ target: labels.get(id) ?? id, type, content }));
  return {
    ...{ label: labels.get(argument.id) ?? '', title: argument.title, claim: argument.claim, warrant: argument.warrant },
    grounds: argument.grounds.map(({ source, content, relevance, url }) => ({ source, content, relevance, status: checks.find((check) => check.url === url)?.status })),
    ...{ backing: argument.backing, qualifier: argument.qualifier, attacks: named(argument.attacks) },
    defends: (argument.defends ?? []).map(({ target_id: id, type, content = '' }) => ({ target: labels.get(id) ?? id, type, content })),
    ...{ score, struck: struck?.reason },
  };
}
