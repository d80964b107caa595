import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Usage } from '../../../src/debate/log/entryData';
import type { DebateStatus } from '../../../src/session/library/status';
import { startChatServer } from '../../support/chatServer/chatServer';
import type { Answer } from '../../support/messagesServer/answer';
import {
  startMessagesServer,
  type MessagesServer,
  type MessagesServerOptions,
} from '../../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../../support/messagesServer/requestSchema';
import { askedOfChat, askedOfMessages, chatAnswer, messagesAnswer } from '../../support/modelDebate';
import { sampled } from '../../support/depth';
import { rostrum as runCommand, spawnedRostrum, type CommandOptions, type CommandRun } from '../../support/rostrum';
import { fullScript, lineup, readEntries, shape, writeEvidence } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';
import { tempFolder } from '../../support/tempFolder';

/** Debates by models as the command line runs them: the real packages, servers of this machine. */

const names = ['ada', 'bob'];
const key = 'sk-test-0123456789-secret';
/** A local server is not where Anthropic's prices hold. */
const prices = 'claude-sonnet-5-5=2/10/0.1,claude-opus-5-5=4/20/0.2';

/** From a folder of its own; without another environment, with a key alone. */
const withKey = (options: CommandOptions = {}): CommandOptions => ({
  env: { ANTHROPIC_API_KEY: key },
  cwd: tempFolder(),
  ...options,
});
const rostrum = (args: readonly string[], options?: CommandOptions): Promise<CommandRun> =>
  runCommand(args, withKey(options));
const spawned = (args: readonly string[], options?: CommandOptions): Promise<CommandRun> =>
  spawnedRostrum(args, withKey(options));

const statusOf = ({ out }: CommandRun): DebateStatus => JSON.parse(out) as DebateStatus;

async function messages(change: Partial<MessagesServerOptions> = {}): Promise<MessagesServer> {
  const model = new ScriptedModel(
    { ...fullScript({ names, rounds: 2 }), 'chair/propose_lineup': { debaters: bareLineup } },
    names,
  );
  const answer = (request: MessagesRequest): Answer => messagesAnswer(model.answer(askedOfMessages(request)));
  return await startMessagesServer({ key, answer, ...change });
}

const bareLineup = lineup(2).map(({ name, persona, starting_position, incentives }) => ({
  name,
  persona,
  starting_position,
  incentives,
}));

async function flags(
  change: readonly string[] = [],
  { isGiven = true } = {},
): Promise<{ args: string[]; parent: string }> {
  const parent = tempFolder({ 'lineup.json': JSON.stringify(bareLineup) });
  const given = isGiven ? ['--lineup', join(parent, 'lineup.json')] : [];
  const base = [
    'run',
    '--topic',
    'Where should the parcels go?',
    '--evidence',
    await writeEvidence(names),
    '--out',
    join(parent, 'out'),
    '--yes',
    '--json',
  ];
  return { args: [...base, ...given, '--rounds', '1', ...change], parent };
}

const onlyFolder = async (parent: string): Promise<string> =>
  join(parent, 'out', (await readdir(join(parent, 'out')))[0] ?? 'none');

async function everythingIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** An environment that would have the key sent to this server. */
const trapped = (trap: MessagesServer): Record<string, string> => ({
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: trap.url,
  OPENAI_BASE_URL: `${trap.url}/v1`,
  ANTHROPIC_AUTH_TOKEN: 'other',
  ANTHROPIC_CUSTOM_HEADERS: 'x-evil: 1',
  HTTP_PROXY: trap.url,
  HTTPS_PROXY: trap.url,
  http_proxy: trap.url,
  ALL_PROXY: trap.url,
});

