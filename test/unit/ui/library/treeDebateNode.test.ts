import { describe, expect, it } from 'vitest';
import type { SideScores } from '../../../../src/projections/formats/formatProjection';
import type { DebateSummary } from '../../../../src/session/library/summary';
import { arrangementIn, groupsOf, isFolderId, orderOf } from '../../../../src/ui/library/arrangement';
import { type DebateFacts, debateNode, relativeTime } from '../../../../src/ui/library/debateNode';
import { treeNode, TreeRows } from '../../../../src/ui/formats/treeNode';

const now = Date.UTC(2026, 10, 20, 12, 0, 0);

function summary(more: Partial<DebateSummary> = {}): DebateSummary {
  return {
    folder: '/w/output/one',
    logPath: '/w/output/one/debate-log.jsonl',
    topic: 'Should we move?',
    format: 'panel',
    version: 2,
    provider: 'offline',
    started: new Date(now - 3 * 3_600_000),
    debaters: ['sre', 'cfo'],
    state: 'done',
    outcome: 'sre_wins',
    entries: 40,
    bytes: 1,
    modifiedMs: 1,
    ...more,
  };
}

const scores = (proposition: number, opposition: number): SideScores => ({
  proposition: { total: proposition, count: 4 },
  opposition: { total: opposition, count: 4 },
});

const facts = (more: Partial<DebateFacts> = {}): DebateFacts => ({
  run: undefined,
  isByHand: false,
  wrong: { grave: 0, changed: 0, errors: 0 },
  now,
  language: 'en',
  ...more,
});
/** How it stands, without the time. */
const stated = ({ description = '' }: { description?: string }): string => description.replace(' · 3 hr. ago', '');
const flags = (debate: Partial<DebateSummary>, more: Partial<DebateFacts> = {}): string =>
  debateNode(summary(debate), facts(more)).context;

