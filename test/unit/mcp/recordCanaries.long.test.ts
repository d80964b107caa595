import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Script } from '../../../src/agents/scripted';
import { formatNamed } from '../../../src/debate/formats/registry';
import { isSight, type Sight, visibility } from '../../../src/debate/formats/tribunal/visibility';
import { parseLine } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { dataSchemas, isEntryType } from '../../../src/debate/log/entryData';
import { isObject } from '../../../src/debate/log/objects';
import { mcpTools } from '../../../src/mcp/tools';
import { sampled } from '../../support/depth';
import { dialecticScript } from '../../support/dialecticScript';
import { viewOf } from '../../support/formats/inMemory';
import { hostClient, type HostClient, type Value } from '../../support/hostClient';
import { answerTo, openTask, readerFor, tasksIn } from '../../support/hostDebate';
import { fullScript, lineup, readEntries, writeEvidence } from '../../support/scriptedDebate';
import { sideFiles, tribunalScript } from '../../support/tribunalScript';

/**
 * A word of its own in each text of each entry of a record, and in each text that the record's schema has besides: what
 * every tool says, by each key and in each state, is held against the table of who may see what.
 */

const open: HostClient[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((host) => host.close().catch(() => undefined)));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

type Path = readonly (string | number)[];

interface Canary {
  word: string;
  seq: number;
  type: Entry['type'];
  path: Path;
}

/** A word of letters alone: no figure, and in no language. */
const wordFor = (n: number): string =>
  `zq${String(n)
    .padStart(4, '0')
    .replace(/\d/g, (digit) => 'bcdfghjkmp'.charAt(Number(digit)))}qz`;

/** Every text of an entry, and every text that its schema knows and it has not. */
function placesIn(entry: Entry): Path[] {
  const { content, sources, data } = entry;
  const found = textsIn({ content, sources, data }, []);
  const schema = isEntryType(entry.type) ? dataSchemas[entry.type] : undefined;
  const missing = Object.entries(schema instanceof z.ZodObject ? schema.shape : {}).flatMap(([key, field]) =>
    entry.data?.[key] === undefined && z.safeParse(field, 'A text.').success ? [['data', key]] : [],
  );
  return [...found, ...missing].filter((path) => !path.some((key) => names.has(key)));
}

/** What names steps, seats and arguments is no text: tools tell it to say what they speak of. */
const names: ReadonlySet<string | number> = new Set<string | number>(['step', 'id']);

function textsIn(value: unknown, path: Path): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function planted(entry: Entry, path: Path, word: string): Entry {
  const copy = structuredClone(entry) as unknown as Record<string | number, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = (holder[key] ??= {}) as typeof copy;
  const last = path.at(-1) ?? '';
  const before = holder[last];
  holder[last] = typeof before === 'string' ? `${before} ${word}` : word;
  return copy as unknown as Entry;
}

/** What a debate does next. A word that changes it would make another debate of the record. */
function next(entries: readonly Entry[]): string {
  const { state } = viewOf(entries);
  const steps = formatNamed(state.setup?.format)?.decide(state) ?? [];
  return JSON.stringify([
    steps.map(({ id }) => id),
    state.redactions.size,
    [...state.models],
    state.setup?.format,
    state.setup?.provider,
  ]);
}

function isWhole(entry: Entry): boolean {
  const parsed = parseLine(JSON.stringify(entry));
  return parsed.kind === 'entry' && parsed.problems.length === 0;
}

/** The record with as many words as leave it the debate that it is. */
function withCanaries(record: readonly Entry[]): { entries: Entry[]; canaries: Canary[] } {
  const goal = next(record);
  let entries = [...record];
  const canaries: Canary[] = [];
  for (const [index, entry] of record.entries())
    for (const path of placesIn(entry)) {
      const word = wordFor(canaries.length);
      const marked = planted(entries[index] ?? entry, path, word);
      const changed = entries.with(index, marked);
      if (!isWhole(marked) || next(changed) !== goal) continue;
      entries = changed;
      canaries.push({ word, seq: entry.seq, type: entry.type, path });
    }
  return { entries, canaries };
}

