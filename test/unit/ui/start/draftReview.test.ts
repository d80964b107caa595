import { describe, expect, it } from 'vitest';
import type { EvidenceSet } from '../../../../src/session/plan/evidenceSet';
import {
  draftRecordSchema,
  draftsKept,
  evidenceChange,
  evidenceSummary,
  keptDrafts,
  withDraft,
  withoutDraft,
  type DraftRecord,
} from '../../../../src/ui/start/draftRecord';
import { inFull, lineupProblems, tidied } from '../../../../src/ui/start/lineupProblems';
import { fittingValue, misfitWords, settingTable } from '../../../../src/ui/kit/settingTable';
import { reviewOf } from '../../../../src/ui/start/reviewOf';

const debater = (name: string, persona = 'p') => ({
  name,
  persona,
  starting_position: 's',
  incentives: 'i',
  model: 'offline',
});

const set = (files: Record<string, string>, root = '/w'): EvidenceSet => ({
  root,
  files: Object.entries(files).map(([path, sha256]) => ({ path, bytes: 10, sha256: sha256.padEnd(64, '0') })),
  subject: [],
  leftOut: [{ path: '.env', reason: 'secret_name', detail: 'named like a file of keys or passwords' }],
});

const record = (id: string, change: Partial<DraftRecord> = {}): DraftRecord => ({
  id,
  made: 1,
  topic: 'T',
  format: 'panel',
  options: {},
  wishes: { options: {} },
  provider: 'offline',
  model: '',
  seats: {},
  chosenLimits: {},
  config: {},
  otherDebaters: {},
  documents: [],
  displaced: [],
  otherModels: {},
  ownModels: {},
  evidenceWanted: null,
  wasProposed: true,
  models: {},
  debaterModel: 'offline',
  endpoints: {},
  isWebRead: false,
  isSearched: true,
  isRevised: true,
  hints: '',
  parent: '/w/output',
  limits: { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null },
  debaters: [debater('ada'), debater('bob')],
  evidence: ['/w'],
  subject: [],
  gathered: evidenceSummary(set({ 'a.md': '1' })),
  ...change,
});

describe('the problems of a lineup', () => {
  const fieldsOf = (...debaters: ReturnType<typeof debater>[]): string[] =>
    lineupProblems(debaters).map(({ field }) => field);

  it('are said by field, all at once', () => {
    expect(fieldsOf(debater('ada'), debater('bob'))).toEqual([]);
    expect(fieldsOf(debater('ada'))).toEqual(['debaters']);
    expect(fieldsOf(...Array.from({ length: 9 }, (_, at) => debater(`d${at}`)))).toEqual(['debaters']);
    expect(
      fieldsOf(debater('ada'), debater('Ada'), debater(''), debater('a b'), debater('Chair'), debater('x'.repeat(51))),
    ).toEqual([1, 2, 3, 4, 5].map((at) => `debaters.${at}.name`));
    expect(fieldsOf(debater('ada', 'x'.repeat(4_001)), debater('bob'))).toEqual(['debaters.0.persona']);
  });

  it('do not come of white space around what was typed', () => {
    expect(lineupProblems(tidied([debater(' ada '), debater('bob\n')]))).toEqual([]);
  });
});

