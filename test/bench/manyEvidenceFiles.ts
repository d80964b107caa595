import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentsPerformer } from '../../src/agents/documents/documentsPerformer';
import { createDebate } from '../../src/session/plan/createDebate';
import { evidencePace } from '../../src/research/evidencePace';
import { gatherEvidence, openEvidence } from '../../src/session/plan/evidenceSet';
import { documentLineup } from '../../src/session/plan/documentLineup';
import { prepareOffline } from '../../src/session/plan/preparation';
import { Session } from '../../src/session/run/session';
import { inChild } from './inChild';
import { ms, times, type Bench, type Figure } from './bench';

const sizes = [500, 5_000, 50_000];
const subjects = [
  'latency',
  'throughput',
  'memory',
  'the bill',
  'training',
  'the rollback',
  'the on-call rota',
  'the audit',
];

interface Played {
  elapsed: number;
  /** Until the evidence was read and indexed. Milliseconds. */
  ready: number;
  /** What that took of the processor, on all threads together: the same on a busy machine. Milliseconds. */
  readyCpu: number;
  /** Until a debate that is taken up again was ready: nothing is read or cut again. */
  again: number;
  /** How long it was said to take, and when that was said: milliseconds after the start. */
  said: { seconds: number; at: number } | undefined;
  peakMb: number;
  entries: number;
}

/** An offline debate on 500, 5,000 and 50,000 evidence files: wall time, until it is ready and in all, and memory, against reading and hashing them once; and until it is ready when it is taken up again. */
export const manyEvidenceFiles: Bench = {
  name: 'offline on many files',
  children: { offlineDebate: ([folder = '']) => play(folder) },
  run: async (folder) => {
    const lines: Figure[] = [];
    for (const files of sizes) {
      const own = join(folder, String(files));
      writeEvidence(join(own, 'evidence'), files);
      const baseline = readAndHash(join(own, 'evidence'));
      lines.push(...figuresOf(files, await inChild<Played>('offlineDebate', own), baseline));
    }
    return lines;
  },
};

function figuresOf(
  files: number,
  { elapsed, ready, readyCpu, again, said, peakMb, entries }: Played,
  baseline: number,
): Figure[] {
  const common = { baseline: `${ms(baseline)} to read and hash them` };
  const hasAim = files === 5_000;
  const told = said === undefined ? 'nothing said' : `${said.seconds} s said after ${ms(said.at)}`;
  return [
    {
      what: `evidence of ${files} files ready (${told}; ${ms(readyCpu)} of CPU)`,
      figure: ms(ready),
      ...common,
      ratio: times(ready / baseline),
      aim: hasAim ? '5 s' : 'none stated',
      isMet: !hasAim || ready <= 5_000,
    },
    {
      what: `evidence of ${files} files ready again`,
      figure: ms(again),
      ...common,
      ratio: times(again / baseline),
      aim: 'none stated',
      isMet: true,
    },
    {
      what: `debate on ${files} files (${entries} entries; peak ${peakMb} MB)`,
      figure: ms(elapsed),
      ...common,
      ratio: times(elapsed / baseline),
      aim: hasAim ? 'peak 300 MB' : 'none stated',
      isMet: !hasAim || peakMb <= 300,
    },
  ];
}

function writeEvidence(folder: string, files: number): void {
  for (let number = 0; number < files; number += 1) {
    const shelf = join(folder, `shelf-${number % 50}`);
    if (number < 50) mkdirSync(shelf, { recursive: true });
    const lines = Array.from({ length: 40 }, (_, line) => sentence(number, line));
    writeFileSync(join(shelf, `report-${number}.md`), `# Report ${number}\n\n${lines.join('\n\n')}\n`);
  }
}

function sentence(file: number, line: number): string {
  const subject = subjects[(file + line) % subjects.length] ?? '';
  const figure = ((file * 37 + line * 11) % 900) + 10;
  return line % 2 === 0
    ? `In trial ${file} the new gateway improved ${subject} by ${figure} units over the old gateway in week ${line + 1}.`
    : `In trial ${file} the new gateway did not help ${subject}, which fell back by ${figure} units in week ${line + 1}.`;
}

function readAndHash(folder: string): number {
  const started = performance.now();
  for (const shelf of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, shelf))) {
      createHash('sha256')
        .update(readFileSync(join(folder, shelf, name)))
        .digest();
    }
  }
  return performance.now() - started;
}

async function play(folder: string): Promise<Played> {
  const started = performance.now();
  const { user, system } = process.cpuUsage();
  const topic = 'Should we move from the old gateway to the new gateway?';
  let said: Played['said'];
  const pace = evidencePace(({ seconds }) => (said ??= { seconds, at: performance.now() - started }));
  const evidence = await gatherEvidence({
    evidence: join(folder, 'evidence'),
    subject: [],
    output: join(folder, 'out'),
    onProgress: pace,
  });
  const offline = await prepareOffline(evidence);
  const ready = performance.now() - started;
  const taken = process.cpuUsage({ user, system });
  const debate = await createDebate({
    topic,
    provider: 'offline',
    evidence,
    parent: join(folder, 'out'),
    now: () => new Date(),
    debaters: documentLineup(topic, await offline.documentsOn(topic)),
    limits: { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null },
  });
  const session = await Session.open({ folder: debate, program: 'bench', offline });
  const end = await session.run();
  if (end.status !== 'done') throw new Error(`The debate ended as ${end.status}.`);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  const elapsed = performance.now() - started;
  const before = performance.now();
  await new DocumentsPerformer(await openEvidence(evidence)).ready('debater', new AbortController().signal);
  return {
    elapsed,
    ready,
    readyCpu: (taken.user + taken.system) / 1_000,
    again: performance.now() - before,
    said,
    peakMb,
    entries: session.log.state.headers.length,
  };
}
