import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changedFiles, changeOn, type SourceChange } from '../../../../src/debate/fold/sourceChange';
import type { DebateLog } from '../../../../src/record/debateLog';
import { sha256 } from '../../../../src/record/snapshots';
import { reverify } from '../../../../src/session/review/reverify';
import { SourceChanges } from '../../../../src/session/review/sourceChanges';
import { verifierFor } from '../../../../src/session/review/reviewedSource';
import { drawn } from '../../../support/drawn';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';
import { entryCiting } from '../../../support/verifierStage';

const { signal } = new AbortController();

type Draw = ReturnType<typeof drawn>;
type Kind = SourceChange['kind'] | 'none';

/** A statement with its figure, and what stands around it, in one of the forms that evidence has. */
interface Cited {
  path: string;
  statement: string;
  /** What is quoted of it. */
  quote: string;
  lines: string;
  text: string;
}

const nouns = [
  'median latency',
  'share of late trains',
  'cost of a repair',
  'depth of the harbour',
  'yield of the field',
];
const places = ['in the northern district', 'under full load', 'after the second year', 'on working days'];
const fillers = [
  'The survey was made in spring by two teams.',
  'Nobody was asked before the works began.',
  'The archive keeps every protocol since the war.',
  'Meadows along the river are mown twice a year.',
];

function cited(draw: Draw, index: number): Cited {
  const figure = `${draw.whole(1, 98)}.${draw.whole(1, 9)}`;
  const [noun, place] = [draw.pick(nouns), draw.pick(places)];
  const statement = `The ${noun} ${place} was ${figure} in the last count.`;
  const quote = draw.pick([statement, `${noun} ${place} was ${figure}`]);
  const [before, after] = draw.shuffled(fillers);
  const forms = {
    md: ['# Report', '', `${before} ${statement} ${after}`, '', fillers[0]],
    txt: [before, '', statement, '', after],
    csv: ['id,statement', `1,${before}`, `2,${statement}`, `3,${after}`],
    html: [
      '<html><head><title>Report</title></head><body><main>',
      `<p>${before}</p>`,
      `<p>${statement}</p>`,
      `<p>${after}</p>`,
      '</main></body></html>',
    ],
  };
  const kind = draw.pick(['md', 'txt', 'csv', 'html'] as const);
  const all = forms[kind];
  const line = all.findIndex((one) => one?.includes(statement)) + 1;
  const lines = draw.pick([`#L${line}`, '']);
  return { path: `${kind}/file-${index}.${kind}`, statement, quote, lines, text: `${all.join('\n')}\n` };
}

/** What somebody does to a file, and what that is. */
const edits: { kind: Kind; edit: (one: Cited, draw: Draw) => string | undefined; says?: RegExp }[] = [
  { kind: 'none', edit: ({ text }) => text },
  {
    kind: 'elsewhere',
    edit: ({ text }, draw) =>
      text.replace(fillers.find((one) => text.includes(one)) ?? '', `It rained ${draw.whole(2, 90)} days.`),
  },
  {
    kind: 'elsewhere',
    edit: ({ text, path }) =>
      path.endsWith('html')
        ? text.replace('<main>', '<main><p>A note was added at the top.</p>')
        : `A note was added at the top.\n\n${text}`,
  },
  { kind: 'elsewhere', edit: ({ text }) => text.replaceAll('\n', '\r\n') },
  {
    kind: 'differs',
    edit: ({ text, statement }) => text.replace(statement, statement.replace(/\d+\.\d/, '99.9')),
    says: /99\.9/,
  },
  {
    kind: 'differs',
    edit: ({ text, statement }) => text.replace(statement, statement.replace(' was ', ' was not ')),
    says: /was not/,
  },
  {
    kind: 'differs',
    edit: ({ text, statement }) => text.replace(statement, statement.replace(/(\d+\.\d)/, '$12')),
    says: /\d\.\d2/,
  },
  {
    kind: 'differs',
    edit: ({ text, statement }) =>
      text.replace(statement, statement.replace(' in the last count.', ' in the last count, but nobody believes it.')),
    says: /nobody believes/,
  },
  { kind: 'missing', edit: ({ text, statement }) => text.replace(statement, 'Withdrawn.') },
  { kind: 'gone', edit: () => undefined },
  { kind: 'unreadable', edit: ({ text }) => text.repeat(Math.ceil((5 * 1024 * 1024 + 1) / text.length)) },
];