describe('a draft', () => {
  it('is shown with what was found, and fits the protocol', () => {
    const text = { name: 'notes-L1.md', text: 'zwölf' };
    const gathered = evidenceSummary(set({ 'a.md': '1', 'b.md': '2' }), text);
    const review = reviewOf(record('1', { gathered, subjectText: text }), {
      busy: undefined,
      problems: [{ field: 'parent', message: 'full' }],
    });
    expect(review.evidence).toEqual({
      root: '/w',
      files: 3,
      bytes: 26,
      subject: ['notes-L1.md'],
      leftOutCount: 1,
      leftOut: [{ path: '.env', reason: 'named like a file of keys or passwords' }],
    });
    expect(review).toMatchObject({
      parent: '/w/output',
      isRevised: true,
      problems: [{ field: 'parent', message: 'full' }],
    });
    expect(review.busy).toBeUndefined();
    expect(review.sends).toMatch(/^Nothing leaves this machine\.$/);
    expect(reviewOf(record('1'), { busy: 'starting', problems: [] }).busy).toBe('starting');
  });

  it('says which settings, and which entries of one, cannot be used', () => {
    const good = { input: 1, output: 2 };
    const fitting = fittingValue(settingTable.prices, { sonnet: good, opus: { input: 'much', output: 2 }, '': good });
    expect(fitting).toEqual({ value: { sonnet: good }, leftOut: ['opus', ''] });
    expect(fittingValue(settingTable.models, { chair: 'sonnet', ada: 5 })?.value).toEqual({ chair: 'sonnet' });
    const misfits = [
      misfitWords('prices', fitting),
      misfitWords('budgetUsd', fittingValue(settingTable.budgetUsd, -1)),
    ];
    const review = reviewOf(record('1'), {
      busy: undefined,
      problems: [],
      misfits: misfits.flatMap((one) => one ?? []),
    });
    expect(review.warnings).toEqual([
      'In the setting rostrum.prices this does not fit and is left out: “opus”, “”',
      'The setting rostrum.budgetUsd does not fit; its default is used.',
    ]);
    expect(misfitWords('models', fittingValue(settingTable.models, {}))).toBeUndefined();
  });

  it('names the words of the topic that no document has', () => {
    const documents = { words: { all: ['keep', 'school'], nowhere: ['school'] }, all: [], best: [] };
    const review = reviewOf(record('1'), { busy: undefined, problems: [], documents });
    expect(review.warnings).toEqual(['In none of the documents: school.']);
  });

  it('offers the models that are known, a person and nobody’s model', () => {
    const models = ['anthropic:claude-opus-5-5'];
    expect(reviewOf(record('1'), { busy: undefined, problems: [], models }).models).toEqual([
      'anthropic:claude-opus-5-5',
      'human',
      'offline',
    ]);
    expect(reviewOf(record('1'), { busy: undefined, problems: [] }).models).toEqual(['human', 'offline']);
  });

  it('tells why nothing came of a request, of evidence and of a start, each in its place, and lets the debate start', () => {
    const unrevised = 'The lineup is unchanged: the server is overloaded.';
    const unread = 'The evidence was not changed: the folder is empty.';
    const unstarted = 'The debate was not started: the disk is full.';
    const review = reviewOf(record('1'), { busy: undefined, problems: [], unrevised, unread, unstarted });
    expect([review.unrevised, review.unstarted, review.problems]).toEqual([unrevised, unstarted, []]);
    expect(review.fields.filter(({ warning }) => warning !== undefined)).toMatchObject([
      { id: 'evidence', warning: unread },
    ]);
  });

  it('says whom sealed openings are not sealed for: people who do not open first', () => {
    const seated = (...models: string[]) =>
      models.map((model, at) => ({ ...debater(['ada', 'bob', 'cy'][at] ?? ''), model }));
    const warnings = (options: Record<string, unknown>, ...models: string[]) =>
      reviewOf(record('1', { options, debaters: seated(...models) }), { busy: undefined, problems: [] }).warnings;
    const sealed = { openings: 'sealed' };
    expect(warnings(sealed, 'offline', 'human', 'offline')).toEqual([
      'The openings are sealed, but bob, who is a person, sees those that come before. Put bob first in the lineup.',
    ]);
    expect(warnings(sealed, 'human', 'offline', 'offline')).toBeUndefined();
    expect(warnings({}, 'offline', 'human', 'offline')).toBeUndefined();
    const drawn = ['one', 'two', 'three', 'four'].map((seed) =>
      warnings({ ...sealed, order: 'drawn', seed }, 'human', 'offline', 'offline')?.join(),
    );
    expect(drawn).toContainEqual(expect.stringContaining('speak in the lineup’s order, with ada first'));
    expect(drawn).toContain(undefined);
  });

  it('says of the chosen model what its server says of it', () => {
    const local = 'openai-compatible:qwen3:8b';
    const draft = record('one', { provider: 'openai-compatible', debaterModel: local });
    const hintOf = (about: Record<string, string>): string | undefined =>
      reviewOf(draft, { busy: undefined, problems: [], about }).fields.find(({ id }) => id === 'model')?.hint;
    expect(hintOf({ [local]: '8.2B parameters, reads 8,192 tokens' })).toBe('8.2B parameters, reads 8,192 tokens');
    expect(hintOf({ 'openai-compatible:other': '7B parameters' })).toBeUndefined();
  });

  it('speaks of money only where a model takes part', () => {
    const fieldsOf = (change: Partial<DraftRecord>) =>
      reviewOf(record('1', change), { busy: undefined, problems: [] }).fields;
    const ids = (change: Partial<DraftRecord> = {}): string[] => fieldsOf(change).map(({ id }) => id);
    const hint = (change: Partial<DraftRecord> = {}) => fieldsOf(change).find(({ id }) => id === 'provider')?.hint;
    const seated = { debaters: [debater('ada'), { ...debater('bob'), model: 'anthropic:claude-opus-5-5' }] };
    expect(ids()).not.toContain('budgetUsd');
    expect(hint()).toMatch(/^Costs nothing\. Nothing leaves this machine\./);
    expect(ids(seated)).toContain('budgetUsd');
    expect(hint(seated)).not.toMatch(/nothing/i);
    expect(ids({ provider: 'anthropic' })).toContain('budgetUsd');
  });

  it('says at the budget that it needs known prices', () => {
    const debaters = [debater('ada'), debater('bob')].map((one) => ({ ...one, model: 'openai-compatible:qwen3' }));
    const problems = (budget_usd: number | null, change: Partial<DraftRecord> = {}) => {
      const draft = record('1', { provider: 'openai-compatible', debaters, ...change });
      return reviewOf({ ...draft, limits: { ...draft.limits, budget_usd } }, { busy: undefined, problems: [] })
        .problems;
    };
    const [held, ...others] = problems(2);
    expect([held?.field, others]).toEqual(['budgetUsd', []]);
    expect(held?.message).toMatch(/needs known prices.* rostrum\.prices for .*qwen3, or remove the budget\.$/);
    expect(problems(null)).toEqual([]);
    expect(problems(2, { prices: { qwen3: { input: 1, output: 2 } } })).toEqual([]);
  });

  it('reckons with the model that is meant by what was typed, and shows what was typed', () => {
    const seated = (...models: string[]) =>
      [debater('ada'), debater('bob')].map((one, at) => ({ ...one, model: models[at] ?? '' }));
    const review = (...models: string[]) =>
      reviewOf(
        record('1', {
          provider: 'anthropic',
          endpoints: { anthropic: 'https://api.anthropic.com' },
          debaters: seated(...models),
        }),
        { busy: undefined, problems: [] },
      );
    const typed = review('opus', 'claude-haiku-5-5');
    const full = review('anthropic:claude-opus-5-5', 'anthropic:claude-haiku-5-5');
    expect(typed.debaters.map(({ model }) => model)).toEqual(['opus', 'claude-haiku-5-5']);
    expect(typed.sends).toMatch(/api\.anthropic\.com \(claude-opus-5-5, claude-haiku-5-5\)/);
    expect({ ...typed, debaters: [] }).toEqual({ ...full, debaters: [] });
    expect(inFull(seated('opus', 'no:such'), 'anthropic').map(({ model }) => model)).toEqual([
      'anthropic:claude-opus-5-5',
      'anthropic:no:such',
    ]);
    expect(inFull(seated('human', ''), 'anthropic').map(({ model }) => model)).toEqual(['human', '']);
  });

  it('can be opened where its options are of another version, as if they were not said', () => {
    const odd = { order: 'loudest', rounds: 99, judge_passes: 'many' };
    for (const format of ['panel', 'tribunal', 'dialectic']) {
      const fields = (options: Record<string, unknown>) =>
        reviewOf(record('1', { format, options }), { busy: undefined, problems: [] }).fields;
      expect(fields(odd)).toEqual(fields({}));
    }
  });

  it('is kept over a reload, with a few others, and what cannot be understood is dropped', () => {
    let drafts: DraftRecord[] = [];
    for (let at = 1; at <= draftsKept + 2; at += 1) drafts = withDraft(drafts, record(String(at)));
    const newest = Array.from({ length: draftsKept }, (_, at) => String(draftsKept + 2 - at));
    expect(drafts.map(({ id }) => id)).toEqual(newest);
    drafts = withDraft(drafts, record('4', { topic: 'changed' }));
    expect(drafts.map(({ id }) => id)).toEqual(['4', ...newest.filter((id) => id !== '4')]);
    expect(withDraft(drafts, record('new')).map(({ id }) => id)).not.toContain('3');
    expect(withDraft(drafts, record('new'), (id) => id === '3').map(({ id }) => id)).toContain('3');
    drafts = withoutDraft(drafts, '7');
    const stored: unknown = JSON.parse(JSON.stringify([...drafts, { id: 'odd' }, null]));
    expect(keptDrafts(stored)).toEqual(drafts);
    expect(keptDrafts('odd')).toEqual([]);
    expect(draftRecordSchema.safeParse({ ...record('1'), provider: 'somebody' }).success).toBe(false);
  });

  it('knows how the evidence has changed since', () => {
    const before = evidenceSummary(set({ 'a.md': '1', 'b.md': '2' }));
    expect(evidenceChange(before, evidenceSummary(set({ 'b.md': '2', 'a.md': '1' })))).toBeUndefined();
    const now = evidenceSummary(set({ 'a.md': '9', 'c.md': '3' }));
    expect(evidenceChange(before, now)).toEqual({ added: ['/w/c.md'], removed: ['/w/b.md'], changed: ['/w/a.md'] });
    // The common folder moves down when a file goes; the others are what they were.
    expect(
      evidenceChange(
        evidenceSummary(set({ 'x/a.md': '1', 'b.md': '2' })),
        evidenceSummary(set({ 'a.md': '1' }, '/w/x')),
      ),
    ).toEqual({
      added: [],
      removed: ['/w/b.md'],
      changed: [],
    });
  });
});
