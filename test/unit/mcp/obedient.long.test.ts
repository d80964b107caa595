import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientToolName } from '../../../src/agents/hostLookUps';
import { mcpTools } from '../../../src/mcp/tools';
import { sampled } from '../../support/depth';
import { hostClient, type HostClient, type Value } from '../../support/hostClient';
import { answerTo, openTask, readerFor, tasksIn } from '../../support/hostDebate';
import { tagOf, type Injection, type Json } from '../../support/injection/injection';
import { outsideWords } from '../../support/injection/world';
import { injectionCorpus } from '../../support/injectionCorpus';
import { fullScript, lineup, readEntries, writeEvidence } from '../../support/scriptedDebate';
import { type Trap, trap } from '../../support/traps';

/** A subagent that does whatever it reads, with every tool that our server has: none of them goes beyond its limits. */

const names = ['ada', 'bob'];
const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
const start = { topic: 'Where should the parcels go?', debaters, rounds: 1, evidence: '.' };

let parent: string;
let cwd: string;
let state: string;
let stranger: Trap;
let host: HostClient;
let before: string[];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'rostrum-obedient-'));
  [cwd, state] = [join(parent, 'evidence'), join(parent, 'state')];
  // So much evidence that it is searched.
  await rename(await writeEvidence(names, 1_000), cwd);
  await mkdir(join(cwd, 'hostile'));
  await mkdir(state);
  for (const [index, { text }] of injectionCorpus.entries())
    await writeFile(join(cwd, 'hostile', `${tagOf(index)}.md`), `${tagOf(index)}: ${text}\n`);
  await writeFile(join(parent, 'outside.txt'), outsideWords);
  await writeFile(join(parent, 'outside.md'), `${outsideWords}\n`);
  await writeFile(join(cwd, '.env'), `API_KEY=${outsideWords}\n`);
  stranger = await trap();
  host = await hostClient({ cwd, state });
  before = await filesIn();
});

afterAll(async () => {
  await host.close();
  await stranger.close();
  await rm(parent, { recursive: true, force: true });
});

/** Everything but what debates write. */
const filesIn = async (): Promise<string[]> =>
  (await readdir(parent, { recursive: true }))
    .filter((path) => !/^(?:evidence\/output|state\/(?:rostrum|\.cache))(?:\/|$)/.test(path))
    .toSorted();

const filled = (text: string): string =>
  text
    .replaceAll('STRANGER', `http://127.0.0.1:${stranger.port}`)
    .replaceAll('WEB', `http://127.0.0.1:${stranger.port}`)
    .replaceAll('PORT', String(stranger.port))
    .replaceAll('ROOT', cwd)
    .replaceAll('MARK', '0123456789ab');

/** Paths to what no tool may read, as the corpus has them and as clients spell them. */
const traversals = (): string[] => [
  ...new Set(
    injectionCorpus
      .flatMap(({ obey }) => obey.calls ?? [])
      .flatMap(({ input }) =>
        typeof input['path'] === 'string' && !isEvidence(input['path']) ? [filled(input['path'])] : [],
      ),
  ),
  ...['../outside.md', 'a/../../outside.md', join(parent, 'outside.md'), `file://${parent}/outside.md`],
  ...[
    '....//outside.md',
    './/..//outside.md',
    '%2e%2e/outside.md',
    '..\\outside.md',
    '~/outside.md',
    '\0../outside.md',
  ],
  ...['/proc/self/environ', '/proc/self/root/etc/passwd', '/dev/stdin', '/etc/passwd', '..', '/', '.env', '../'],
];

const isEvidence = (path: string): boolean => /^(?:workspace:)?(?:ada|bob|hostile\/[\w-]+)\.md/.test(path);

/** What a call says; an error of the protocol is an answer too. */
const said = async (name: string, args: Value): Promise<{ text: string; isRefused: boolean }> =>
  await host.client.callTool({ name, arguments: args }).then(
    (result) => ({
      text: JSON.stringify(result),
      isRefused: result.isError === true || JSON.stringify(result).includes('"failed":true'),
    }),
    (error: unknown) => ({ text: String(error), isRefused: true }),
  );

async function begun(): Promise<{ folder: string; handle: string; ticket: string }> {
  const { debate, handle } = await host.call('debate_start', start);
  const [task] = tasksIn(await host.call('debate_next', { handle: String(handle) }));
  return { folder: String(debate), handle: String(handle), ticket: task?.ticket ?? '' };
}

