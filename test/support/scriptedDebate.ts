import { mkdtemp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import type { Debater } from '../../src/debate/log/entryData';
import { parseLine } from '../../src/debate/log/codec';
import { conclusionOf } from './conclusions';
import type { Entry } from '../../src/debate/log/entry';
import { createDebate } from '../../src/session/plan/createDebate';
import { gatherEvidence } from '../../src/session/plan/evidenceSet';

/** A whole panel debate as a script: every task of every role has an answer that passes its gate. */

const linesPerFile = 60;

/** The Verifier model's answer in scripts whose entries say more than their passage. */
export const supported = { answer: 'supports', explanation: 'The passage says so.' };

/** Line n of a debater's evidence file: one sentence that can be quoted verbatim, with a figure of its own. */
export const fact = (name: string, line: number): string =>
  `Depot ${name} handled ${1000 + line * 7} parcels on day ${line} of the trial.`;

export const factUrl = (name: string, line: number): string => `workspace:${name}.md#L${line}`;

export function factSource(name: string, line: number) {
  const quote = fact(name, line);
  return { url: factUrl(name, line), title: `${name}.md`, quote, claim: quote };
}

export async function writeEvidence(names: readonly string[], count = linesPerFile): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-evidence-'));
  for (const name of names) {
    const lines = Array.from({ length: count }, (_, index) => fact(name, index + 1));
    await writeFile(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
  }
  return folder;
}

export const lineup = (count: number): Debater[] =>
  ['ada', 'bob', 'cy', 'dot', 'eve', 'fay', 'gus', 'hal'].slice(0, count).map((name) => ({
    name,
    persona: `the keeper of depot ${name}`,
    starting_position: `Depot ${name} is the best place for parcels.`,
    incentives: 'throughput',
    model: 'scripted',
  }));

const conclusionWords = (seqs: readonly number[]): string =>
  `Listening to this, seq ${seqs[0] ?? 0} stayed with me, and so did seq ${seqs[1] ?? 0}. ${'What was said about the depots was plain and could be checked by anybody who opens the file. '.repeat(12)}`;

export interface ScriptOptions {
  names: readonly string[];
  rounds: number;
  outcome?: string;
}

/** A full script. No passage is cited twice: openings use line 1, turns line 2 + round. */
export function fullScript({ names, rounds, outcome = 'draw' }: ScriptOptions): Script {
  const script: Script = {};
  const review = (id: string, name: string): void => {
    script[`${id}/review`] = { summary: `${name} speaks for its own depot.` };
  };
  for (const name of names) {
    script[`opening/${name}`] = {
      entries: [
        { type: 'opening_statement', content: `Look at the record. ${fact(name, 1)}`, sources: [factSource(name, 1)] },
      ],
    };
    review(`opening/${name}`, name);
    script[`closing/${name}`] = {
      entries: [{ type: 'closing_statement', content: 'What I showed before stands, and nobody answered it.' }],
    };
    review(`closing/${name}`, name);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of names) {
      const id = `r${round}/turn/${name}`;
      script[id] = {
        entries: [
          {
            type: 'new_point',
            content: `Here is more. ${fact(name, round + 1)}`,
            sources: [factSource(name, round + 1)],
          },
        ],
      };
      review(id, name);
    }
    script[`r${round}/audience`] =
      round === 1 ? { questions: [{ to: names[0], question: 'What of the weekends?' }] } : { questions: [] };
    script[`r${round}/questions`] = { chosen: [0] };
    script[`r${round}/go-on`] = { go_on: round < rounds, reason: 'There is something left to say, or not.' };
  }
  const firsts = names.slice(0, 2).map((_, index) => 2 + index * 3);
  script['unresolved'] = { points: [{ text: 'Which depot does better at weekends?', seqs: firsts }] };
  script['conclusion'] = conclusionOf(names, outcome, firsts);
  script['audience-conclusion'] = { content: conclusionWords(firsts), seqs: firsts };
  script['documents/summary'] = {
    key_arguments: names.map((debater, index) => ({
      debater,
      arguments: [{ text: `Depot ${debater} has the volume.`, seqs: [2 + index * 3] }],
    })),
    exchanges: [],
    flow: 'Each side opened with its own depot and stayed there.',
  };
  script['documents/blog-post'] = {
    title: 'Where parcels go',
    body: 'Parcels go where there is room for them. '.repeat(130),
  };
  script['documents/review'] = { problems: [] };
  const three = ['Ask for weekend figures.', 'Invite a third depot.', 'Compare like with like.'];
  script['assessor-report'] = {
    overall: { rating: 'Good', reasons: 'Everything was sourced.' },
    roles: [{ role: 'chair', strengths: ['Brief.'], improvements: ['None.'], suggestions: ['Go on.'] }],
    execution: three,
    output: three,
  };
  return script;
}

/** The script with an answer that rests on entries of debaters wherever further entries have moved them. */
export function restingOnAny(script: Script): Script {
  const { answer, ...rest } = script['conclusion'] as { answer: { text: string; seqs: number[] } };
  return { ...script, conclusion: { ...rest, answer: { ...answer, seqs: [2, 3, 4, 5, 6, 7, 8] } } };
}

export interface ScriptedSetup {
  script: Script;
  names: readonly string[];
  rounds?: { min: number; max: number };
  /** Performers other than the script, by debater or role: `human`. */
  seats?: Readonly<Record<string, string>>;
  /** Options of the format. */
  options?: Readonly<Record<string, unknown>>;
}

/** Makes the folder of a scripted debate, ready to be run. */
export async function scriptedFolder({
  script,
  names,
  rounds = { min: 1, max: 2 },
  seats = {},
  options = {},
}: ScriptedSetup): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-debate-'));
  await mkdir(parent, { recursive: true });
  const evidence = await gatherEvidence({ evidence: await writeEvidence(names), subject: [], output: parent });
  const scriptFile = join(parent, 'script.json');
  await writeFile(scriptFile, JSON.stringify(script));
  return await createDebate({
    topic: 'Where should the parcels go?',
    provider: 'scripted',
    evidence,
    parent,
    now: () => new Date(),
    debaters: lineup(8)
      .filter(({ name }) => names.includes(name))
      .map((debater) => ({ ...debater, model: seats[debater.name] ?? debater.model })),
    models: Object.fromEntries(Object.entries(seats).filter(([name]) => !names.includes(name))),
    limits: { min_rounds: rounds.min, max_rounds: rounds.max, time_budget_minutes: 30, budget_usd: null },
    script: scriptFile,
    options,
  });
}

/** The entries of a finished log, as any other program would read them. */
export async function readEntries(folder: string): Promise<Entry[]> {
  const text = await readFile(join(folder, 'debate-log.jsonl'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const parsed = parseLine(line);
    return parsed.kind === 'entry' ? [parsed.entry] : [];
  });
}

/**
 * The part of entries that two runs of one debate share; usage of interrupted attempts is left out. A reference names
 * the entry's own step, not its seq: checks beside the turns are written when they are ready, which moves the seqs.
 */
export const shape = (entries: readonly Entry[]): string[] => {
  const stepOf = (entry: Entry | undefined): string => String((entry?.data?.['step'] as Step | undefined)?.id);
  const named = (step: string): string => step.replace(/(?<=\/)\d+/g, (seq) => stepOf(entries[Number(seq)]));
  return entries
    .filter(({ data }) => data?.['kind'] !== 'usage')
    .map((entry) => `${entry.speaker} ${entry.type} ${named(stepOf(entry))}`);
};

interface Step {
  id?: string;
}