describe('the row of a debate', () => {
  it('tree: says the question first, then how it ended and how long ago it was', () => {
    const node = debateNode(summary(), facts());
    expect(node).toMatchObject({
      label: 'Should we move?',
      description: 'sre wins · 3 hr. ago',
      spoken: 'Should we move?, sre wins, 3 hr. ago',
      click: 'debate',
    });
  });

  it('says that a person is waited for, unless the run is being ended', () => {
    const running: Partial<DebateSummary> = { state: 'running', outcome: null, phase: 'rounds', round: 2 };
    const node = debateNode(summary(running), facts({ run: { ending: undefined }, isAsking: true }));
    expect(node).toMatchObject({
      description: 'Waits for you: round 2 · 3 hr. ago',
      icon: { name: 'bell-dot' },
    });
    expect(debateNode(summary(running), facts({ run: { ending: 'stopping' }, isAsking: true })).description).toBe(
      'Stopping · 3 hr. ago',
    );
  });

  it('tells outcomes and states apart by icon, not by colour alone', () => {
    const cases: Partial<DebateSummary>[] = [
      { outcome: 'sre_wins' },
      { outcome: 'draw' },
      { outcome: 'void' },
      { outcome: 'undecided' },
      ...['accepted', 'rejected', 'revision_required', 'mixed'].map((outcome) => ({ format: 'tribunal', outcome })),
      { format: 'dialectic', outcome: null, scores: scores(0.2, -0.2) },
      { state: 'running', outcome: null },
      { state: 'paused', outcome: null },
      { state: 'interrupted', outcome: null },
      { state: 'failed', outcome: null },
      { state: 'foreign', outcome: null },
      { state: 'empty', outcome: null },
      { state: 'unreadable', outcome: null },
    ];
    const icons = cases.map((one) => debateNode(summary(one), facts()).icon?.name);
    expect(new Set(icons).size).toBe(cases.length);
  });

  it('says where a debate stands that is not done', () => {
    const text = (more: Partial<DebateSummary>, own: Partial<DebateFacts> = {}): string | undefined =>
      stated(debateNode(summary({ outcome: null, ...more }), facts(own)));
    expect(text({ state: 'running', phase: 'rounds', round: 2 })).toBe('Running: round 2');
    expect(text({ state: 'running', phase: 'rounds', round: 2 }, { run: { ending: 'pausing' } })).toBe('Pausing');
    // The topic needs the row: where it stopped is in the tooltip and in what is read aloud.
    const stopped = debateNode(summary({ outcome: null, state: 'interrupted', phase: 'opening', round: 0 }), facts());
    expect(stated(stopped)).toBe('Interrupted');
    expect(stopped.tooltip).toContain('Interrupted: openings');
    expect(stopped.spoken).toMatch(/^Should we move\?, Interrupted: openings, /);
  });

  it('says how a tribunal ruled, how a dialectic is scored, and which exchange runs', () => {
    const text = (more: Partial<DebateSummary>): string => stated(debateNode(summary(more), facts()));
    const iconOf = (outcome: string) => debateNode(summary({ format: 'tribunal', outcome }), facts()).icon;
    expect(text({ format: 'tribunal', outcome: 'revision_required' })).toBe('revise');
    const scored = (lead: DebateSummary['lead'], ...totals: Parameters<typeof scores>): string =>
      text({ format: 'dialectic', outcome: null, scores: scores(...totals), lead });
    expect(scored('proposition', 0.2, -0.2)).toBe('+0.20 prop.');
    expect(scored('opposition', -1.05, 1.05)).toBe('+1.05 opp.');
    expect(scored('even', 0, 0)).toBe('even');
    // Where lines of the log are lost.
    expect(scored(undefined, 0.2, -0.2)).toBe('lead not known');
    const dialectic = { format: 'dialectic', state: 'paused', phase: 'awaiting_judgment', round: 0 } as const;
    expect(debateNode(summary({ ...dialectic, outcome: null }), facts()).spoken).toContain('openings');
    expect(['accepted', 'rejected', 'revision_required', 'mixed'].map((outcome) => iconOf(outcome)?.colour)).toEqual(
      ['green', 'red', 'yellow', 'yellow'].map((colour) => `charts.${colour}`),
    );
  });

  it('counts what is wrong behind the outcome, and says it in full to whoever listens', () => {
    const node = debateNode(summary(), facts({ wrong: { grave: 2, changed: 1, errors: 79 } }));
    expect(node.description).toBe('sre wins · 2 ✗ · 1 changed · 79 faults · 3 hr. ago');
    expect(node.spoken).toBe(
      'Should we move?, sre wins, 2 doubtful sources, 1 changed source, 79 faults by the rules, 3 hr. ago',
    );
    const foreign = debateNode(summary(), facts({ wrong: { grave: 0, changed: 0, errors: 79 } }));
    expect(foreign.description).toBe('sre wins · 79 faults · 3 hr. ago');
    const unreadable = summary({ state: 'unreadable', outcome: null });
    expect(stated(debateNode(unreadable, facts({ wrong: { grave: 0, changed: 0, errors: 29 } })))).toBe(
      'Cannot be read',
    );
    const unchecked = debateNode(summary(), facts({ wrong: { grave: 0, changed: 0, errors: undefined } }));
    expect(stated(unchecked)).toBe('sre wins');
    expect(unchecked.tooltip).toContain('Not checked against the rules yet');
    const empty = debateNode(
      summary({ state: 'empty', outcome: null }),
      facts({ wrong: { grave: 0, changed: 0, errors: undefined } }),
    );
    expect(empty.tooltip).not.toContain('Not checked');
  });

  it('first-row: a sample bears no mark of doubt, and says what it is', () => {
    const sample = debateNode(summary({ isSample: true }), facts({ wrong: { grave: 1, changed: 0, errors: 2 } }));
    expect(sample.description).toBe('sre wins · sample · 3 hr. ago');
    expect(sample.tooltip).toContain('1 doubtful source');
  });

  it('tree: the list is sorted by time or question, or grouped by state', () => {
    const debates = [
      summary({ folder: '/w/c', topic: 'Clocks?', state: 'running', outcome: null }),
      summary({ folder: '/w/b', topic: 'Trams?' }),
      summary({ folder: '/w/a', topic: 'Bridges?', state: 'interrupted', outcome: null }),
      summary({ folder: '/w/d', topic: '', state: 'foreign', outcome: null }),
    ];
    const shown = (by: unknown): string[] => orderOf(groupsOf(debates, arrangementIn(by)));
    expect(shown(undefined)).toEqual(['/w/c', '/w/b', '/w/a', '/w/d']);
    expect(shown('question')).toEqual(['/w/a', '/w/c', '/w/d', '/w/b']);
    const groups = ['running', 'paused', 'done', 'other'].map((name) => `\nstate/${name}`);
    expect(shown('state')).toEqual([groups[0], '/w/c', groups[1], '/w/a', groups[2], '/w/b', groups[3], '/w/d']);
    expect(shown('state').filter(isFolderId)).toHaveLength(4);
  });

  it('is named by its folder where the record does not say the topic', () => {
    expect(debateNode(summary({ topic: '' }), facts())).toMatchObject({
      label: 'one',
      description: 'sre wins · 3 hr. ago',
    });
  });

  it('offers what makes sense now', () => {
    expect(flags({})).toBe('debate done');
    expect(flags({ state: 'running', outcome: null, phase: 'rounds' }, { run: { ending: undefined } })).toBe(
      'debate pausable stoppable concludable open',
    );
    expect(flags({ state: 'running', outcome: null, phase: 'rounds' })).toBe('debate stoppable concludable open');
    expect(flags({ state: 'running', outcome: null }, { run: { ending: undefined, canSkip: true } })).toMatch(
      /^debate pausable hastenable /,
    );
    expect(flags({ state: 'running', outcome: null }, { run: { ending: 'pausing', canSkip: true } })).not.toMatch(
      /pausable|hastenable/,
    );
    expect(flags({ state: 'running', outcome: null }, { run: { ending: 'stopping' } })).not.toMatch(
      /pausable|stoppable|resumable/,
    );
    expect(flags({ state: 'interrupted', outcome: null }, { isByHand: true })).toBe(
      'debate resumable concludable open byHand',
    );
    expect(flags({ state: 'paused', outcome: 'draw', phase: 'documents' })).toBe('debate resumable');
    expect(flags({ state: 'foreign', outcome: null })).toBe('debate');
    expect(flags({ state: 'unreadable', outcome: null })).toBe('debate');
    expect(flags({ format: 'dialectic', outcome: 'Proposition +0.20, Opposition −0.20' })).toBe(
      'debate done exchangeable',
    );
    expect(flags({ state: 'paused', outcome: null, format: 'dialectic' })).toMatch(/exchangeable skippable$/);
    expect(flags({ state: 'paused', outcome: null, format: 'tribunal' })).not.toMatch(/exchangeable|skippable/);
    expect(flags({ state: 'interrupted', outcome: null, format: 'socratic' })).not.toContain('resumable');
  });
});

