import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statusLines } from '../../../src/cli/status';
import { dialecticFacts } from '../../../src/debate/formats/dialectic/facts';
import { ledgersOf } from '../../../src/debate/formats/panel/ledger';
import { sourceTally } from '../../../src/projections/sources';
import type { DebateLog } from '../../../src/record/debateLog';
import { writeDocuments } from '../../../src/reports/writeDocuments';
import { statusOf } from '../../../src/session/library/status';
import { Feed } from '../../../src/ui/panel/feed';
import { childrenOf } from '../../../src/ui/library/treeModel';
import { withLog } from '../../support/logs';
import { recordNames } from '../../support/oldRecords';
import { recount, type Recount, type Tally } from '../../support/recount';
import { ReportRecord, source } from '../../support/reportRecord';
import { tempFolder } from '../../support/tempFolder';

/** Every count of sources in every document is what the log holds, counted again by code that shares nothing with the fold. */

const golden = 'test/golden';
const logs = [
  ...recordNames().map((name) => join('test/fixtures/records', name, 'debate', 'debate-log.jsonl')),
  ...readdirSync(golden)
    .filter((name) => statSync(join(golden, name)).isDirectory())
    .map((name) => join(golden, name, 'debate-log.jsonl')),
].filter((path) => existsSync(path));

const cellsOf = (
  { cited, verified, quoted, unreliable, fabricated, unverified, unchecked, corrected, withdrawn }: Tally,
  { all }: Recount,
): string =>
  [
    ...[cited, verified - quoted, quoted, unreliable, fabricated, unverified],
    ...(all.corrected > 0 ? [corrected] : []),
    ...(all.withdrawn > 0 ? [withdrawn] : []),
    unchecked,
  ].join(' | ');
const words = ({
  verified,
  quoted,
  unreliable,
  fabricated,
  unverified,
  unchecked,
  corrected,
  withdrawn,
}: Tally): string => {
  const quotedOnly = quoted === 0 ? '' : ` ${quoted} quoted only,`;
  const right = `${corrected > 0 ? `, ${corrected} corrected` : ''}${withdrawn > 0 ? `, ${withdrawn} withdrawn` : ''}`;
  const open = unchecked === 0 ? '' : `, ${unchecked} not checked`;
  return `${verified - quoted} verified,${quotedOnly} ${unreliable} unreliable, ${fabricated} fabricated, ${unverified} unverified${right}${open}`;
};
const resultsOf = ({ verified, quoted, unreliable, fabricated, unverified }: Tally) => ({
  verified: verified - quoted,
  quoted,
  unreliable,
  fabricated,
  unverified,
});

