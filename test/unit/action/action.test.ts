import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rostrumProgram } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

const stepSchema = z.object({
  name: z.string(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  with: z.record(z.string(), z.unknown()).default({}),
  run: z.string().optional(),
});
type Step = z.infer<typeof stepSchema>;

const action = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    runs: z.object({ using: z.literal('composite'), steps: z.array(stepSchema) }),
  })
  .parse(load(readFileSync(join(__dirname, '../../../action/action.yml'), 'utf8')));
const { steps } = action.runs;

interface ActionRun {
  /** Status of the last step. */
  code: number | null;
  out: string;
  sarif: Record<string, { runs: [{ results: { ruleId: string }[] }] }>;
}

/** Runs the steps that are scripts one by one, as a runner does; those of other actions are left out. */
async function runAction(workspace: string, given: Record<string, string> = {}): Promise<ActionRun> {
  const home = tempFolder({ 'action/action.yml': '', 'temp/': '' });
  const program = await rostrumProgram();
  cpSync(dirname(program), join(home, 'dist'), { recursive: true });
  if (!existsSync(join(home, 'dist/cli.js'))) cpSync(program, join(home, 'dist/cli.js'));
  const inputs = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]));
  const outputs: Record<string, { outputs: Record<string, string> }> = {};
  const context = { inputs: { ...inputs, ...given }, steps: outputs, github: { action_path: join(home, 'action') } };
  const run: ActionRun = { code: 0, out: '', sarif: {} };
  for (const step of steps) {
    if (step.run === undefined) continue;
    const file = join(home, `output-${steps.indexOf(step)}`);
    writeFileSync(file, '');
    const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, evaluated(value, context)]));
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: workspace,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home, RUNNER_TEMP: join(home, 'temp'), GITHUB_OUTPUT: file, ...env },
    });
    run.code = status;
    run.out += stdout + stderr;
    if (step.id !== undefined) outputs[step.id] = { outputs: outputsIn(readFileSync(file, 'utf8')) };
    if (status !== 0) break;
  }
  const folder = join(home, 'temp/rostrum/sarif');
  for (const name of readdirSync(folder))
    run.sarif[name] = JSON.parse(readFileSync(join(folder, name), 'utf8')) as ActionRun['sarif'][string];
  return run;
}

const outputsIn = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from(text.matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]));

/** Values of expressions; what is not there is empty, as it is for a runner. */
const evaluated = (text: string, context: object): string =>
  text.replace(/\$\{\{ (.*?) \}\}/g, (_all, expression: string) => {
    const value = valueOf(expression, context);
    return typeof value === 'string' ? value : '';
  });

function valueOf(expression: string, context: object): unknown {
  const script = expression.replace(/\.([A-Za-z_][\w-]*)/g, (_all, name: string) => `?.[${JSON.stringify(name)}]`);
  return runInNewContext(script, { ...context });
}

const named = (part: string): Step => {
  const found = steps.find(({ uses = '', name }) => uses.includes(part) || name.includes(part));
  if (found === undefined) throw new Error(`The action has no step ${part}.`);
  return found;
};

const notes = 'The key is never written to disk.\n';
const good = 'They say “The key is never written to disk” ([n](notes.md)).\n';
const bad = 'They say “The key is often written to disk” ([n](notes.md)).\n';

describe('the action', () => {
  it('ends with 0 where all holds', async () => {
    const { code, out, sarif } = await runAction(tempFolder({ 'notes.md': notes, 'doc.md': good }), { web: 'false' });
    expect([code, sarif['citations.sarif']?.runs[0].results]).toEqual([0, []]);
    expect(out).toContain('1 quoted');
  });

  it('ends with 1 where a quotation is missing, and has it in SARIF', async () => {
    const { code, out, sarif } = await runAction(tempFolder({ 'notes.md': notes, 'doc.md': bad }), { web: 'false' });
    expect(code).toBe(1);
    expect(out).toContain('stands there  The key is never written to disk');
    expect(sarif['citations.sarif']?.runs[0].results.map(({ ruleId }) => ruleId)).toEqual(['missing']);
  });

  it('checks the documents that are named, also those with spaces and signs of the shell in their names', async () => {
    const folder = tempFolder({ 'notes.md': notes, 'other.md': bad, 'a b $(touch stolen).md': good, '-x.md': good });
    const documents = 'a b $(touch stolen).md\n-x.md\n';
    const { code, out } = await runAction(folder, { documents, web: 'false' });
    expect([code, existsSync(join(folder, 'stolen'))]).toEqual([0, false]);
    expect(out).toContain('2 citations in 2 documents: 2 quoted');
  });

  it('lints debates', async () => {
    const folder = tempFolder({ 'doc.md': good, 'notes.md': notes });
    mkdirSync(join(folder, 'debate'));
    writeFileSync(join(folder, 'debate/debate-log.jsonl'), '{"seq":5}\n');
    const { code, sarif } = await runAction(folder, { debates: 'debate', web: 'false' });
    expect(code).toBe(1);
    expect(sarif['debate-1.sarif']?.runs[0].results.length).toBeGreaterThan(0);
  });

  it('ends with 2 where no document can be read', async () => {
    expect((await runAction(tempFolder(), { documents: 'gone.md' })).code).toBe(2);
  });

  it('puts no value of others into a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('takes the cache without writing to it', () => {
    const caches = steps.flatMap(({ uses = '' }) =>
      uses.startsWith('actions/cache') ? [uses.replace(/@.*/, '')] : [],
    );
    expect(caches).toEqual(['actions/cache/restore', 'actions/cache/save']);
  });

  it.each([
    ['a push', { event_name: 'push', event: {} }, true],
    ['a pull request of a branch', pullRequest('pull_request', 'owner/name'), true],
    ['a pull request of a fork', pullRequest('pull_request', 'other/name'), false],
    ['a pull request of a fork with the rights of the target', pullRequest('pull_request_target', 'other/name'), false],
  ])('writes to the cache for %s: %s', (_what, github, isKept) => {
    const condition = (named('actions/cache/save').if ?? '').replace(/^\$\{\{ | \}\}$/g, '');
    expect(valueOf(condition, { github: { repository: 'owner/name', ...github } })).toBe(isKept);
  });
});

function pullRequest(name: string, from: string): object {
  return { event_name: name, event: { pull_request: { head: { repo: { full_name: from } } } } };
}
