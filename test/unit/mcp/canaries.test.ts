import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { isObject } from '../../../src/debate/log/objects';
import { dialecticScript } from '../../support/dialecticScript';
import { hostClient, type HostClient, type Value } from '../../support/hostClient';
import { answerTo, openTask, readerFor, tasksIn } from '../../support/hostDebate';
import { fullScript, lineup, writeEvidence, restingOnAny } from '../../support/scriptedDebate';
import { sideFiles, tribunalScript } from '../../support/tribunalScript';

/** Each text of each answer holds a word of its own, and so does the context: every tool's words are held against who may read it. */

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

/** A word of letters alone: no figure, and in no language. */
const word = (n: number): string =>
  `zq${String(n)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'bcdfghjkmp'.charAt(Number(digit)))}qz`;

interface Canary {
  word: string;
  seat: string;
  kind: string;
  field: string;
  /** Number of the ticket in which it was written. */
  at: number;
}

interface Opened {
  at: number;
  seat: string;
  kind: string;
  text: string;
}

const prose = new Set([
  'content',
  'reason',
  'memo',
  'argument',
  'reasoning',
  'flow',
  'clash',
  'body',
  'text',
  'answer',
]);

class Marker {
  readonly canaries: Canary[] = [];

  /** The answer with a word of its own behind each of its texts. */
  marked(answer: unknown, about: Pick<Canary, 'seat' | 'kind' | 'at'>): unknown {
    if (Array.isArray(answer)) return answer.map((item) => this.marked(item, about));
    if (!isObject(answer)) return answer;
    return Object.fromEntries(
      Object.entries(answer).map(([field, value]) => {
        if (field === 'sources') return [field, value];
        if (typeof value !== 'string' || !prose.has(field) || value.length < 12)
          return [field, this.marked(value, about)];
        const canary = { word: word(this.canaries.length), field, ...about };
        this.canaries.push(canary);
        return [field, `${value} ${canary.word}.`];
      }),
    );
  }
}

interface Held {
  opened: Opened[];
  canaries: Canary[];
  /** What the tools of the handle said while the debate ran, with the number of tickets opened by then. */
  told: { at: number; name: string; text: string }[];
  folder: string;
  handle: string;
}

async function held(
  script: Script,
  { names, files, start }: { names: string[]; files: readonly string[]; start: Value },
): Promise<Held> {
  const cwd = await writeEvidence(files);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  const host = await hostClient({ cwd, state, args: ['--no-web'] });
  open.push(host);
  const context = `The user asked a colleague first. ${background}.`;
  const begun = await host.call('debate_start', { evidence: '.', context, plain_answer: 1, ...start });
  const [handle, folder] = [String(begun['handle']), String(begun['debate'])];
  const reader = readerFor({ script, names, folder });
  const marker = new Marker();
  const found: Held = { opened: [], canaries: marker.canaries, told: [], folder, handle };
  const note = (name: string, value: Value): void =>
    void found.told.push({ at: found.opened.length, name, text: JSON.stringify(value) });
  for (;;) {
    const next = await host.call('debate_next', { handle });
    if (next['state'] !== 'running') {
      expect(next).toMatchObject({ done: true });
      return found;
    }
    note('debate_next', next);
    for (const { ticket, seat } of tasksIn(next)) {
      const task = await openTask(host, ticket);
      const kind = String(task['kind']);
      const at = found.opened.length;
      found.opened.push({ at, seat, kind, text: JSON.stringify(task) });
      const honest = answerTo(task, await reader());
      const answer = kind === 'verifier/support' ? honest : marker.marked(honest, { seat, kind, at });
      const outcome = await host.call('task_answer', { ticket, answer });
      expect(outcome, `${seat} ${kind}`).toEqual({ accepted: true });
      note('task_answer', outcome);
      note('debate_read', await host.call('debate_read', { handle, what: 'entries' }));
      note('debate_read', await host.call('debate_read', { handle, what: 'state' }));
    }
  }
}

const background = word(9_999);

const holds = (text: string, { word: canary }: Pick<Canary, 'word'>): boolean => text.includes(canary);