describe('a debate by models from the command line', () => {
  it('runs to its end with one JSON object, a usage that adds up, and the key nowhere: neither the environment nor a record of somebody else sends it elsewhere', async () => {
    const [server, trap] = [await messages(), await messages()];
    const env = trapped(trap);
    const known = `${prices},claude-haiku-5-5=0.1/0.5/0.01`;
    const there = ['--provider', 'anthropic', '--base-url', server.url, '--price', known];
    const { args, parent } = await flags(there, { isGiven: false });
    const run = await spawned(args, { env });
    await server.close();
    const { status, usage, dir } = statusOf(run);
    expect({ code: run.code, status, mistakes: server.mistakes }).toEqual({ code: 0, status: 'done', mistakes: [] });
    expect(run.err).toMatch(/Estimated cost: \$\d+\.\d\d to \$\d+\.\d\d \(\d+k to \d+k tokens\)\./);
    const smaller = 'anthropic:claude-haiku-5-5';
    expect(run.err).toMatch(
      new RegExp(` \\$\\d+\\.\\d\\d to \\$\\d+\\.\\d\\d less with --models verifier=${smaller},audience=${smaller}\\.`),
    );
    const told = server.totals();
    // What the Chair's proposal of a lineup has cost before there was a debate is in it.
    expect(usage).toMatchObject({
      input: told.input,
      cache_read: told.read,
      cache_write: told.write5m,
      output: told.output,
    });
    const { usage: kept } = JSON.parse(await readFile(join(dir, 'metadata.json'), 'utf8')) as {
      usage: { total: Usage; by_role: Record<string, Usage> };
    };
    expect(Object.values(kept.by_role).reduce((sum, role) => sum + role.input, 0)).toBe(kept.total.input);
    expect(kept.total.usd).toBeGreaterThan(0.01);
    expect(Object.values(kept.by_role).reduce((sum, role) => sum + role.usd, 0)).toBeCloseTo(kept.total.usd, 7);
    expect(`${run.out}${run.err}${await everythingIn(parent)}`).not.toContain(key);
    expect((await rostrum(['lint', dir, '--json'])).code).toBe(0);
    expect(
      server.requests.some(({ headers }) => 'x-evil' in headers || headers.authorization !== `Bearer ${key}`),
    ).toBe(false);
    const log = join(dir, 'debate-log.jsonl');
    const [first = ''] = (await readFile(log, 'utf8')).split('\n');
    const setup = JSON.parse(first) as { data: Record<string, unknown> };
    Object.assign(setup.data, {
      endpoints: { anthropic: trap.url, 'openai-compatible': trap.url },
      base_url: trap.url,
      provider: 'openai-compatible',
    });
    await writeFile(log, `${JSON.stringify(setup)}\n`);
    const resumed = await spawned(['resume', dir, '--json'], { env: { ...env, OPENAI_API_KEY: key } });
    expect(resumed.code).toBe(3);
    expect(trap.requests).toEqual([]);
    await trap.close();
  });

  it('takes debaters who are called as something of every object is', async () => {
    const called = ['constructor', 'toString'] as const;
    const model = new ScriptedModel(fullScript({ names: called, rounds: 1 }), called);
    const answer = (request: MessagesRequest): Answer => messagesAnswer(model.answer(askedOfMessages(request)));
    const server = await startMessagesServer({ key, answer });
    const seats = bareLineup.map((debater, index) => ({ ...debater, name: called[index] ?? '' }));
    const parent = tempFolder({ 'lineup.json': JSON.stringify(seats) });
    const own = ['--lineup', join(parent, 'lineup.json'), '--evidence', await writeEvidence(called)];
    const there = ['--provider', 'anthropic', '--base-url', server.url, '--price', prices];
    const run = await rostrum([...(await flags(there, { isGiven: false })).args, ...own]);
    await server.close();
    expect({ code: run.code, err: run.code === 0 ? '' : run.err }).toEqual({ code: 0, err: '' });
    const { dir, usage } = statusOf(run);
    expect(usage).toMatchObject({ input: server.totals().input, output: server.totals().output });
    const { usage: kept } = JSON.parse(await readFile(join(dir, 'metadata.json'), 'utf8')) as {
      usage: { by_role: Record<string, Usage> };
    };
    expect(Object.keys(kept.by_role)).toEqual(expect.arrayContaining([...called]));
    expect((await rostrum(['lint', dir, '--json'])).code).toBe(0);
  });

  it('rests when the budget is spent, between turns, and goes on with more', async () => {
    const server = await messages();
    const there = ['--provider', 'anthropic', '--base-url', server.url];
    const { args } = await flags([...there, '--budget-usd', '0.03', '--price', prices]);
    const run = await rostrum(args);
    const { dir, status, warnings } = statusOf(run);
    expect({ code: run.code, status }).toEqual({ code: 3, status: 'paused' });
    expect(run.err).toContain('The budget of $0.03 is below the estimate');
    expect(warnings.join()).toMatch(/The budget of \$0\.03 is (?:all but )?spent/);
    const rested = await readEntries(dir);
    const resuming = ['resume', dir, '--base-url', server.url, '--json'];
    const haiku = ['--models', 'ada=claude-haiku-5-5'];
    for (const asked of [haiku, [...haiku, '--budget-usd', '5'], ['--models', 'ada=haiku', '--budget-usd', '5']]) {
      const refused = await rostrum([...resuming, ...asked]);
      expect([refused.code, await readEntries(dir)]).toEqual([2, rested]);
      expect(refused.out).toContain('the price of anthropic:claude-haiku-5-5 is not known');
    }
    const short = ['--models', 'ada=haiku'];
    const again = await rostrum([...resuming, ...short, '--price', 'claude-haiku-5-5=1/5', '--budget-usd', '5']);
    expect((await readEntries(dir))[rested.length]?.data?.['change']).toMatchObject({
      prices: { 'claude-haiku-5-5': { input: 1, output: 5 } },
      endpoints: { anthropic: server.url },
    });
    await server.close();
    expect({ code: again.code, status: statusOf(again).status }).toEqual({ code: 0, status: 'done' });
    expect((await readEntries(dir)).filter((entry) => entry.data?.['kind'] === 'skipped')).toEqual([]);
  });

  it('lifts a budget for a model without a price, takes its short name, and says which prices hold for nobody', async () => {
    const server = await messages();
    const parent = join(tempFolder(), 'with space');
    const { args } = await flags(['--provider', 'anthropic', '--base-url', server.url, '--price', prices]);
    const run = await rostrum([...args, '--out', parent, '--budget-usd', '0.03']);
    const { dir } = statusOf(run);
    expect(run.err).toContain(`rostrum resume '${dir}' --base-url`);
    const rested = await readEntries(dir);
    const resuming = ['resume', dir, '--base-url', server.url, '--json', '--budget-usd', 'none'];
    const wishes = ['--models', 'ada=haiku', '--price', 'haiku=1/5,tset=1/2,claude-sonnet-5-5=1/1'];
    const again = await rostrum([...resuming, ...wishes]);
    await server.close();
    expect({ code: again.code, status: statusOf(again).status }).toEqual({ code: 0, status: 'done' });
    expect(again.err).toContain('--price has no meaning here: no model called tset takes part; this debate keeps');
    const changes = (await readEntries(dir)).slice(rested.length).map(({ data }) => data?.['change']);
    expect(changes.slice(0, 2)).toMatchObject([
      { budget_usd: null },
      { models: { ada: 'anthropic:claude-haiku-5-5' }, prices: { haiku: { input: 1, output: 5 } } },
    ]);
  });

  it('offers no conclusion where it has one and the budget has no room for its documents', async () => {
    const server = await messages();
    const there = ['--provider', 'anthropic', '--base-url', server.url];
    const dear = `${prices},claude-haiku-5-5=20000/100000`;
    const { args } = await flags([...there, '--models', 'reporter=claude-haiku-5-5', '--price', dear]);
    const run = await rostrum([...args, '--budget-usd', '5']);
    const { dir, status, outcome } = statusOf(run);
    expect({ code: run.code, status, outcome }).toEqual({ code: 3, status: 'paused', outcome: 'draw' });
    expect(run.err).toContain(`raise the budget with --budget-usd: rostrum resume ${dir}`);
    expect(run.err).not.toContain('--conclude');
    const again = await rostrum(['resume', dir, '--base-url', server.url, '--json', '--budget-usd', '50000']);
    await server.close();
    expect({ code: again.code, status: statusOf(again).status }).toEqual({ code: 0, status: 'done' });
  });

  it('pauses at Ctrl-C, stops at a termination, and goes on from either to the same record', async () => {
    const server = await messages({ latencyMs: 60 });
    const reference = await rostrum((await flags(['--provider', 'anthropic', '--base-url', server.url])).args);
    const uncut = shape(await readEntries(statusOf(reference).dir)).sort();
    const signals = [
      ['SIGTERM', 'interrupted'],
      ['SIGINT', 'paused'],
    ] as const;
    for (const [signal, ending] of sampled('signals to a debate by models', signals, 1)) {
      const { args } = await flags(['--provider', 'anthropic', '--base-url', server.url]);
      const run = await spawned(args, { interrupt: (err) => (err.includes('bob opening') ? signal : undefined) });
      const { dir, status } = statusOf(run);
      expect({ code: run.code, status }).toEqual({ code: 3, status: ending });
      const again = await rostrum(['resume', dir, '--base-url', server.url, '--json']);
      expect(again.code).toBe(0);
      expect(shape(await readEntries(dir)).sort()).toEqual(uncut);
    }
    await server.close();
  });

  it('asks for an effort only where the model knows it, and tells on the terminal what it waits for', async () => {
    const server = await messages({
      faults: ({ path }, n) => (path === '/v1/messages' && n === 0 ? { status: 429, retryAfter: 1 } : undefined),
    });
    const efforts = ['--effort', 'low', '--models', 'chair=claude-haiku-4-5'];
    const { args } = await flags(['--provider', 'anthropic', '--base-url', server.url, ...efforts]);
    const run = await rostrum(args);
    await server.close();
    expect(run.code).toBe(0);
    const asked = server.requests.flatMap(({ request }) =>
      request === undefined ? [] : [`${request.model} ${request.output_config?.effort ?? 'none'}`],
    );
    expect([...new Set(asked)].sort()).toEqual(['claude-haiku-4-5 none', 'claude-sonnet-5-5 low']);
    expect(run.err).toMatch(/ {2}… \w+: .*Trying again in 1 s\./);
  });
});

