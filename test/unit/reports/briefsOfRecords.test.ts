import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefName, briefStep, briefViolations } from '../../../src/debate/formats/common/decisionBrief';
import { evolve } from '../../../src/debate/fold/evolve';
import { isRedacted, StateAccumulator } from '../../../src/debate/fold/state';
import { createView, type RecordView } from '../../../src/debate/fold/view';
import { parseLine } from '../../../src/debate/log/codec';
import { debaterTypes, type Entry } from '../../../src/debate/log/entry';
import { lintDebate } from '../../../src/debate/rules/lint/lint';
import { wordCount } from '../../../src/matching/text/text';
import { outcomeOf } from '../../../src/projections/outcome';
import { positionOf } from '../../../src/projections/status';
import { decisionBrief } from '../../../src/reports/decisionBrief';
import { summaryLinks } from '../../../src/reports/seqLinks';
import { conclusionOf } from '../../support/conclusions';
import { judgeSeats, verdictOf, verdictScript } from '../../support/judges';
import { kept, recordNames } from '../../support/oldRecords';
import { fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runFolder } from '../../support/testSession';
import { rulingAnswer, tribunalFolder, tribunalScript, verdicts } from '../../support/tribunalScript';

/** The page for whoever decides, of records of all formats and outcomes: one page, by its gate, and nothing for lint to find. */

const mostWords = 600;

const entriesOf = (name: string): Entry[] =>
  readFileSync(join(kept(name), 'debate-log.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const parsed = parseLine(line);
      return parsed.kind === 'entry' ? [parsed.entry] : [];
    });

/** The record as it would be if its setup asked for a brief. */
const asked = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) =>
    entry.type === 'setup'
      ? { ...entry, data: { ...entry.data, options: { ...(entry.data?.['options'] as object), brief: true } } }
      : entry,
  );

function viewOf(entries: readonly Entry[]): RecordView {
  const state = new StateAccumulator();
  for (const entry of entries) evolve(state, entry);
  return createView(state, (seq) => entries.find((entry) => entry.seq === seq));
}

const lint = (view: RecordView, documents: ReadonlyMap<string, string>): string[] =>
  lintDebate({
    view,
    logProblems: [],
    lineOf: (seq) => seq + 1,
    lines: view.state.headers.length,
    documents,
    ownDocuments: new Set([briefName]),
  }).map(({ rule, message }) => `${rule} ${message}`);

const words = (count: number): string =>
  'The days were counted by hand and shown to all who asked '.repeat(9).split(' ').slice(0, count).join(' ');

/** A part as long as most Reporters write it, from entries that stand. */
function partFor({ state }: RecordView) {
  const standing = state.headers.filter(({ type, seq }) => debaterTypes.has(type) && !isRedacted(state, seq));
  const [one, other] = [...new Map(standing.map(({ speaker, seq }) => [speaker, seq])).values()];
  const seqs = [one, other].filter((seq) => seq !== undefined);
  const item = { text: `${words(20)}.`, seqs: seqs.slice(0, 1) };
  const crux = { text: `${words(25)}.`, seqs, for: seqs.slice(0, 1), against: seqs.slice(1) };
  return {
    cruxes: seqs.length < 2 ? [] : [crux, crux],
    options: [{ name: 'Keep it as it is', for: seqs, against: [] }],
    assumptions: [item],
    would_change: [item],
    minority: [item],
    next: [item, item],
  };
}

/** The brief of a record, with the Reporter's part where the outcome has one. */
function briefed(entries: readonly Entry[]): {
  text: string | undefined;
  refused: string[];
  found: string[];
  before: string[];
} {
  const view = viewOf(asked(entries));
  const { code } = outcomeOf(view.state);
  const hasPart = code !== 'undecided' && code !== 'void' && code !== 'none';
  const part = partFor(view);
  const refused = hasPart ? briefViolations(part, view.state).map(({ message }) => message) : [];
  const task = { id: 'brief', kind: 'reporter/brief', agent: 'reporter' };
  const [draft] = briefStep({ id: 'brief', host: 'chair', outcome: code }).commit(
    [{ ok: true, task, output: part, attempt: 1, elapsedMs: 0 } as never],
    { view, today: '2026-01-01' },
  );
  const last = entries.at(-1);
  const added = {
    ...last,
    ...draft,
    seq: (last?.seq ?? 0) + 1,
    sources: null,
    target_seq: null,
    rebuttal_to_seq: null,
  };
  const after = hasPart ? viewOf([...asked(entries), added as Entry]) : view;
  const text = decisionBrief(after, summaryLinks(after.state));
  const documents = new Map(text === undefined ? [] : [[briefName, text] as const]);
  return { text, refused, found: lint(after, documents), before: lint(view, new Map()) };
}