type Fields = Readonly<Record<string, unknown>>;

/** What the table says of a place; what it does not know is seen by nobody. */
function sightOf(entry: Entry, path: Path): Sight {
  const line = isEntryType(entry.type) ? visibility[entry.type] : 'none';
  if (line === 'none') return 'none';
  const own = typeof line.entry === 'function' ? line.entry(entry) : line.entry;
  const [head, ...rest] = path;
  if (own === 'none') return 'none';
  // Its own words are shown to its author and the Judge; others read what is put together of the fields.
  if (head === 'content') return narrower(own, line.content === 'composed' ? 'author' : line.content);
  if (head === 'sources') return narrower(own, line.sources);
  return head === 'data' ? narrower(own, fieldSight(line.fields, rest)) : 'none';
}

function fieldSight(fields: unknown, [head, ...rest]: Path): Sight {
  const field = isObject(fields) && head !== undefined ? (fields as Fields)[head] : undefined;
  if (isSight(field)) return field;
  if (!isObject(field)) return 'none';
  if ('parts' in field) return fieldSight(field['parts'], rest);
  return fieldSight(field['each'], rest.slice(1));
}

const order: readonly Sight[] = ['all', 'author', 'judge', 'last', 'none'];
const narrower = (a: Sight, b: Sight): Sight => (order.indexOf(a) > order.indexOf(b) ? a : b);

interface Play {
  script: Script;
  names: string[];
  files: readonly string[];
  start: Value;
}

const panelNames = ['ada', 'bob'];
function panel(): Play {
  const script = fullScript({ names: panelNames, rounds: 1, outcome: 'bob_wins' });
  for (const name of panelNames)
    script[`opening/${name}`] = {
      ...(script[`opening/${name}`] as object),
      memo: `A memo of ${name}, to be used later on.`,
    };
  const debaters = lineup(2).map(({ name, persona, starting_position }) => ({ name, persona, starting_position }));
  return {
    script,
    names: panelNames,
    files: panelNames,
    start: { topic: 'Where should the parcels go?', debaters, rounds: 1 },
  };
}

const plays = {
  panel,
  tribunal: (): Play => ({
    script: tribunalScript(2),
    names: [],
    files: sideFiles,
    start: { topic: 'The depot should open on Sundays.', format: 'tribunal', rounds: 2 },
  }),
  dialectic: (): Play => ({
    script: dialecticScript(2),
    names: [],
    files: ['proposition', 'opposition'],
    start: { topic: 'This house would open the depot on Sundays.', format: 'dialectic', exchanges: 2 },
  }),
};

interface Rested {
  host: HostClient;
  place: { cwd: string; state: string };
  folder: string;
  handle: string;
  answered: number;
}

/** Holds a debate until so many tickets are answered. */
async function heldUntil({ script, names, files, start }: Play, most: number): Promise<Rested> {
  const cwd = await writeEvidence(files);
  const state = await mkdtemp(join(tmpdir(), 'rostrum-state-'));
  folders.push(cwd, state);
  const host = await hostClient({ cwd, state, args: ['--no-web'] });
  open.push(host);
  const begun = await host.call('debate_start', {
    evidence: '.',
    context: 'The user asked a colleague first.',
    ...start,
  });
  const [handle, folder] = [String(begun['handle']), String(begun['debate'])];
  const reader = readerFor({ script, names, folder });
  for (let answered = 0; ;) {
    const waiting = await host.call('debate_next', { handle });
    if (waiting['state'] !== 'running' || answered >= most)
      return { host, place: { cwd, state }, folder, handle, answered };
    for (const { ticket } of tasksIn(waiting)) {
      const task = await openTask(host, ticket);
      await host.call('task_answer', { ticket, answer: answerTo(task, await reader()) });
      answered += 1;
    }
  }
}

