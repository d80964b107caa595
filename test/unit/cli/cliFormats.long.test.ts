import * as z from 'zod';
import { taskOutputs } from '../../../src/debate/flow/tasks';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ignoredFlags, parseFlags, withOffer } from '../../../src/cli/runFlags';
import type { DebateStatus } from '../../../src/session/library/status';
import { dialecticScript, rebuttal } from '../../support/dialecticScript';
import { gatewayFlags } from '../../support/gateway';
import { rostrum, rostrumProgram } from '../../support/rostrum';
import { writeEvidence } from '../../support/scriptedDebate';
import { assessment, defence, tribunalScript } from '../../support/tribunalScript';

/** Tribunal and dialectic through the command line, as a stranger meets them: exit status, one JSON object, folders, documents. */

const root = resolve(import.meta.dirname, '..', '..', '..');

const sides = { tribunal: ['advocate', 'critic'], dialectic: ['proposition', 'opposition'] } as const;

interface Staged {
  parent: string;
  script: string;
  args: string[];
}

async function staged(
  format: keyof typeof sides,
  script: Record<string, unknown>,
  more: readonly string[],
): Promise<Staged> {
  const parent = await mkdtemp(join(tmpdir(), 'rostrum-cli-formats-'));
  const file = join(parent, 'script.json');
  await writeFile(file, JSON.stringify(script));
  const evidence = await writeEvidence([...sides[format]]);
  const common = [
    'run',
    '--topic',
    'Should the depots stay open?',
    '--format',
    format,
    '--provider',
    'scripted',
    '--script',
    file,
  ];
  return {
    parent,
    script: file,
    args: [...common, '--evidence', evidence, '--out', join(parent, 'out'), '--json', ...more],
  };
}

async function played(args: readonly string[]): Promise<{ code: number | null; status: DebateStatus; err: string }> {
  const { code, out, err } = await rostrum(args);
  return { code, status: JSON.parse(out) as DebateStatus, err };
}

const read = (dir: string, name: string): string => readFileSync(join(dir, name), 'utf8');
const problemsOf = async (dir: string): Promise<string> => (await rostrum(['lint', dir])).out.trim();
/** As `wc -w` counts, marks of headings included. */
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

