import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineVersion } from '../../src/session/version';
import { hostClient } from '../support/hostClient';
import { heldThrough } from '../support/hostDebate';
import { fullScript, lineup, writeEvidence } from '../support/scriptedDebate';
import { hostilePdfs } from '../support/hostile/pdfs';
import { pdfFile } from '../support/pdfFile';
import { ensureNode } from '../support/workbench/serverBuild';
import { tempFolder } from '../support/tempFolder';
import { unzip } from '../support/unzip';

const root = resolve(import.meta.dirname, '..', '..');
const sentence = (place: string): string =>
  `The ferry to ${place} was late on every second day of the winter, and the harbour office counted 41 complaints.`;

/** Forms that show each other without end. */
const hostilePdf = hostilePdfs.find(({ name }) => name === 'forms of forms')?.make(4_096) ?? [];

const quietly = {
  cwd: root,
  encoding: 'utf8' as const,
  stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
};

/** Returns the folder that holds `dist`. */
function packedForNpm(folder: string): string {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], quietly),
  ) as { filename: string }[];
  execFileSync('tar', ['-xzf', join(folder, packed?.filename ?? ''), '-C', folder]);
  return join(folder, 'package');
}

/** What `npm run package` makes, of what is built already: other tests use it meanwhile. */
function packedForEditor(folder: string): string {
  const file = join(folder, 'rostrum.vsix');
  execFileSync(
    join(root, 'node_modules', '.bin', 'vsce'),
    ['package', '--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '--out', file],
    quietly,
  );
  unzip(file, folder);
  return join(folder, 'extension');
}

/** What is shipped stands alone: without this repository and its packages, in a folder whose name holds what URLs escape. */
describe('The package', () => {
  it('is installed from its file in an empty folder, without a registry, and a client’s agents hold a debate, on either Node.js', async () => {
    const folder = tempFolder();
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], quietly),
    ) as { filename: string; size: number }[];
    console.log(`packed: ${((packed?.size ?? 0) / 1e6).toFixed(2)} MB`);
    const home = tempFolder();
    const place = tempFolder({ 'package.json': '{"name":"empty","private":true}' });
    const tarball = join(folder, packed?.filename ?? '');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { ...quietly, cwd: place });
    const program = join(place, 'node_modules', 'rostrum', 'dist', 'cli.js');
    const names = ['ada', 'bob'];
    const cwd = await writeEvidence(names);
    for (const node of [process.execPath, (await ensureNode()).path]) {
      const rostrum = (args: readonly string[]): string =>
        execFileSync(node, [program, ...args], {
          cwd: place,
          encoding: 'utf8',
          env: { PATH: process.env['PATH'] ?? '', HOME: home, ANTHROPIC_API_KEY: 'sk-secret-secret' },
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      expect(rostrum(['run', '--sample', '--yes', '--out', 'out'])).toContain('Outcome:');
      const doctor = rostrum(['doctor', '--json']);
      expect((JSON.parse(doctor) as { keys: string[] }).keys).toEqual(['ANTHROPIC_API_KEY']);
      expect(doctor).not.toContain('sk-secret');
      const host = await hostClient({ cwd, state: home, args: ['--no-web'], program, node });
      const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
      const topic = 'Where should the parcels go?';
      const begun = await host.call('debate_start', { topic, debaters, rounds: 1, evidence: '.' });
      const script = fullScript({ names, rounds: 1, outcome: 'bob_wins' });
      const [dir, handle] = [String(begun['debate']), String(begun['handle'])];
      const { end } = await heldThrough(host, { script, names, folder: dir, handle });
      expect(end).toMatchObject({ done: true });
      await host.close();
    }
    const installed = join(place, 'node_modules', '.bin', 'rostrum');
    expect(execFileSync(installed, ['--version'], { ...quietly, cwd: place })).toContain(engineVersion);
  });

  it('holds for npm what it holds for the editor', () => {
    const lines = (name: string): string[] =>
      readFileSync(join(root, name), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines('.npmignore')).toEqual(lines('.vscodeignore'));
    expect(lines('.vscodeignore')).toEqual(
      expect.arrayContaining([
        '!dist/interop.js',
        '!dist/readingThread.js',
        '!dist/readingProcess.js',
        '!dist/importThread.js',
        '!dist/searchThread.js',
        '!dist/documentsThread.js',
        '!dist/checkThread.js',
        '!dist/debateSearchThread.js',
      ]),
    );
  });

  it.each<[string, (folder: string) => string]>([
    ['for npm', packedForNpm],
    ['for the editor', packedForEditor],
  ])('%s reads a page, a document and hostile ones in its threads', (_name, packed) => {
    const folder = join(tempFolder(), 'a b#c%20d');
    mkdirSync(folder);
    const program = join(packed(folder), 'dist', 'cli.js');
    const evidence = tempFolder({
      'page.html': `<!doctype html><title>Ferries</title><article><h1>Ferries</h1><p>${sentence('Lund')}</p><p>${sentence('Ystad')}</p></article>`,
      'paper.pdf': Buffer.from(pdfFile({ pages: [['Ferries', '', ...sentence('Malm').split(/(?<=, )/)]] })),
      'hostile.html': `<p>${sentence('Visby')}</p>${'<div>'.repeat(200_000)}`,
      'hostile.pdf': Buffer.from(hostilePdf),
      'notes.md': `# Ferries\n\n${sentence('Oslo')}\n\n${sentence('Bergen')}\n`,
    });
    const out = tempFolder();
    const args = [
      'run',
      '--topic',
      'Should the ferry company buy new ferries?',
      '--evidence',
      evidence,
      '--yes',
      '--json',
      '--max-rounds',
      '3',
      '--out',
      out,
    ];
    const run = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd: out });
    expect([run.status, run.stderr.split('\n').filter((line) => line.startsWith('rostrum:'))]).toEqual([0, []]);
    const debate = join(out, readdirSync(out).find((name) => !name.startsWith('.')) ?? '');
    const verified = JSON.parse(
      execFileSync(process.execPath, [program, 'verify', debate, '--json'], { encoding: 'utf8' }),
    ) as { results: { url: string; status: string; proof: string }[] };
    expect(verified.results.length).toBeGreaterThan(0);
    expect(new Set(verified.results.map(({ status, proof }) => `${status} ${proof}`))).toEqual(
      new Set(['verified proven']),
    );
    const [setup = ''] = readFileSync(join(debate, 'debate-log.jsonl'), 'utf8').split('\n');
    const { evidence: manifest } = (
      JSON.parse(setup) as { data: { evidence: Record<'files' | 'left_out', { path: string }[]> } }
    ).data;
    expect(manifest.files.map(({ path }) => path)).toEqual(['notes.md', 'page.html', 'paper.pdf']);
    expect(manifest.left_out.map(({ path }) => path)).toEqual(['hostile.html', 'hostile.pdf']);
  });
});