/** The last argument is struck. */
function withRedaction(record: readonly Entry[]): Entry[] {
  const target = record.findLast(({ type }) => /^(?:opening_statement|new_point|critique|argument)$/.test(type));
  const last = record.at(-1);
  if (target === undefined || last === undefined) return [...record];
  const redaction: Entry = {
    ...last,
    seq: last.seq + 1,
    speaker: record[0]?.speaker ?? 'chair',
    type: 'redaction',
    content: `REDACTED: seq ${target.seq}.`,
    sources: null,
    target_seq: target.seq,
    rebuttal_to_seq: null,
    data: { kind: 'fabricated', rule: '12', reason: 'The source does not exist.' },
  };
  return [...record, redaction];
}

/** Calls every tool with each key that it is not for, and with none. Returns what was said. */
async function saidWithout(host: HostClient, keys: readonly string[]): Promise<string[]> {
  const args = {
    answer: {},
    query: 'parcels',
    path: 'ada.md',
    url: 'https://example.com/',
    what: 'entries',
    action: 'guidance',
    wait: 0,
  };
  const said: string[] = [];
  for (const { name, input } of mcpTools) {
    if (!('handle' in input.shape) && !('ticket' in input.shape)) continue;
    const own = 'handle' in input.shape ? 'handle' : 'ticket';
    const known = Object.fromEntries(Object.entries(args).filter(([key]) => key in input.shape));
    for (const key of keys)
      said.push(JSON.stringify(await host.client.callTool({ name, arguments: { ...known, [own]: key } })));
    said.push(JSON.stringify(await host.client.callTool({ name, arguments: known })));
  }
  return said;
}

interface Opened {
  kind: string;
  seat: string;
  text: string;
}

const seesNothingOf = new Set<Entry['type']>(['vote', 'verdict', 'document']);