async function debateOn(all: readonly Cited[]): Promise<{ log: DebateLog; root: string; urls: string[] }> {
  const [root, folder] = [tempFolder(), tempFolder()];
  for (const { path, text } of all) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const files = all.map(({ path, text }) => ({ path, bytes: Buffer.byteLength(text), sha256: sha256(text) }));
  const evidence = { root, files };
  const verifier = verifierFor({ evidence, folder, web: undefined, now: () => new Date(0) });
  const record = new ReportRecord();
  record.setup({ evidence });
  const urls = all.map(({ path, lines }) => `workspace:${path}${lines}`);
  for (const [index, { quote }] of all.entries()) {
    const url = urls[index] ?? '';
    const source = { url, title: '', accessed: '2026-07-21', quote };
    const seq = record.add({ speaker: 'sre', type: 'new_point', content: `“${quote}”`, sources: [source] });
    const check = await verifier.check({ ...entryCiting(source, quote), seq }, url, signal);
    const data = check.isSettled ? check.data : check.settle(undefined);
    record.verify(seq, url, data.status, { ...data, explanation: data.explanation ?? '' });
  }
  return { log: await record.open(folder), root, urls };
}

function edited(root: string, path: string, text: string | undefined): void {
  if (text === undefined) rmSync(join(root, path));
  else writeFileSync(join(root, path), text);
}

describe('files that are not what they were when they were cited', () => {
  it('say what stood and what stands now, whatever was done to them', async () => {
    const draw = drawn(16);
    const all = Array.from({ length: 220 }, (_, index) => cited(draw, index));
    const { log, root, urls } = await debateOn(all);
    const done = all.map((one, index) => ({ one, edit: edits[index % edits.length] ?? edits[0], index }));
    for (const { one, edit } of done) edited(root, one.path, edit?.edit(one, draw));
    await new SourceChanges(log).look(signal);
    for (const { one, edit, index } of done) {
      const url = urls[index] ?? '';
      const seq = log.state.headers.find((header) => header.urls.includes(url))?.seq ?? -1;
      const change = changeOn(log.view, seq, url);
      expect([one, change?.kind ?? 'none']).toEqual([one, edit?.kind]);
      if (change === undefined) continue;
      expect(change.stood).toContain(one.quote);
      if (change.kind === 'differs') expect(change.stands).toMatch(edit?.says ?? /^$/);
    }
    expect(changedFiles(log.view)).toHaveLength(200);
  });

  it('are looked at again when they change, and lose their mark when they are put back', async () => {
    const draw = drawn(7);
    const one = cited(draw, 0);
    const { log, root, urls } = await debateOn([one]);
    const changes = new SourceChanges(log);
    expect(await changes.look(signal)).toEqual([]);
    edited(root, one.path, one.text.replace(/\d+\.\d/, '99.9'));
    expect(await changes.look(signal)).toHaveLength(1);
    const before = changeOn(log.view, 1, urls[0] ?? '');
    expect(before?.kind).toBe('differs');
    expect(await changes.look(signal)).toEqual([]);
    expect(changeOn(log.view, 1, urls[0] ?? '')).toBe(before);
    const [result] = await reverify(log, { refetch: false, today: '2026-09-01', signal });
    expect(result).toMatchObject({ status: 'verified', changed: { kind: 'differs' } });
    edited(root, one.path, one.text);
    expect(await changes.look(signal)).toHaveLength(1);
    expect(log.view.changes.size).toBe(0);
  });

  it('are none where the evidence is not on this machine', async () => {
    const { log, root } = await debateOn([cited(drawn(3), 0)]);
    rmSync(root, { recursive: true });
    expect(await new SourceChanges(log).look(signal)).toEqual([]);
  });
});