/** How many links a picture has; throws where an element is closed that is not the innermost one, or an ampersand is bare. */
function linksOf(svg: string): number {
  const open: string[] = [];
  let links = 0;
  for (const [, close = '', name = '', empty = ''] of svg.matchAll(
    /<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (close === '' && name === 'a') links += 1;
    if (close === '' && empty === '') open.push(name);
    if (close !== '' && open.pop() !== name) throw new Error(`</${name}> closes another element.`);
  }
  if (open.length > 0 || /&(?!#?\w+;)/.test(svg)) throw new Error(`Not closed: ${open.join(' ')}.`);
  return links;
}

const panelWords = /\bchair\b|\baudience\b|\bclosing (?:statement|speech|word)|\bpanel\b/i;

describe('a tribunal on the command line', () => {
  it('skips a side and a Judge that fail on the way, and rules', async () => {
    const { args } = await staged(
      'tribunal',
      tribunalScript(3, { 'r2/critic': { error: 'overloaded' }, 'r2/judge': { error: 'overloaded' } }),
      ['--rounds', '3'],
    );
    const { code, status } = await played(args);
    expect(code).toBe(0);
    expect(status).toMatchObject({
      status: 'done',
      format: 'tribunal',
      round: 3,
      outcome: 'revision_required',
      next: [],
    });
    expect(status.warnings.join('\n')).toMatch(
      /critic's contribution to round 2 failed[^]*assessment of round 2 failed/,
    );
    expect(await problemsOf(status.dir)).toBe('No problems.');
    for (const name of ['critic', 'judge'])
      expect(read(status.dir, `round-2/${name}.md`)).toContain('failed: The script fails');
    for (const name of ['ruling.md', 'issue-tracker.md', 'transcript.md', 'round-3/moderator.md', 'debate.log'])
      expect(read(status.dir, name)).not.toMatch(panelWords);
  });

  it('rests with exit status 3 where the last judgement or the ruling fails, and goes on when it can', async () => {
    for (const task of ['r2/judge', 'ruling']) {
      const { args, script } = await staged('tribunal', tribunalScript(2, { [task]: { error: 'overloaded' } }), [
        '--rounds',
        '2',
      ]);
      const { code, status, err } = await played(args);
      expect(code).toBe(3);
      expect(status).toMatchObject({ status: 'paused', outcome: null, next: [task] });
      expect(err).toContain(`rostrum resume ${status.dir}`);
      await writeFile(script, JSON.stringify(tribunalScript(2)));
      expect(await played(['resume', status.dir, '--json'])).toMatchObject({
        code: 0,
        status: { status: 'done', outcome: 'revision_required' },
      });
      expect(await problemsOf(status.dir)).toBe('No problems.');
    }
  });

  it('ends early when the Judge says so', async () => {
    const early = { 'r3/judge': assessment(3, { end: true, end_reason: 'Nothing moves.' }) };
    const { args } = await staged('tribunal', tribunalScript(5, early), ['--rounds', '5', '--order', 'advocate-first']);
    const { code, status } = await played(args);
    expect([code, status.round, status.outcome]).toEqual([0, 3, 'revision_required']);
    expect(existsSync(join(status.dir, 'round-4'))).toBe(false);
  });

  it('goes on after a kill, with guidance that was given meanwhile; earlier rounds are as they were', async () => {
    const slow = { 'r2/advocate': { wait_ms: 60_000, output: defence(2) } };
    const { args, parent, script } = await staged('tribunal', tribunalScript(2, slow), ['--rounds', '2']);
    const child = spawn(process.execPath, [await rostrumProgram(), ...args], { stdio: 'ignore' });
    const dir = await vi.waitUntil(
      () => {
        const found = existsSync(join(parent, 'out')) ? readdirSync(join(parent, 'out'))[0] : undefined;
        const folder = found === undefined ? undefined : join(parent, 'out', found);
        return folder !== undefined && existsSync(join(folder, 'round-2', 'critic.md')) ? folder : undefined;
      },
      { timeout: 100_000 },
    );
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    const before = read(dir, 'round-1/judge.md');
    const said = join(parent, 'said.txt');
    await writeFile(said, 'Weigh the cost; there will be 2 rounds and the next is the final round.');
    expect(
      (
        await rostrum([
          'append',
          dir,
          '--speaker',
          'user',
          '--type',
          'intervention',
          '--phase',
          'system',
          '--content-file',
          said,
          '--json',
        ])
      ).code,
    ).toBe(0);
    await writeFile(script, JSON.stringify(tribunalScript(2)));
    expect((await played(['resume', dir, '--json'])).code).toBe(0);
    expect(read(dir, 'round-1/judge.md')).toBe(before);
    expect(read(dir, 'round-2/moderator.md')).toContain('Weigh the cost');
    expect(await problemsOf(dir)).toBe('No problems.');
  });
});

describe('a dialectic on the command line', () => {
  it('has a report of 500 to 600 words whatever the number of exchanges, and a picture that is XML', async () => {
    for (const exchanges of [1, 3]) {
      const { args } = await staged('dialectic', dialecticScript(exchanges), ['--exchanges', String(exchanges)]);
      const { code, status } = await played(args);
      expect(code).toBe(0);
      expect(status).toMatchObject({
        status: 'done',
        format: 'dialectic',
        phase: 'awaiting_arguments',
        round: exchanges,
        outcome: null,
      });
      const report = read(status.dir, 'README.md');
      expect(words(report)).toBeGreaterThanOrEqual(500);
      expect(words(report)).toBeLessThanOrEqual(600);
      expect(read(status.dir, 'scoreboard.md')).toContain(exchanges === 1 ? '| Openings |' : `| ${exchanges - 1} |`);
      expect(linksOf(read(status.dir, 'argument-graph.svg'))).toBe(4 + 2 * exchanges);
      for (const name of ['README.md', 'scoreboard.md', 'transcript.md', 'debate.md', 'debate.log'])
        expect(read(status.dir, name)).not.toMatch(panelWords);
    }
  });

  it('logs neither side when one fails, and goes on without the exchange when told', async () => {
    const attacks = [{ target_id: 'opp_009', type: 'claim_attack' as const, content: 'It stands nowhere.' }];
    const bad = { 'e1/proposition': rebuttal('proposition', 1, { attacks }) };
    const { args } = await staged('dialectic', { ...dialecticScript(2), ...bad }, ['--exchanges', '2']);
    const { code, status, err } = await played(args);
    expect(code).toBe(3);
    expect(status).toMatchObject({ status: 'paused', phase: 'awaiting_arguments', next: ['e1/arguments'] });
    expect(err).toMatch(/opp_009[^]*--skip e1\/arguments/);
    expect(readdirSync(join(status.dir, 'arguments'))).toHaveLength(6);
    const before = read(status.dir, 'debate-log.jsonl');
    const refused = await rostrum(['resume', status.dir, '--budget-usd', '3', '--skip', 'e0/arguments']);
    expect([refused.code, refused.err.includes('e1/arguments is')]).toEqual([2, true]);
    // Nor what was asked for along with it.
    expect(read(status.dir, 'debate-log.jsonl')).toBe(before);
    expect(await played(['resume', status.dir, '--skip', 'e1/arguments', '--json'])).toMatchObject({
      code: 0,
      status: { status: 'done', next: ['e2/start', 'report/e2'] },
    });
    expect(read(status.dir, 'transcript.md')).toContain('Exchange 1: e1/arguments is skipped.');
    const over = read(status.dir, 'debate-log.jsonl');
    expect((await rostrum(['resume', status.dir, '--conclude', '--json'])).code).toBe(0);
    expect(read(status.dir, 'debate-log.jsonl')).toBe(over);
    expect(await problemsOf(status.dir)).toBe('No problems.');
  });

  it('holds two more exchanges after its end, and leaves the earlier arguments as they were', async () => {
    const { args, script } = await staged('dialectic', dialecticScript(2), ['--exchanges', '2']);
    const { status } = await played(args);
    const before = read(status.dir, 'arguments/prop_001.md');
    await writeFile(script, JSON.stringify(dialecticScript(4)));
    const more = await played(['resume', status.dir, '--exchanges', '2', '--json']);
    expect(more).toMatchObject({ code: 0, status: { status: 'done', round: 4 } });
    expect(readdirSync(join(status.dir, 'arguments'))).toHaveLength(12);
    expect(read(status.dir, 'arguments/prop_001.md')).toBe(before);
    expect(await problemsOf(status.dir)).toBe('No problems.');
  });

  it('refuses options that do not fit before anything is written', async () => {
    const { args, parent } = await staged('dialectic', dialecticScript(1), []);
    for (const flags of [
      ['--rounds', '3'],
      ['--exchanges', '0'],
      ['--judge-passes', '99'],
      ['--order', 'critic-first'],
    ]) {
      expect([flags, (await rostrum([...args, ...flags])).code]).toEqual([flags, 2]);
    }
    expect(existsSync(join(parent, 'out'))).toBe(false);
  });
});

const scripts = resolve(root, 'docs', 'script.md');
const scriptSchema = z.record(z.string(), z.unknown());

describe('the examples of docs/script.md', () => {
  it('have the shape of the tasks', () => {
    const [, tribunal, dialectic] = [...readFileSync(scripts, 'utf8').matchAll(/```json\n([^]*?)\n```/g)].map(
      ([, json = '']) => json,
    );
    expect(JSON.parse(tribunal ?? '')).toHaveProperty('r1/critic');
    expect(JSON.parse(dialectic ?? '')).toHaveProperty('e1/judgment');
    const answers = scriptSchema.parse(JSON.parse(dialectic ?? ''));
    expect(taskOutputs['side/rebut'].safeParse(answers['e1/opposition']).error).toBeUndefined();
    expect(taskOutputs['scorer/score'].safeParse(answers['e1/judgment']).error).toBeUndefined();
  });
});

describe('flags that have no meaning', () => {
  const told = (args: readonly string[], isByModels: boolean): string[] =>
    ignoredFlags({ values: withOffer(parseFlags(['--topic', 'T?', ...args])), isByModels }).map(
      (line) => /^--(\S+) has no meaning here: /.exec(line)?.[1] ?? line,
    );

  it.each<[string, boolean, string[]]>([
    ['', false, []],
    [
      '--model m --effort low --price m=1/2 --base-url https://a.example --search none',
      false,
      ['model', 'effort', 'price', 'base-url', 'search'],
    ],
    ['--provider anthropic --model m --effort low --price m=1/2 --search none', true, []],
    // A seat of its own is a model's.
    ['--models chair=anthropic:m --price m=1/2 --effort low --model m', true, ['model']],
    ['--provider anthropic --search none --no-web', true, ['search']],
    ['--seed 7', false, ['seed']],
    ['--seed 7 --order rotate', false, ['seed']],
    ['--seed 7 --order drawn', false, []],
    ['--rounds 3 --min-rounds 2 --max-rounds 4', false, ['rounds']],
    ['--rounds 3 --max-rounds 4 --anyway', false, []],
    ['--provider anthropic --anyway', true, ['anyway']],
  ])('%s', (line, isByModels, names) => {
    expect(
      told(
        line.split(' ').filter((word) => word !== ''),
        isByModels,
      ),
    ).toEqual(names);
  });

  it('are named with the reason, on standard error and in the one JSON object', async () => {
    const { code, status, err } = await played([
      ...['run', ...gatewayFlags],
      ...['--out', await mkdtemp(join(tmpdir(), 'rostrum-cli-flags-')), '--json', '--seed', '7', '--price', 'm=1/2'],
    ]);
    const warnings = [
      '--price has no meaning here: no language model takes part.',
      '--seed has no meaning here: nothing is drawn without --order drawn.',
    ];
    expect([code, status.warnings]).toEqual([0, expect.arrayContaining(warnings)]);
    for (const line of warnings) expect(err).toContain(line);
  });

  it('are named when a debate is resumed, as it is by then', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'rostrum-cli-resumed-'));
    const { status } = await played(['run', ...gatewayFlags, '--out', parent, '--json']);
    const given = ['--provider', 'offline', '--model', 'm', '--price', 'm=1/2', '--search', 'none', '--conclude'];
    const warnings = [
      '--model has no meaning here: offline is no provider of models.',
      '--price has no meaning here: no language model takes part.',
      '--search has no meaning here: no language model takes part.',
      '--conclude has no meaning here: the debate is concluded.',
    ];
    const resumed = await played(['resume', status.dir, '--json', ...given]);
    expect([resumed.code, resumed.status.warnings]).toEqual([0, expect.arrayContaining(warnings)]);
    for (const line of warnings) expect(resumed.err).toContain(line);
    expect((await rostrum(['resume', status.dir])).err).not.toContain('no meaning');
  });
});