/** What holds in every format. */
function expectKept({ opened, canaries, told, folder, handle }: Held): void {
  expect(canaries.length).toBeGreaterThan(10);
  for (const { kind, text } of opened) {
    expect(text).not.toContain(folder);
    expect(text).not.toContain(handle);
    const mayRead = /^(debater|advocate|critic|side)\//.test(kind) || /^chair\/(?!conclude|word_conclusion)/.test(kind);
    if (!mayRead) expect(text, kind).not.toContain(background);
    else expect(text, kind).toContain(background);
  }
  for (const { name, text } of told)
    if (name !== 'debate_read') expect(canaries.filter((canary) => holds(text, canary))).toEqual([]);
  // How the judges decided, nobody is told before the debate is decided.
  const decided = opened.find(({ kind }) => /word_conclusion|judge\/rule|reporter\/clash/.test(kind))?.at ?? Infinity;
  const votes = canaries.filter(({ kind }) => /^(?:juror|voter)\//.test(kind));
  const before = [...told, ...opened].filter(({ at }) => at < decided);
  for (const vote of votes) expect(before.filter(({ text }) => holds(text, vote))).toEqual([]);
  // The plain answer is in no task, whenever it is opened.
  const plain = canaries.filter(({ kind }) => kind === 'voter/choose');
  expect(plain.map(({ field }) => field)).toEqual(['reason']);
  for (const one of plain) expect(opened.filter(({ text }) => holds(text, one))).toEqual([]);
  const memos = canaries.filter(({ field }) => field === 'memo');
  for (const memo of memos) {
    const readers = [...opened.filter(({ text }) => holds(text, memo)).map(({ seat }) => seat)];
    expect(new Set([memo.seat, ...readers])).toEqual(new Set([memo.seat]));
    expect(told.filter(({ text }) => holds(text, memo))).toEqual([]);
  }
  // Nothing is told before it was written.
  for (const canary of canaries)
    expect(opened.filter(({ at, text }) => at <= canary.at && holds(text, canary))).toEqual([]);
}

test('a panel keeps memos, context and unlogged answers from whom they do not concern', async () => {
  const names = ['ada', 'bob'];
  const script = restingOnAny(fullScript({ names, rounds: 1, outcome: 'bob_wins' }));
  for (const name of names) {
    const opening = script[`opening/${name}`];
    script[`opening/${name}`] = { ...(opening as object), memo: `A memo of ${name}, to be used later on.` };
  }
  const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
  const debate = await held(script, {
    names,
    files: names,
    start: { topic: 'Where should the parcels go?', debaters, rounds: 1 },
  });
  expectKept(debate);
  expect(debate.canaries.some(({ field }) => field === 'memo')).toBe(true);
});

test('the sides of a tribunal are told nothing that the table keeps from them', async () => {
  const debate = await held(tribunalScript(2), {
    names: [],
    files: sideFiles,
    start: { topic: 'The depot should open on Sundays.', format: 'tribunal', rounds: 2 },
  });
  expectKept(debate);
  const sides = debate.opened.filter(({ kind }) => /^(advocate|critic)\//.test(kind));
  expect(sides.length).toBeGreaterThanOrEqual(4);
  const plan = debate.canaries.filter(({ kind }) => kind === 'judge/recommend_rounds');
  for (const canary of plan) expect(sides.filter(({ text }) => holds(text, canary))).toEqual([]);
  for (const { text } of sides) expect(text).not.toMatch(/\b(?:two|2) rounds\b/);
});

test('the sides of a dialectic are blind to each other’s argument of the same exchange', async () => {
  const debate = await held(dialecticScript(2), {
    names: [],
    files: ['proposition', 'opposition'],
    start: { topic: 'This house would open the depot on Sundays.', format: 'dialectic', exchanges: 2 },
  });
  expectKept(debate);
  for (const kind of ['side/open', 'side/rebut']) {
    const asked = debate.opened.filter((one) => one.kind === kind);
    expect(asked).toHaveLength(2);
    const written = debate.canaries.filter((one) => one.kind === kind);
    for (const { text } of asked) expect(written.filter((canary) => holds(text, canary))).toEqual([]);
    // What one side has answered stands nowhere until both have.
    const [, second] = asked;
    const early = debate.told.filter(({ at }) => at === second?.at);
    for (const { text } of early) expect(written.filter((canary) => holds(text, canary))).toEqual([]);
  }
});