/** Whether this seat's task may hold what stands there. */
function maySee(
  { kind, seat }: Opened,
  { seq, path, type }: Canary,
  entries: readonly Entry[],
  format: string,
): boolean {
  const entry = entries[seq];
  if (entry === undefined) return false;
  const redacted = entries.some((one) => one.type === 'redaction' && one.target_seq === seq);
  if (redacted) return false;
  if (type === 'note' && entry.data?.['kind'] === 'memo') return entry.data['debater'] === seat;
  // The motion is what a dialectic is about.
  if (type === 'setup' && path.join('.') === 'data.options.motion') return true;
  if (path[1] === 'background') return !/^(?:judge|juror|verifier)/.test(kind);
  // Who writes about a debate that is decided reads how the judges decided.
  if (type === 'verdict' && /^(?:reporter|assessor)\//.test(kind)) return true;
  if (type === 'setup' || path[1] === 'step' || seesNothingOf.has(type)) return sightOf(entry, path) === 'all';
  if (format !== 'tribunal') return true;
  const sight = sightOf(entry, path);
  const authors = [entry.speaker, entries[entry.target_seq ?? -1]?.speaker];
  if (kind.startsWith('verifier/')) return true;
  return seat === 'judge' ? sight !== 'none' : sight === 'all' || (sight === 'author' && authors.includes(seat));
}

const cells = Object.entries(plays).flatMap(([format, play]) =>
  [0.3, 0.6, 0.85].map((share) => ({ format, share, play })),
);

test.each(sampled('debates with a word in every field', cells, 2))(
  'no tool of a $format says what its table keeps back ($share of the tickets answered)',
  async ({ format, share, play }) => {
    const all = { panel: 22, tribunal: 9, dialectic: 14 }[format] ?? 20;
    const { host, place, folder, handle: older } = await heldUntil(play(), Math.round(all * share));
    const [named] = tasksIn(await host.call('debate_next', { handle: older, wait: 0 }));
    await host.close();
    const record = withRedaction(await readEntries(folder));
    const { entries, canaries } = withCanaries(record);
    expect(canaries.length).toBeGreaterThan(30);
    await rm(join(folder, 'answers'), { recursive: true, force: true });
    await writeFile(join(folder, 'debate-log.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const again = await hostClient({ ...place, args: ['--no-web'] });
    open.push(again);
    const foreign = [older, named?.ticket ?? 'none', older.replace(/^h/, 't'), ''];
    // The older handle and ticket open what they open until the debate is resumed.
    const nothing = await saidWithout(again, [
      `t.${'0'.repeat(16)}.${'A'.repeat(43)}`,
      `h.${'0'.repeat(16)}.${'A'.repeat(43)}`,
    ]);
    const handle = String((await again.call('debate_start', { resume: folder }))['handle']);
    const waiting = await again.call('debate_next', { handle });
    nothing.push(JSON.stringify(waiting), ...(await saidWithout(again, foreign)));
    const opened: Opened[] = [];
    for (const { ticket, seat } of tasksIn(waiting)) {
      const task = await openTask(again, ticket);
      opened.push({ kind: String(task['kind']), seat, text: JSON.stringify(task) });
      // A key of the other kind opens nothing.
      nothing.push(
        JSON.stringify(
          await again.client.callTool({ name: 'debate_read', arguments: { handle: ticket, what: 'entries' } }),
        ),
      );
      nothing.push(JSON.stringify(await again.client.callTool({ name: 'task_open', arguments: { ticket: handle } })));
      nothing.push(
        JSON.stringify(
          await again.client.callTool({ name: 'task_answer', arguments: { ticket, answer: { none: 1 } } }),
        ),
      );
    }
    const read: string[] = [];
    for (let from = 0; from < entries.length; from += 3)
      read.push(JSON.stringify(await again.call('debate_read', { handle, what: 'entries', from_seq: from })));
    read.push(JSON.stringify(await again.call('debate_read', { handle })));
    await again.call('debate_steer', { handle, action: 'pause' });
    nothing.push(...(await saidWithout(again, foreign)));
    nothing.push(JSON.stringify(await again.call('debate_next', { handle, wait: 0 })));
    read.push(JSON.stringify(await again.call('debate_read', { handle, what: 'entries' })));

    const where = (text: string): string[] =>
      canaries
        .filter(({ word }) => text.includes(word))
        .map(({ seq, type, path }) => `${seq} ${type} ${path.join('.')}`);
    expect(nothing.flatMap(where)).toEqual([]);
    expect(opened.length).toBeGreaterThan(0);
    for (const one of opened) {
      const seen = canaries.filter(({ word }) => one.text.includes(word));
      const wrong = seen.filter((canary) => !maySee(one, canary, entries, format));
      expect(wrong.map(({ seq, type, path }) => `${one.kind} ${one.seat}: ${seq} ${type} ${path.join('.')}`)).toEqual(
        [],
      );
    }
    // Whoever has the handle reads the debate, and neither what was struck nor what is kept back until the conclusion.
    const struck = new Set(entries.flatMap(({ type, target_seq: target }) => (type === 'redaction' ? [target] : [])));
    const isDecided = entries.some((entry) => entry.type === 'conclusion' || entry.type === 'judges_ruling');
    const kept = canaries.filter(
      ({ seq, type }) =>
        struck.has(seq) ||
        (seesNothingOf.has(type) && !isDecided) ||
        (type === 'note' && entries[seq]?.data?.['kind'] === 'memo'),
    );
    expect(kept.length).toBeGreaterThan(0);
    expect(
      read.flatMap((text) =>
        kept.filter(({ word }) => text.includes(word)).map(({ seq, type, path }) => `${seq} ${type} ${path.join('.')}`),
      ),
    ).toEqual([]);
    expect(read.flatMap(where).length).toBeGreaterThan(5);
    console.log(`${format} ${share}: ${canaries.length} words, ${opened.map(({ kind }) => kind).join(', ')}`);
  },
  300_000,
);