const shownWords = (text: string): number => wordCount(text.replace(/\]\([^)]*\)/g, ']'));

/** Over and decided, by a program with a setup. */
const finished = recordNames().filter((name) => {
  const { state } = viewOf(entriesOf(name));
  const { code } = outcomeOf(state);
  return state.setup !== undefined && positionOf(state).isOver && code !== 'none' && code !== 'told';
});

const ada = verdictOf({ ada: 40, bob: 30 });
const bob = verdictOf({ ada: 30, bob: 40 });
const even = verdictOf({ ada: 35, bob: 35 });
const failing = { error: 'refusal', message: 'The model refused to answer.' };

const panelWith = async (script: Record<string, unknown>, judges = 0): Promise<string> =>
  await scriptedFolder({
    script: { ...fullScript({ names: ['ada', 'bob'], rounds: 1 }), ...script },
    names: ['ada', 'bob'],
    rounds: { min: 1, max: 1 },
    options: { judges: judgeSeats(judges) },
  });
const worded = { conclusion: conclusionOf(['ada', 'bob'], 'draw', [2, 5]) };
const tribunalWith = async (verdict: string): Promise<string> =>
  await tribunalFolder({
    script: tribunalScript(1, {
      plan: { rounds: 1, reason: 'One point.' },
      ruling: rulingAnswer({ verdicts: verdicts(verdict) }),
    }),
  });

const played: Readonly<Record<string, [outcome: string, folder: () => Promise<string>]>> = {
  'a panel that somebody wins': [
    'ada_wins',
    () => panelWith({ conclusion: conclusionOf(['ada', 'bob'], 'ada_wins', [2, 5]) }),
  ],
  'a draw of judges': ['draw', () => panelWith({ ...worded, ...verdictScript({ j1: [even, even] }) }, 1)],
  'a panel that is void': ['void', () => panelWith({ conclusion: conclusionOf(['ada', 'bob'], 'void', [2, 5]) })],
  'judges that flip': ['undecided', () => panelWith({ ...worded, ...verdictScript({ j1: [ada, bob] }) }, 1)],
  'judges that are split': [
    'undecided',
    () => panelWith({ ...worded, ...verdictScript({ j1: [ada, ada], j2: [bob, bob], j3: [even, even] }) }, 3),
  ],
  'judges that fail': [
    'undecided',
    () =>
      panelWith(
        {
          ...worded,
          ...verdictScript({ j1: [ada, ada] }),
          'verdict/j2/a': failing,
          'verdict/j2/b': failing,
          'verdict/j3/a': failing,
          'verdict/j3/b': failing,
        },
        3,
      ),
  ],
  'a tribunal that accepts': ['accepted', () => tribunalWith('ACCEPTED')],
  'a tribunal that rejects': ['rejected', () => tribunalWith('REJECTED')],
  'a tribunal that asks for a revision': ['revision_required', () => tribunalWith('REVISION REQUIRED')],
};

function expectOnePage(entries: readonly Entry[]): void {
  const { text, refused, found, before } = briefed(entries);
  expect(refused).toEqual([]);
  expect(text).toContain('# Decision Brief: ');
  expect(shownWords(text ?? '')).toBeLessThanOrEqual(mostWords);
  expect(found.filter((problem) => !before.includes(problem))).toEqual([]);
}

describe('the brief of a record', () => {
  it('is looked at in twenty of them and more, of each format', () => {
    expect(finished.length + Object.keys(played).length).toBeGreaterThanOrEqual(20);
    for (const format of ['panel', 'tribunal', 'dialectic'])
      expect(finished.filter((name) => name.startsWith(format)).length).toBeGreaterThan(1);
  });

  it.each(finished)('%s is one page', (name) => {
    expectOnePage(entriesOf(name));
  });

  it.each(Object.entries(played))('of %s is one page', async (_name, [outcome, made]) => {
    const folder = await made();
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const entries = await readEntries(folder);
    expect(viewOf(entries).state.conclusion?.outcome).toBe(outcome);
    expectOnePage(entries);
  });

  it('goes back where it is longer than a page with what code writes', async () => {
    const folder = await panelWith({ conclusion: conclusionOf(['ada', 'bob'], 'ada_wins', [2, 5]) });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const view = viewOf(await readEntries(folder));
    const part = partFor(view);
    const item = { text: `${words(38)}.`, seqs: [] };
    const long = {
      ...part,
      assumptions: [item, item, item],
      would_change: [item, item, item],
      next: [item, item, item],
    };
    expect(briefViolations(long, view.state).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Your part of the brief has \d+ words; at most \d+ are asked for\.$/),
    ]);
  });
});