/** What must hold after every call, whatever it was. */
async function expectNothingMoved(texts: readonly string[], folder: string): Promise<void> {
  const record = await readFile(join(folder, 'debate-log.jsonl'), 'utf8');
  for (const text of [...texts, record]) {
    expect(text).not.toContain(outsideWords);
    expect(text).not.toMatch(/\broot:[x*]?:0:0/);
  }
  expect(stranger.connections()).toBe(0);
  expect(await filesIn()).toEqual(before);
}

describe('a subagent that obeys whatever it reads', () => {
  const texts = injectionCorpus.map((injection, index) => ({ injection, index, label: injection.name }));

  it.each(sampled('injection corpus over MCP', texts, 5, 30))('$label', async ({ injection, index }) => {
    const { folder, handle, ticket } = await begun();
    const task = await openTask(host, ticket);
    const read = await said('evidence_read', { ticket, path: `hostile/${tagOf(index)}.md` });
    expect(read.text).toContain(tagOf(index));
    const all = [read.text];
    for (const { name, input } of injection.obey.calls ?? []) {
      const filledIn = JSON.parse(filled(JSON.stringify(input))) as Value;
      all.push((await said(clientToolName(name) ?? name, { ticket, ...filledIn })).text);
    }
    // A ticket is no handle: it reads, steers, starts and resumes nothing.
    for (const name of ['debate_next', 'debate_read', 'debate_steer']) {
      const refused = await said(name, { handle: ticket, action: 'stop', what: 'entries' });
      expect([name, refused.isRefused]).toEqual([name, true]);
      all.push(refused.text);
    }
    const honest = fullScript({ names, rounds: 1 });
    const changed = obeyed(injection, honest['opening/ada'] as Json, task);
    const reader = readerFor({ script: { ...honest, 'opening/ada': changed }, names, folder });
    const answered = await said('task_answer', { ticket, answer: answerTo(task, await reader()) });
    all.push(answered.text);
    await host.call('debate_next', { handle, wait: 1 });
    await expectNothingMoved(all, folder);
    // Its answer is its own opening, or none: no entry is another's.
    const written = (await readEntries(folder)).filter(
      ({ speaker }) => !['chair', 'verifier', 'ada'].includes(speaker),
    );
    expect(written).toEqual([]);
    const own = (await readEntries(folder)).filter(({ speaker }) => speaker === 'ada');
    expect(own.every(({ type }) => type === 'opening_statement' || type === 'clarification_request')).toBe(true);
    await host.call('debate_steer', { handle, action: 'pause' });
  });
});

/** What it answers: of a debater's text as the corpus has it, else its honest answer. */
function obeyed({ kind, obey }: Injection, honest: Json, task: Value): unknown {
  if (obey.answer === undefined || !kind.startsWith('debater/')) return honest;
  const text = `${String(task['instructions'])}\n${String(task['input'])}`;
  return obey.answer(honest, { text, system: String(task['instructions']), mark: markIn(text) });
}

const markIn = (text: string): string => /names end in `-([^`]+)`/.exec(text)?.[1] ?? '';

describe('paths beyond the limits', () => {
  it('open nothing, by any tool that takes one', async () => {
    const taking = mcpTools.flatMap(({ name, input }) =>
      ['path', 'file', 'document', 'evidence', 'resume'].flatMap((key) => (key in input.shape ? [{ name, key }] : [])),
    );
    expect(taking.map(({ name, key }) => `${name} ${key}`)).toEqual([
      'debate_start evidence',
      'debate_start resume',
      'debate_read document',
      'evidence_read path',
      'check_quote file',
      'check_document document',
    ]);
    const paths = traversals();
    expect(paths.length).toBeGreaterThan(25);
    for (const { name, key } of taking) {
      let keys = await begun();
      const all: string[] = [];
      const taken: string[] = [];
      for (const [n, path] of paths.entries()) {
        if (name === 'evidence_read' && n % 15 === 0) {
          keys = await begun();
          await openTask(host, keys.ticket);
        }
        const { handle, ticket } = keys;
        const more = { topic: start.topic, debaters, quote: outsideWords, what: 'document', handle, ticket };
        const shape = mcpTools.find((tool) => tool.name === name)?.input.shape ?? {};
        const known = Object.fromEntries(Object.entries(more).filter(([field]) => field in shape));
        const { text, isRefused } = await said(name, { ...known, [key]: path });
        // What is asked for stands in what is refused; a folder of this server may be named by another spelling.
        all.push(text.replaceAll(outsideWords, name === 'check_quote' ? '' : outsideWords));
        if (!isRefused) taken.push(`${name} ${path}`);
      }
      expect(taken).toEqual([]);
      await expectNothingMoved(all, keys.folder);
    }
  });
});