/** What the documents of this log say of its counts, against the recount. */
async function hold(log: string): Promise<Recount> {
  const folder = tempFolder();
  writeFileSync(join(folder, 'debate-log.jsonl'), log);
  const expected = recount(log);
  const cells = (tally: Tally): string => cellsOf(tally, expected);
  await withLog(folder, async (opened) => {
    await writeDocuments(opened);
    const read = (name: string): string =>
      existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
    const results = resultsOf(expected.all);
    const status = await statusOf(opened);
    expect(status.verification, 'status').toEqual(results);
    expect(statusLines(status, sourceTally(opened.view))).toContain(`Sources: ${words(expected.all)}`);
    expect(JSON.parse(read('metadata.json')), 'metadata').toMatchObject({
      total_entries: expected.entries,
      redaction_count: expected.redacted.length,
      verification_results: results,
    });
    expect(read('transcript.md')).toContain(`| Verification | ${words(expected.all)} |`);
    expect(read('transcript.md')).toContain(`| Redactions | ${expected.redacted.length} |`);
    expect(read('verifier-report.md')).toContain(`| **All** | ${cells(expected.all)} |`);
    for (const [name, tally] of Object.entries(expected.by))
      expect(read('verifier-report.md'), name).toContain(`| ${name} | ${cells(tally)} |`);
    // What the files say has no table of sources.
    const summary = read('summary.md').replace(/^# What the files say[^]*/, '');
    if (summary !== '' && expected.all.cited > 0) expect(summary).toContain(`| ${cells(expected.all)} |`);
    if (summary !== '') holdTimeline(summary, expected);
    for (const ledger of ledgersOf(opened.state)) {
      const {
        cited,
        redacted,
        unchecked,
        quoted,
        corrected: _corrected,
        withdrawn: _withdrawn,
        ...found
      } = expected.ledgers[ledger.name] ?? {
        ...nothing,
        redacted: 0,
      };
      const counts = { cited, quoted, unchecked, redactedSources: redacted, verification: found };
      expect(ledger, ledger.name).toMatchObject(counts);
    }
    holdFormats(opened, expected, read);
    holdViews(opened, expected, folder);
  });
  return expected;
}

/** What a tribunal's Judge is given as metrics, and a dialectic's totals. */
function holdFormats({ state, view }: DebateLog, { rulings, scores }: Recount, read: (name: string) => string): void {
  for (const [seq, counts] of Object.entries(rulings)) {
    const metrics = view.raw(Number(seq))?.data?.['metrics'];
    // Other systems' rulings state their own, and those of 0.1.0 counted an address twice that an entry cites twice.
    if (state.version === 2 && state.setup?.['imported'] === undefined && metrics !== undefined)
      expect(metrics, `ruling at seq ${seq}`).toMatchObject(counts);
  }
  if (state.setup?.format !== 'dialectic') return;
  const { totals } = state.factsOf(dialecticFacts);
  expect(totals, 'totals').toEqual(scores);
  const signed = ({ hundredths = 0 }: { hundredths?: number } = {}): string =>
    `${hundredths > 0 ? '+' : hundredths < 0 ? '−' : ''}${(Math.abs(hundredths) / 100).toFixed(2)}`;
  if (read('scoreboard.md') !== '')
    expect(read('scoreboard.md')).toContain(
      `**Proposition ${signed(scores['proposition'])}, Opposition ${signed(scores['opposition'])} (`,
    );
}

/** The tree and the panel. */
function holdViews(log: DebateLog, { all, pending }: Recount, folder: string): void {
  const statuses = childrenOf(
    { key: 'verification' },
    { folder, view: log.view, problems: log.problems, documents: [] },
  );
  // What is fine is a count, what is not stands open.
  const told = (status: string): number => {
    const group = statuses.find(({ key }) => key === `verification/${status}`);
    const rows = statuses.filter(({ key }) => key.startsWith(`verification/${status}/`));
    return group === undefined ? rows.length : Number(group.description);
  };
  // In the tree what was set right keeps its row.
  const marked = { ...resultsOf(all), unreliable: all.unreliable + all.corrected + all.withdrawn };
  expect({ ...marked, pending: pending.shown }, 'tree').toEqual({
    verified: told('verified'),
    quoted: told('quoted'),
    unreliable: told('unreliable'),
    fabricated: told('fabricated'),
    unverified: told('unverified'),
    pending: told('pending'),
  });
  const feed = new Feed(log);
  feed.take();
  const { quoted: _quoted, ...results } = resultsOf(all);
  const counts = { ...results, verified: all.verified, pending: log.state.setup === undefined ? 0 : pending.all };
  expect(feed.marks, 'panel').toMatchObject(counts);
}

const nothing: Tally = {
  cited: 0,
  verified: 0,
  quoted: 0,
  unreliable: 0,
  fabricated: 0,
  unverified: 0,
  unchecked: 0,
  corrected: 0,
  withdrawn: 0,
};

/** The rounds' results together are all results but the words of users. */
function holdTimeline(summary: string, { all }: Recount): void {
  const told = [...summary.matchAll(/\*Verifier\* — (\d+) results?: ([^.\n]*)\./g)];
  const sum = (status: string): number =>
    told.reduce((total, [, , words = '']) => total + Number(new RegExp(`(\\d+) ${status}`).exec(words)?.[1] ?? 0), 0);
  expect([sum('verified'), sum('quoted only')]).toEqual([all.verified - all.quoted, all.quoted]);
  for (const status of ['unreliable', 'fabricated'] as const) expect(sum(status), status).toBe(all[status]);
  expect(told.reduce((total, [, count]) => total + Number(count), 0)).toBe(
    ['verified', 'quoted only', 'unreliable', 'fabricated', 'unverified', 'corrected', 'withdrawn'].reduce(
      (total, status) => total + sum(status),
      0,
    ),
  );
}

/** Golden logs leave out parts of what a step used, without which its entry cannot be read. */
const withoutUsage = (log: string): string => log.replace(/,"usage(?:_by)?":\{(?:[^{}]|\{[^{}]*\})*\}/g, '');

describe('the counts of every document', () => {
  it('are what 0.1.0’s records, imports among them, and the golden debates hold', async () => {
    let [redactions, rulings] = [0, 0];
    for (const path of logs) {
      const log = withoutUsage(
        readFileSync(path, 'utf8').replaceAll('<time>', '2026-11-04T10:00:00.000Z').replaceAll('<day>', '2026-11-04'),
      );
      const found = await hold(log).catch((cause: unknown) => {
        throw new Error(path, { cause });
      });
      redactions += found.redacted.length;
      rulings += Object.keys(found.rulings).length;
    }
    expect(logs.length).toBeGreaterThan(80);
    expect(redactions).toBeGreaterThan(5);
    expect(rulings).toBeGreaterThan(10);
  });

  it('are what records of any kind hold: redactions, corrections, checks made again, users’ words, doubled and unchecked sources', async () => {
    const url = fc.constantFrom(
      'workspace:a.md#L1',
      'workspace:b.md#L2',
      'https://example.org/c',
      'https://example.org/d',
      'workspace:e.md',
      'workspace:f.md',
      'workspace:g.md',
    );
    const status = fc.constantFrom('verified', 'unreliable', 'fabricated', 'unverified');
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('speak'),
        by: fc.constantFrom('sre', 'cfo'),
        urls: fc.array(url, { maxLength: 7 }),
      }),
      fc.record({ kind: fc.constant('check'), at: fc.nat(), url, status, again: fc.boolean() }),
      fc.record({ kind: fc.constant('vouch'), at: fc.nat(), url }),
      fc.record({ kind: fc.constant('strike'), at: fc.nat() }),
      fc.record({ kind: fc.constant('correct'), by: fc.constantFrom('sre', 'cfo'), at: fc.nat(), url, instead: url }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 25 }), fc.boolean(), async (acts, isConcluded) => {
        await hold(recordOf(acts, isConcluded));
      }),
      { numRuns: 60, seed: 1202 },
    );
  });
});