describe('what cannot work', () => {
  it.each([
    [['--provider', 'openai-compatible'], /give --model ID/],
    [
      ['--provider', 'openai-compatible', '--model', 'm'],
      /chair is to be openai-compatible:m, but where is that server\? Give --base-url openai-compatible=URL/,
    ],
    [['--provider', 'anthropic', '--models', 'bob=openai-compatible:m'], /bob is to be .* where is that server/],
    [['--provider', 'anthropic', '--models', 'bob=vscode:gpt'], /from the editor only/],
    [['--provider', 'anthropic', '--models', 'judge=claude-opus-5-5'], /nobody of that name takes part/],
    [['--provider', 'anthropic', '--models', 'bob=scripted'], /names no model/],
    [['--provider', 'anthropic', '--models', 'bob=claude\u001b[2J'], /names no model/],
    [['--provider', 'anthropic', '--effort', 'max'], /there are low, medium, high/],
    [['--provider', 'anthropic', '--search', 'google'], /searxng=URL/],
    [['--provider', 'anthropic', '--search', 'brave'], /environment variable BRAVE_API_KEY/],
    [['--provider', 'anthropic', '--base-url', 'http://u:p@127.0.0.1/'], /no user name and no password/],
    [['--provider', 'vscode'], /from the editor only/],
  ])('%j is refused before anything is made', async (change, reason) => {
    const { args, parent } = await flags(change);
    const run = await rostrum(args);
    expect(run.code).toBe(2);
    expect(JSON.parse(run.out)).toMatchObject({ error: { message: expect.stringMatching(reason) as string } });
    expect(await readdir(parent)).toEqual(['lineup.json']);
  });

  it('a missing key is bad input, and says what to set', async () => {
    const { args } = await flags(['--provider', 'anthropic'], { isGiven: false });
    const run = await runCommand(args, { env: {}, cwd: tempFolder() });
    expect(run.code).toBe(2);
    expect(JSON.parse(run.out)).toMatchObject({ error: { code: 'key_missing' } });
    expect(run.err).toContain('ANTHROPIC_API_KEY');
  });

  it('a proxy that cannot be used is refused before anything is made', async () => {
    const { args, parent } = await flags(['--provider', 'anthropic']);
    const run = await runCommand(args, { env: { HTTPS_PROXY: 'socks5://127.0.0.1:1' }, cwd: tempFolder() });
    expect(run.code).toBe(2);
    expect(run.err).toContain('HTTPS_PROXY names no proxy that can be used');
    expect(await readdir(parent)).toEqual(['lineup.json']);
  });

  it('a budget without a price is refused before anything is made or asked, and holds with one', async () => {
    const gateway = await messages();
    const there = await flags(['--provider', 'anthropic', '--base-url', gateway.url, '--budget-usd', '1']);
    const unpriced = await rostrum(there.args);
    await gateway.close();
    expect([unpriced.code, await readdir(there.parent), gateway.requests]).toEqual([2, ['lineup.json'], []]);
    expect(unpriced.out).toContain('the price of anthropic:claude-opus-5-5, anthropic:claude-sonnet-5-5 is not known');
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await startChatServer({ answer: (request) => chatAnswer(model.answer(askedOfChat(request))) });
    const given = ['--provider', 'openai-compatible', '--model', 'test-model', '--base-url', server.baseUrl];
    const { args, parent } = await flags([...given, '--budget-usd', '1']);
    const refused = await rostrum(args);
    expect([refused.code, await readdir(parent)]).toEqual([2, ['lineup.json']]);
    expect(refused.out).toContain('the price of openai-compatible:test-model is not known');
    expect(model.asked).toEqual([]);
    const run = await rostrum([...args, '--price', 'test-model=2/10']);
    await server.close();
    const { usage } = statusOf(run);
    expect(usage).not.toHaveProperty('unpriced');
    expect(usage).toMatchObject({ usd: expect.any(Number) as number });
    expect(usage.usd).toBeGreaterThan(0.01);
    expect(run.err).toContain('test-model: $2 in, $10 out for a million tokens (as you set it)');
  });

  it('a person’s seat rests, and may be given to a model', async () => {
    const server = await messages();
    const { args } = await flags(['--provider', 'anthropic', '--base-url', server.url, '--models', 'bob=human']);
    const run = await rostrum(args);
    expect(run.code).toBe(3);
    expect(run.err).toContain('Or give the seat to a model with --models: rostrum resume');
    const again = await rostrum([
      'resume',
      statusOf(run).dir,
      '--base-url',
      server.url,
      '--models',
      'bob=sonnet',
      '--json',
    ]);
    await server.close();
    expect(again.code).toBe(0);
  });
});

