import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DebateStatus } from '../../../src/session/library/status';
import { bundle } from '../../support/bundle';
import { sampled } from '../../support/depth';
import { dialecticFiles, ferryDebate } from '../../support/dialecticFolder';
import { hostileShapes, hostileText } from '../../support/hostile/shapes';
import { fact, fullScript, lineup, readEntries, shape, writeEvidence } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

/** Signals while the command line reads: a text that is never read to its end, and such as take long. */

const real = 'src/research/extract/readingThread.ts';
const indexing = 'src/agents/documents/documentsThread.ts';
const endlessThreads = ['Reading', 'Evidence', 'Import'].map((what) => `test/support/hostile/endless${what}.ts`);
let program: string;
let out: string;

beforeAll(async () => {
  program = await bundle('src/cli/main.ts', { threads: [real, indexing, ...endlessThreads] });
  await rename(beside('endlessImport.js'), beside('importThread.js'));
  for (const name of threads) await rename(beside(`${name}.js`), beside(`${name}.real.js`));
  await rename(beside('endlessReading.js'), beside('readingThread.endless.js'));
  await rename(beside('endlessEvidence.js'), beside('documentsThread.endless.js'));
});

beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'rostrum-signals-'));
});

const threads = ['readingThread', 'documentsThread'] as const;
const beside = (name: string): string => join(dirname(program), name);

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

interface Started {
  child: ChildProcess;
  said: () => string;
  ended: Promise<Ended>;
}

function start(args: readonly string[]): Started {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<Ended>((done) => child.on('close', (code, signal) => done({ code, signal, ...said })));
  return { child, said: () => said.err, ended };
}

async function until(isSo: () => boolean, { child, said }: Started): Promise<void> {
  while (!isSo()) {
    expect([child.exitCode, child.signalCode], said()).toEqual([null, null]);
    await new Promise((done) => setTimeout(done, 20));
  }
}

function killed({ child, ended }: Started, signal: NodeJS.Signals): Promise<Ended> {
  child.kill(signal);
  return ended;
}

async function useThreads(which: 'real' | 'endless'): Promise<void> {
  for (const name of threads) await copyFile(beside(`${name}.${which}.js`), beside(`${name}.js`));
  for (const kind of ['admit', 'file', 'passages', 'perform', 'import'])
    await rm(beside(`endless-${kind}`), { force: true });
}

/** A debate whose first opening cites a file that, once admitted, is never read to its end. */
async function citing(endless: string): Promise<string[]> {
  const evidence = await writeEvidence(['ada', 'bob']);
  await writeFile(join(evidence, endless), `${fact('cy', 1)}\n`);
  const script = JSON.stringify(fullScript({ names: ['ada', 'bob'], rounds: 1 }))
    .replaceAll(fact('ada', 1), fact('cy', 1))
    .replaceAll('workspace:ada.md#L1"', `workspace:${endless}#L1"`);
  await writeFile(join(out, 'script.json'), script);
  await writeFile(join(out, 'lineup.json'), JSON.stringify(lineup(2)));
  const args = [
    'run',
    '--topic',
    'Should the north depot take the parcels?',
    '--provider',
    'scripted',
    '--script',
    join(out, 'script.json'),
  ];
  return [
    ...args,
    '--lineup',
    join(out, 'lineup.json'),
    '--evidence',
    evidence,
    '--out',
    join(out, 'debates'),
    '--rounds',
    '1',
    '--json',
  ];
}

const debates = async (): Promise<string[]> =>
  (await readdir(join(out, 'debates')).catch(() => [])).filter((name) => !name.startsWith('.'));

