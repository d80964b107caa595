import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '../../../src/agents/scripted';
import { stepOf, type Entry } from '../../../src/debate/log/entry';
import { evolve } from '../../../src/debate/fold/evolve';
import { formatNamed } from '../../../src/debate/formats/registry';
import { StateAccumulator } from '../../../src/debate/fold/state';
import type { TaskKind } from '../../../src/debate/flow/tasks';
import type { ModelProviderName } from '../../../src/models/provider';
import { modelFolder } from '../modelDebate';
import { fact, factSource, factUrl, fullScript, readEntries } from '../scriptedDebate';
import { kindOfStep } from '../scriptedModel';

/** A debate whose every step is known, and folders that hold it just before each of them. */

export const names = ['ada', 'bob'] as const;
/** Claims in other words than their source: only a model can say whether the passage supports them. */
export const borneOut = 'With 1014 parcels, depot ada coped well on day 2 of the trial.';
export const contradicted = 'With 1014 parcels, depot bob failed on day 2 of the trial.';
const highestSeq = 120;

export function eventfulScript(): Script {
  const judged = (name: string, claim: string) => ({ ...factSource(name, 2), claim });
  const script: Script = {
    ...fullScript({ names, rounds: 2, outcome: 'draw' }),
    'r1/turn/ada': {
      entries: [
        { type: 'new_point', content: `Look at the second day. ${borneOut}`, sources: [judged('ada', borneOut)] },
        { type: 'clarification_request', content: 'May I bring in a third depot?' },
      ],
    },
    'r1/turn/bob': {
      entries: [
        { type: 'new_point', content: `I say so openly. ${contradicted}`, sources: [judged('bob', contradicted)] },
      ],
    },
    'r2/turn/bob': {
      entries: [
        {
          type: 'rebuttal',
          content: `That is one day of many. ${fact('bob', 3)}`,
          rebuttal_to_seq: 2,
          sources: [factSource('bob', 3)],
        },
        {
          type: 'source_challenge',
          content: 'I doubt that this was counted.',
          target_seq: 2,
          url: factUrl('ada', 1),
          claim: fact('ada', 1),
        },
      ],
    },
    'r2/crux': {
      points: ['How the depots do on their first day.', 'Whether what was counted there lasts.'].map((text) => ({
        text,
        seqs: [2, 5],
      })),
    },
    'r1/questions': { chosen: [0], reason: 'It is the one that nobody has answered yet.' },
    'documents/review': { problems: [{ document: 'summary.md', problem: 'It leans towards one of the depots.' }] },
  };
  for (let seq = 0; seq < highestSeq; seq += 1) {
    script[`clarification/${seq}`] = { answer: 'You may, where it bears on the topic.' };
    script[`challenge/${seq}`] = { reason: 'The words stand there as they were cited.' };
  }
  return script;
}

/** A task of the debate that is hit, and its step. */
export interface Row {
  kind: TaskKind;
  step: string;
  name: string;
}

type Play = (folder: string, script: Script) => Promise<void>;

export class ReferenceDebate {
  private constructor(
    readonly entries: readonly Entry[],
    readonly script: Script,
    private readonly folder: string,
    private readonly lines: readonly string[],
  ) {}

  /** `play`: runs the debate in the folder to its end. */
  static async of(folder: string, script: Script, play: Play): Promise<ReferenceDebate> {
    await play(folder, script);
    const text = await readFile(join(folder, 'debate-log.jsonl'), 'utf8');
    return new ReferenceDebate(await readEntries(folder), script, folder, text.trimEnd().split('\n'));
  }

  /** A panel in which every task of one occurs, see {@link ReferenceDebate.panelRows}. */
  static async ofPanel(provider: ModelProviderName, play: Play): Promise<ReferenceDebate> {
    const folder = await modelFolder({ names, provider, rounds: { min: 1, max: 3 }, options: { crux: true } });
    return ReferenceDebate.of(folder, eventfulScript(), play);
  }

  /** The last step of each kind of task. */
  get rows(): Row[] {
    const rows = new Map<TaskKind, Row>();
    for (const step of this.entries.map(stepIdOf)) {
      const kind = kindOfStep(step);
      if (kind !== undefined) rows.set(kind, { kind, step, name: kind });
    }
    return [...rows.values()];
  }

  get panelRows(): Row[] {
    const first = (pattern: RegExp): string => {
      const found = this.entries.map(stepIdOf).find((id) => pattern.test(id));
      if (found === undefined) throw new Error(`The reference has no step ${String(pattern)}.`);
      return found;
    };
    const asked = this.entries.find((entry) => stepIdOf(entry) === 'r1/turn/ada');
    const steps: (readonly [TaskKind, string])[] = [
      ...([
        ['debater/opening', 'opening/bob'],
        ['debater/turn', 'r2/turn/bob'],
        ['debater/closing', 'closing/bob'],
      ] as const),
      ...([
        ['chair/review_turn', 'r2/turn/ada/review'],
        ['chair/choose_questions', 'r1/questions'],
        ['chair/go_on', 'r2/go-on'],
      ] as const),
      ['chair/answer_clarification', first(/^clarification\//)],
      ...([
        ['chair/name_unresolved', 'unresolved'],
        ['chair/name_crux', 'r2/crux'],
        ['chair/conclude', 'conclusion'],
        ['chair/review_documents', 'documents/review'],
      ] as const),
      ['verifier/support', `verify/${asked?.seq ?? -1}`],
      ...([
        ['audience/questions', 'r2/audience'],
        ['audience/conclusion', 'audience-conclusion'],
      ] as const),
      ...([
        ['reporter/summary', 'documents'],
        ['reporter/blog_post', 'documents'],
        ['assessor/report', 'assessor-report'],
      ] as const),
    ];
    const rows = steps.map<Row>(([kind, step]) => ({ kind, step, name: kind }));
    return [...rows, { kind: 'reporter/summary', step: 'documents/revision', name: 'reporter/summary (revision)' }];
  }

  /** The entries of a step, and those before it. */
  around(step: string): { before: readonly Entry[]; own: readonly Entry[] } {
    const own = this.entries.filter((entry) => stepIdOf(entry) === step);
    const first = own[0]?.seq;
    if (first === undefined) throw new Error(`The reference has no step ${step}.`);
    return { before: this.entries.slice(0, first), own };
  }

  /** A new folder with the debate just before the step. */
  async before(step: string): Promise<string> {
    const folder = join(await mkdtemp(join(tmpdir(), 'rostrum-fault-')), 'debate');
    await mkdir(folder);
    const { length } = this.around(step).before;
    await cp(join(this.folder, 'sources'), join(folder, 'sources'), { recursive: true });
    await writeFile(join(folder, 'debate-log.jsonl'), `${this.lines.slice(0, length).join('\n')}\n`);
    return folder;
  }
}

export const stepIdOf = (entry: Entry): string => stepOf(entry)?.id ?? '';

/** The part of an entry that two runs of one step must share: all but time, attempts and cost. */
export function essence(entry: Entry): unknown {
  const mark = stepOf(entry);
  const step = mark === undefined ? undefined : { id: mark.id, index: mark.index, count: mark.count };
  return { ...entry, timestamp: '', data: { ...entry.data, step, prev: '' } };
}

/** Next steps after these entries. */
export function nextSteps(entries: readonly Entry[]): string[] {
  const state = new StateAccumulator();
  for (const entry of entries) evolve(state, entry);
  return (formatNamed(state.setup?.format)?.decide(state) ?? []).map(({ id }) => id);
}
