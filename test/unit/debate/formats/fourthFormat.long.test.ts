import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fact, factSource, readEntries } from '../../../support/scriptedDebate';
import { blocksOf, carriedOut, programOf, ran, typeErrors, type Block } from '../../../support/workedExample';

/** The worked examples of CONTRIBUTING.md, carried out in a copy of the source: a rule for turns; a fourth format, which is its files and what names them. */

const seats = ['challenger', 'defender'];
const point = (name: string, round: number) => ({
  content: `Look here. ${fact(name, round)}`,
  sources: [factSource(name, round)],
});
/** Cited from a file that is not there: sent back by the gate. */
const invented = {
  content: 'Look at the vault.',
  sources: [{ ...factSource('challenger', 1), url: 'workspace:vault.md#L1' }],
};
const answers = Object.fromEntries(
  [1, 2].flatMap((round) => seats.map((name) => [`r${round}/${name}`, point(name, round)])),
);
const script = { ...answers, 'r1/challenger#1': invented };
/** It never comes to the second round by itself. */
const stuck = { ...script, 'r2/challenger': { wait_ms: 3_600_000, output: answers['r2/challenger'] } };

let blocks: Block[];
let copy: string;
let cli: string;

const run = (...more: string[]): string[] => [
  'run',
  '--topic',
  'Should the depot move?',
  '--format',
  'duel',
  '--rounds',
  '2',
  '--evidence',
  'evidence',
  '--yes',
  ...more,
];