/** The run ends by this signal, and goes on from there. */
async function interrupted(started: Started, signal: NodeJS.Signals): Promise<void> {
  const ended = await killed(started, signal);
  expect(ended.code, ended.err).toBe(3);
  expect((JSON.parse(ended.out) as DebateStatus).status).toBe('interrupted');
  await useThreads('real');
  const [name = 'none'] = await debates();
  const folder = join(out, 'debates', name);
  const before = shape(await readEntries(folder));
  const again = await start(['resume', folder, '--json']).ended;
  expect(again.code, again.err).toBe(0);
  expect((JSON.parse(again.out) as DebateStatus).status).toBe('done');
  expect(shape(await readEntries(folder)).slice(0, before.length)).toEqual(before);
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/** An offline debate on evidence that holds a file by which the thread knows what has no end. */
async function offline(endless: string): Promise<string[]> {
  const evidence = await writeEvidence(['ada', 'bob']);
  await writeFile(join(evidence, endless), 'The north depot took the parcels of the whole town in the spring.\n');
  const args = ['run', '--topic', 'Should the north depot take the parcels?', '--provider', 'offline', '--anyway'];
  return [...args, '--evidence', evidence, '--out', join(out, 'debates'), '--rounds', '1', '--json', '--yes'];
}

const importing = (): string[] => ['import', tempFolder(dialecticFiles(ferryDebate())), '--out', join(out, 'debates')];

/** Starts the program, whose thread has then begun what has no end. */
async function begun(endless: string, args: readonly string[]): Promise<Started> {
  await useThreads('endless');
  const started = start(args);
  await until(() => existsSync(beside(endless)), started);
  return started;
}

describe.each([
  ['evidence is read', 'endless-admit', citing],
  ['evidence is indexed', 'endless-passages', offline],
  ['a folder is imported', 'endless-import', importing],
] as const)('While %s without an end', (what, endless, argsOf) => {
  it.each(sampled(`signals while ${what}`, signals, 1))('%s ends the program, and nothing is left', async (signal) => {
    const started = await begun(endless, await argsOf(`${endless}.md`));
    const ended = await killed(started, signal);
    expect(ended).toMatchObject({ code: null, signal });
    expect(await debates()).toEqual([]);
  });
});

const ways = {
  'SIGTERM ends the run': (started: Started) => interrupted(started, 'SIGTERM'),
  'Ctrl-C is answered at once, a second one ends the run': async (started: Started) => {
    started.child.kill('SIGINT');
    await until(() => started.said().includes('press Ctrl-C again'), started);
    await interrupted(started, 'SIGINT');
  },
};
const runs = (
  [
    ['a cited file is read', 'endless-file', citing],
    ['a passage is looked for', 'endless-perform', offline],
  ] as const
).flatMap(([what, endless, argsOf]) =>
  Object.entries(ways).map(([way, end]) => [`While ${what} without an end ${way}`, endless, argsOf, end] as const),
);

it.each(sampled('signals to a run that reads', runs, 2))(
  '%s; it goes on from there',
  async (_, endless, argsOf, end) => {
    await end(await begun(endless, await argsOf(`${endless}.md`)));
  },
);

describe('While verify takes the text of a source out of its body without an end', () => {
  it('SIGTERM ends it', async () => {
    await useThreads('real');
    const ran = await start(await citing('endless-file.md')).ended;
    expect(ran.code, ran.err).toBe(0);
    const [name = 'none'] = await debates();
    const started = await begun('endless-file', ['verify', join(out, 'debates', name)]);
    const ended = await killed(started, 'SIGTERM');
    expect(ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });
});

describe('A folder of hostile files beside honest ones', () => {
  it('is argued from: what can be read is verified, what cannot is named', async () => {
    await useThreads('real');
    const evidence = await writeEvidence(['ada', 'bob']);
    const kinds = { htmlFile: 'html', text: 'txt', markdown: 'md', json: 'json', csv: 'csv' } as const;
    const all = Object.entries(kinds).flatMap(([reader, extension]) =>
      hostileShapes[reader as keyof typeof kinds].map((one, index) => ({ name: `hostile-${index}.${extension}`, one })),
    );
    const refused = all.filter(({ one }) => one.name === 'nested blocks');
    const others = sampled(
      'hostile files beside honest ones',
      all.filter((file) => !refused.includes(file)),
      8,
    );
    const hostile = [...refused, ...others].map(({ name, one }) => ({ name, text: hostileText(one, 1024 * 1024) }));
    for (const { name, text } of hostile) await writeFile(join(evidence, name), text);
    const args = await citing('honest.md');
    args.splice(args.indexOf('--evidence') + 1, 1, evidence);
    await writeFile(join(evidence, 'honest.md'), `${fact('cy', 1)}\n`);
    const ended = await start(args).ended;
    expect(ended.code, ended.err).toBe(0);
    const { status, dir } = JSON.parse(ended.out) as DebateStatus;
    expect(status).toBe('done');
    const entries = await readEntries(dir);
    const results = entries.filter(({ type }) => type === 'verification_result').map(({ data }) => data?.['status']);
    expect(new Set(results)).toEqual(new Set(['verified']));
    const setup = entries.find(({ type }) => type === 'setup')?.data as {
      evidence: { files: { path: string }[]; left_out?: { path: string; detail: string }[] };
    };
    const accounted = [...setup.evidence.files, ...(setup.evidence.left_out ?? [])].map(({ path }) => path);
    expect(hostile.map(({ name }) => name).filter((name) => !accounted.includes(name))).toEqual([]);
    const leftOut = setup.evidence.left_out ?? [];
    expect(leftOut.length).toBeGreaterThan(0);
    for (const { path, detail } of leftOut) {
      expect(detail, path).toMatch(/^[\d,]+ [a-z ]+; at most [\d,]+ are read$/);
      expect(ended.err).toContain(`Left out of the evidence: ${path} (${detail})`);
    }
  });
});