type Act =
  | { kind: string; by: string; urls: string[] }
  | { kind: string; at: number; url: string; status: string; again: boolean }
  | { kind: string; at: number; url: string }
  | { kind: string; at: number }
  | { kind: string; by: string; at: number; url: string; instead: string };

function recordOf(acts: readonly Act[], isConcluded: boolean): string {
  const record = new ReportRecord();
  record.setup();
  record.round(1);
  const spoken: number[] = [];
  const speak = (speaker: string, urls: readonly string[], data: Record<string, unknown> = {}): void => {
    spoken.push(
      record.add({
        speaker,
        type: 'new_point',
        content: 'Look at the files.',
        sources: urls.map((one) => source(one, 'A source')),
        data,
      }),
    );
  };
  for (const act of acts) {
    const target = 'at' in act && spoken.length > 0 ? (spoken[act.at % spoken.length] ?? 0) : undefined;
    if ('urls' in act) speak(act.by, act.urls);
    else if (target === undefined) continue;
    else if ('instead' in act)
      speak(act.by, [act.instead], {
        correction: { seq: target, old_url: act.url, new_url: act.instead, reason: 'It was the wrong page.' },
      });
    else if ('status' in act)
      record.verify(target, act.url, act.status as 'verified', act.again ? { again: true } : {});
    else if ('url' in act)
      record.add({
        speaker: 'user',
        type: 'verification_result',
        target_seq: target,
        content: 'I read it.',
        data: { url: act.url, status: 'unverified', vouched: true },
      });
    else record.strike(target, 'sre', 'It was invented.');
  }
  if (isConcluded) record.conclude('draw');
  return record.lines.join('');
}