beforeAll(async () => {
  blocks = blocksOf(readFileSync(join(__dirname, '..', '..', '..', '..', 'CONTRIBUTING.md'), 'utf8'));
  copy = carriedOut(blocks);
  cli = await programOf(copy, 'src/cli/main.ts');
  mkdirSync(join(copy, 'evidence'));
  for (const name of seats)
    writeFileSync(join(copy, 'evidence', `${name}.md`), `${[1, 2].map((line) => fact(name, line)).join('\n')}\n`);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What test/support/debateSurfaces.ts prints. */
interface Surfaces {
  panel: { state: string; stateText: string; rail: string[]; rows: string[] };
  tree: { spoken: string; groups: string[]; debaters: string[]; rounds: string[] };
}

/** Kills the command once the second of the two has spoken in the first round; returns the debate's folder. */
async function killed(): Promise<string> {
  writeFileSync(join(copy, 'script.json'), JSON.stringify(stuck));
  const child = spawn(
    process.execPath,
    [cli, ...run('--provider', 'scripted', '--script', 'script.json', '--out', 'out')],
    { cwd: copy, stdio: 'ignore' },
  );
  const ended = new Promise<string | null>((done) => child.on('exit', (_, signal) => done(signal)));
  /** Not yet where it is still being put together, under a name with a dot. */
  const found = (): string => {
    const made = readdirSync(copy).includes('out') ? readdirSync(join(copy, 'out')) : [];
    const name = made.find((one) => !one.startsWith('.'));
    return name === undefined ? '' : join(copy, 'out', name);
  };
  const hasSpoken = (): boolean =>
    found() !== '' &&
    readdirSync(found()).includes('debate-log.jsonl') &&
    readFileSync(join(found(), 'debate-log.jsonl'), 'utf8').includes('r2/start');
  while (!hasSpoken() && child.exitCode === null) await wait(50);
  child.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  return found();
}

describe('the worked example of a fourth format', () => {
  it('is whole: task, format, prompt, what models are told, and the registration; beside a rule for turns', () => {
    expect(blocks.map(({ language, path }) => `${language} ${path}`)).toEqual([
      'diff src/debate/rules/spokenRules.ts',
      ...[
        'ts src/debate/flow/tasks/duel.ts',
        'ts src/debate/formats/duel.ts',
        'md prompts/duelist.md',
        'ts src/agents/model/formats/duel.ts',
      ],
      ...[
        'diff src/debate/formats/registry.ts',
        'diff src/debate/rules/lint/lint.ts',
        'diff src/projections/formats/registry.ts',
        'diff src/reports/formatReports.ts',
        'diff src/session/plan/estimate.ts',
        'diff src/ui/formats/registry.ts',
        'diff src/debate/flow/tasks/formats.ts',
        'diff src/agents/model/formats/registry.ts',
      ],
    ]);
  });

  it('compiles, with the rule', async () => {
    expect(await typeErrors(copy)).not.toMatch(/error TS/);
  });

  it('plays to its end, killed and resumed: sources verified, lint clean, transcript written', async () => {
    const folder = await killed();
    const surfaces = await programOf(copy, 'test/support/debateSurfaces.ts');
    const shown = async (): Promise<Surfaces> => JSON.parse((await ran(copy, surfaces, [folder])).out) as Surfaces;
    const status = async (): Promise<string> => (await ran(copy, cli, ['status', folder])).out;
    expect(await status()).toContain('interrupted, duel, round 2, ');
    const interrupted = await shown();
    expect(interrupted.tree.spoken).toContain('Interrupted: round 2');
    expect(interrupted.panel).toMatchObject({ state: 'interrupted', rail: ['Round 1 done', 'Round 2 now'] });
    writeFileSync(join(copy, 'script.json'), JSON.stringify(script));
    expect(await ran(copy, cli, ['resume', folder])).toMatchObject({ code: 0 });
    const entries = await readEntries(folder);
    const spoken = entries.filter(({ type }) => type === 'new_point');
    expect(spoken.map(({ speaker, content }) => [speaker, content])).toEqual(
      [1, 2].flatMap((round) => seats.map((name) => [name, point(name, round).content])),
    );
    const results = entries.filter(({ type }) => type === 'verification_result');
    expect(results.map(({ target_seq: target, data }) => [target, data?.['status']])).toEqual(
      spoken.map(({ seq }) => [seq, 'verified']),
    );
    expect(await ran(copy, cli, ['lint', folder])).toMatchObject({
      code: 0,
      out: expect.stringContaining('No problems') as string,
    });
    expect(await status()).toContain('done, duel, ');
    expect(await status()).toContain('Verified sources: challenger 2, defender 2');
    const { panel, tree } = await shown();
    // Its end and its entries are all there is to look at.
    expect(panel).toMatchObject({ views: ['verdict', 'debate'] });
    expect(panel).toMatchObject({ state: 'done', rail: ['Round 1 done', 'Round 2 done'] });
    expect(panel.rows.filter((row) => row.includes('new_point'))).toEqual(
      [1, 2].flatMap((round) => seats.map((name) => `r${round} ${name} new_point`)),
    );
    for (const told of [panel.stateText, tree.spoken])
      expect(told).toContain('Verified sources: challenger 2, defender 2');
    expect(tree.debaters).toEqual(seats.map((name) => expect.stringContaining(`${name} | `) as string));
    expect(tree.rounds.map((row) => row.split(' | ')[0])).toEqual(['Round 1', 'Round 2']);
    const transcript = readFileSync(join(folder, 'transcript.md'), 'utf8');
    for (const name of seats) expect(transcript).toContain(fact(name, 2));
  });

  it('is told to models from its prompt and schema, and asked of people as JSON', async () => {
    const { out } = await ran(copy, await programOf(copy, 'test/support/formatTask.ts'), ['duelist/argue']);
    const asked = JSON.parse(out) as {
      task: string;
      research: string;
      name: string;
      schema: { required: string[] };
      form: { values: { json: string } };
    };
    expect(asked.task).toContain('Give your point of round <round>');
    expect(asked.task).toContain('<you>');
    expect(asked.research).toContain('Prepare your point of round <round>');
    expect(asked).toMatchObject({
      name: 'duelist_argue',
      schema: { type: 'object', required: ['content', 'sources', 'acknowledges'], additionalProperties: false },
    });
    expect(JSON.parse(asked.form.values.json)).toEqual({ content: '', sources: [{ url: '', title: '' }] });
  });

  it('is refused where only documents speak, which argue no duel', async () => {
    const { code, out } = await ran(copy, cli, run('--provider', 'offline', '--out', 'offline'));
    expect(code).toBe(2);
    expect(out).toContain('Nobody takes the seats challenger, defender of this duel.');
  });
});