describe('the world around it', () => {
  it('does not choose who is paid: a configuration file names models of the provider at hand only', async () => {
    const cwd = tempFolder();
    await mkdir(join(cwd, '.claude'));
    const debaters = bareLineup.map((debater, at) => ({
      ...debater,
      model: ['anthropic:claude-fable-5-1', 'haiku'][at],
    }));
    await writeFile(
      join(cwd, '.claude', 'ai-debate.json'),
      JSON.stringify({ debaters, models: { chair: 'openai-compatible:evil' } }),
    );
    const { args, parent } = await flags(['--trust-workspace'], { isGiven: false });
    expect((await rostrum(args, { cwd })).code).toBe(0);
    const [setup] = await readEntries(await onlyFolder(parent));
    expect(setup?.data).toMatchObject({
      debaters: [{ model: 'offline' }, { model: 'offline' }],
      models: { chair: 'offline' },
    });
  });

  it('may bring prompts of its own when it is trusted, and says so where one cannot be used', async () => {
    const server = await messages();
    const cwd = tempFolder();
    await mkdir(join(cwd, '.rostrum', 'prompts'), { recursive: true });
    await writeFile(join(cwd, '.rostrum', 'prompts', 'audience.md'), 'Broken {{nonsense}}.\n');
    const there = ['--provider', 'anthropic', '--base-url', server.url];
    const { args } = await flags([...there, '--budget-usd', '0.001', '--price', prices]);
    const trusted = await rostrum([...args, '--trust-workspace'], { cwd });
    expect({ code: trusted.code, asked: server.requests.length }).toEqual({ code: 2, asked: 0 });
    expect(trusted.err).toContain('The prompt audience.md cannot be used');
    expect((await rostrum(args, { cwd })).code).toBe(3);
    await server.close();
  });

  it('gets no command of a model or a lineup to its terminal', async () => {
    const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
    const server = await messages({
      answer: (request) => {
        const said = messagesAnswer(model.answer(askedOfMessages(request)));
        return 'json' in said
          ? {
              json: JSON.parse(
                JSON.stringify(said.json).replaceAll(
                  'Here is more.',
                  'Here\\u001b]0;pwn\\u0007 is \\u009b2J\\u202e more.',
                ),
              ) as unknown,
            }
          : said;
      },
    });
    const { args } = await flags(['--provider', 'anthropic', '--base-url', server.url]);
    const run = await rostrum(args.filter((flag) => flag !== '--json'));
    await server.close();
    expect(run.code).toBe(0);
    expect(run.out).toContain('Here]0;pwn is 2J more.');
    expect(`${run.out}${run.err}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});
