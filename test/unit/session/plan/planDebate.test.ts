import { describe, expect, it } from 'vitest';
import { planNoticeWords } from '../../../../src/projections/planNotice';
import { english } from '../../../../src/projections/vocabulary';
import type { Debater } from '../../../../src/debate/log/entryData';
import { assessPlan, planTerms, refuseProblems, type DraftPlan } from '../../../../src/session/plan/planDebate';
import { PlanError } from '../../../../src/session/plan/planError';

const limits = { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30, budget_usd: null };

const debater = (name: string, model: string): Debater => ({
  name,
  persona: 'p',
  starting_position: 's',
  incentives: 'i',
  model,
});

const sonnet = 'anthropic:claude-sonnet-5-5';

const plan = (change: Partial<DraftPlan> = {}): DraftPlan => ({
  topic: 'Should we move the depot?',
  format: 'panel',
  provider: 'anthropic',
  debaters: [debater('ada', sonnet), debater('bob', sonnet)],
  models: { chair: sonnet },
  limits,
  ...change,
});

const sources = { files: 2, bytes: 2_000, isWebRead: true, isSearched: true };
const codes = (draft: DraftPlan, known = {}): string[] =>
  assessPlan(draft, { ...sources, ...known }).problems.map(({ code, field }) => `${code} at ${field}`);

const documents = { words: { all: ['depot'], nowhere: ['depot'] }, all: [], best: [] };

describe('a plan', () => {
  it('is checked the same for every surface: each problem has a code and its field', () => {
    expect(codes(plan())).toEqual([]);
    expect(codes(plan(), { files: 0 })).toEqual([]);
    expect(codes(plan(), { files: 0, isWebRead: false })).toEqual(['no_evidence at evidence']);
    const offline = { provider: 'offline', models: {} } as const;
    expect(codes(plan({ ...offline, debaters: [] }), { files: 0 })).toEqual(['no_evidence at evidence']);
    expect(codes(plan({ ...offline, debaters: [], hints: 'an auditor' }))).toEqual(['hints at debaters']);
    expect(codes(plan({ ...offline, format: 'tribunal', debaters: [] }), { files: 0 })).toEqual([
      'offline_format at format',
    ]);
    expect(
      codes(plan({ ...offline, debaters: [debater('ada', 'human'), debater('bob', 'human')] }), { files: 0 }),
    ).toEqual([]);
    expect(
      codes(plan({ ...offline, debaters: [debater('ada', 'human'), debater('bob', 'offline')] }), { documents }),
    ).toEqual(['no_document at debaters.1.name', 'off_topic at topic']);
    const unpriced = plan({ debaters: [debater('ada', 'anthropic:nobody-9')], limits: { ...limits, budget_usd: 2 } });
    expect(codes(unpriced)).toEqual(['unpriced at budgetUsd']);
  });

  it('seats one judge where models debate, and as many as are asked for; none where a person decides', () => {
    const termsOf = (wishes: object, change: Partial<Parameters<typeof planTerms>[0]> = {}) => {
      const named = {
        topic: 'Should we move?',
        format: 'panel',
        provider: 'anthropic',
        seats: { chair: sonnet },
      } as const;
      return planTerms({ ...named, wishes, explicit: {}, ...change });
    };
    const judges = (wishes: object, change = {}): unknown => termsOf(wishes, change).options['judges'];
    const opus = 'anthropic:claude-opus-5-5';
    expect(judges({})).toEqual([{ id: 'j1', model: sonnet }]);
    expect(judges({}, { seats: { chair: sonnet, conclusion: opus } })).toEqual([{ id: 'j1', model: opus }]);
    expect(judges({ judges: 0 })).toBeUndefined();
    expect(judges({ judges: 3 })).toHaveLength(3);
    expect(judges({ judges: ['opus', 'host'] })).toEqual([
      { id: 'j1', model: opus },
      { id: 'j2', model: 'host' },
    ]);
    expect(judges({}, { seats: { chair: sonnet, conclusion: 'human' } })).toBeUndefined();
    expect(judges({}, { provider: 'scripted', seats: {} })).toBeUndefined();
    expect(judges({}, { provider: 'offline', seats: {} })).toBeUndefined();
    const tribunal = { format: 'tribunal', seats: { judge: sonnet } };
    expect(termsOf({ judges: ['opus', 'sonnet'] }, tribunal).models).toMatchObject({ judge: opus });
    const dialectic = { format: 'dialectic', seats: { judge: sonnet } };
    expect(termsOf({ options: { 'dialectic.judgePasses': 3 } }, dialectic).options).not.toHaveProperty('judges');
    for (const [wishes, change, message] of [
      [{ judges: 6 }, {}, '0 to 5 judges'],
      [{ judges: ['human'] }, {}, 'cannot judge'],
      [{ judges: 1 }, { seats: { chair: 'human' } }, 'A person decides'],
      [{ judges: 1 }, { provider: 'offline', seats: {} }, 'Offline there are no judges'],
      [{ judges: 1, options: { 'dialectic.judgePasses': 3 } }, dialectic, 'passes are not counted beside them'],
    ] as const)
      expect(() => termsOf(wishes, change)).toThrow(message);
  });

  it('speaks by documents in a debate of models too, where a debater is neither a model nor a person', () => {
    const mixed = plan({ debaters: [debater('ada', sonnet), debater('bob', 'offline')] });
    expect(codes(mixed, { files: 0 })).toEqual(['no_evidence at evidence']);
  });

  it('is refused with the first problem, in the words of the command line', () => {
    const draft = plan({ provider: 'offline', models: {}, debaters: [] });
    const { problems } = assessPlan(draft, { ...sources, files: 0 });
    expect(() => refuseProblems(problems, draft)).toThrow(PlanError);
    expect(() => refuseProblems(problems, draft)).toThrow('there has to be evidence');
    expect(() => refuseProblems([], draft)).not.toThrow();
  });

  it('says that a budget is below the estimate, and nothing of one that is not', () => {
    const told = (budget_usd: number | null): string[] =>
      assessPlan(plan({ limits: { ...limits, budget_usd } }), sources).notices.map(({ code }) => code);
    expect(told(0.01)).toEqual(['budget']);
    expect(told(100)).toEqual([]);
    expect(told(null)).toEqual([]);
  });

  it('names the words of the topic that no speaking document has, where it has others', () => {
    const offline = plan({ provider: 'offline', models: {}, debaters: [] });
    const said = (nowhere: string[], draft = offline): string[] =>
      assessPlan(draft, {
        ...sources,
        documents: { words: { all: ['island', 'keep', 'school'], nowhere }, all: [], best: [] },
      }).notices.map((notice) => planNoticeWords(english, notice));
    expect(said(['island', 'school'])).toEqual(['In none of the documents: island, school.']);
    expect(said([])).toEqual([]);
    expect(said(['island', 'school'], plan())).toEqual([]);
    // Then the user is asked whether to go on.
    expect(said(['island', 'keep', 'school'])).toEqual([]);
  });

  it('has no roles of other formats, and the rounds of its own', () => {
    const {
      models,
      limits: own,
      options,
    } = planTerms({
      topic: 'T.',
      format: 'tribunal',
      provider: 'anthropic',
      wishes: { options: { 'tribunal.rounds': 2 } },
      explicit: { min_rounds: 5, max_rounds: 9 },
      seats: { judge: sonnet, chair: sonnet },
    });
    expect(models).toEqual({ judge: sonnet });
    expect(own).toMatchObject({ min_rounds: 1, max_rounds: 2 });
    expect(options).toMatchObject({ rounds: 2 });
  });
});