describe('relative times', () => {
  it('go from now over minutes, hours and days to the day itself', () => {
    const ago = (milliseconds: number): string => relativeTime(now - milliseconds, now, 'en');
    expect(ago(10_000)).toBe('just now');
    expect(ago(-5_000)).toBe('just now');
    expect(ago(5 * 60_000)).toBe('5 min. ago');
    expect(ago(26 * 3_600_000)).toBe('1 day ago');
    expect(ago(16 * 24 * 3_600_000)).toBe('Nov 4');
    expect(ago(400 * 24 * 3_600_000)).toMatch(/2025$/);
    expect(relativeTime(now - 60_000, now, 'no-such-language-here')).not.toBe('');
  });
});

describe('rows', () => {
  const node = (label: string) => treeNode({ folder: '/d', key: 'rounds', label });

  it('keep their identity and say which of them look different', () => {
    const rows = new TreeRows();
    const [first] = rows.take([node('a')], undefined).rows;
    const same = rows.take([node('a')], undefined);
    expect(same.changed).toEqual([]);
    expect(same.rows[0]).toBe(first);
    const other = rows.take([{ ...node('b'), description: 'x' }], undefined);
    expect(other.changed).toEqual([first]);
    expect(first).toMatchObject({ label: 'b', description: 'x' });
    rows.take([node('b')], undefined);
    expect(first?.description).toBeUndefined();
  });
});
