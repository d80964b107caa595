import { describe, expect, it } from 'vitest';
import type { Performance, Performer } from '../../../../src/agents/performer';
import type { TaskRequest } from '../../../../src/debate/flow/tasks';
import { mergeLimits, readConfigFiles } from '../../../../src/session/plan/configFiles';
import { gatherEvidence, type EvidenceSet } from '../../../../src/session/plan/evidenceSet';
import { proposeLineup, reviseLineup, type LineupRequest } from '../../../../src/session/plan/lineup';
import { lineupPerformer, prepareOffline } from '../../../../src/session/plan/preparation';
import { fittingDebaters } from '../../../../src/session/plan/plan';
import { runnability } from '../../../../src/session/run/runnability';
import { fold, numbered, setup, setupData } from '../../../support/entries';
import { lineup } from '../../../support/scriptedDebate';
import { tempFolder } from '../../../support/tempFolder';
import { refusal } from '../../../support/planRefusal';

/** What is settled before a debate has a folder. */

describe('configuration files', () => {
  const config = (values: Record<string, unknown>): string => JSON.stringify(values);
  const read = (workspace: Record<string, string> | undefined, home: Record<string, string> = {}) =>
    readConfigFiles({ workspace: workspace && tempFolder(workspace), home: tempFolder(home) });

  it('are merged, later ones win, and may be missing', async () => {
    expect(await read({})).toEqual({});
    const workspace = {
      'config/debate-config.json': config({ topic: 'First?', max_rounds: 4, budget_usd: 9, api_key: 'x' }),
      '.claude/ai-debate.json': config({ max_rounds: 5, time_budget_minutes: null }),
      // As some editors write it.
      '.claude/ai-debate.local.json': `\uFEFF${config({ min_rounds: 2 })}`,
    };
    expect(await read(workspace)).toEqual({ topic: 'First?', max_rounds: 5, min_rounds: 2 });
  });

  it('begin with the user’s own, which is read without a trusted workspace too, and sets no more than the others', async () => {
    const debaters = [{ name: 'ada' }];
    const own = {
      topic: 'Mine?',
      min_rounds: 5,
      max_rounds: 7,
      time_budget_minutes: 9,
      models: { reporter: 'claude-haiku-4-5' },
      debaters,
    };
    const refused = {
      budget_usd: 9,
      base_url: 'http://10.0.0.1',
      api_key: 'x',
      output_dir: '/etc',
      evidence: '/',
      provider: 'anthropic',
    };
    const home = {
      '.claude/ai-debate.json': config({ ...own, ...refused }),
      '.claude/ai-debate.local.json': config({ topic: 'Not read?' }),
      'config/debate-config.json': '{',
    };
    expect(await read(undefined, home)).toEqual(own);
    const workspace = {
      'config/debate-config.json': config({
        topic: 'Theirs?',
        max_rounds: 3,
        time_budget_minutes: 4,
        debaters: [{ name: 'bob' }],
      }),
    };
    // A file that names one end of the rounds moves the other end that stands below it.
    expect(await read(workspace, home)).toEqual({
      ...own,
      topic: 'Theirs?',
      min_rounds: 3,
      max_rounds: 3,
      time_budget_minutes: 4,
      debaters: [{ name: 'bob' }],
    });
  });

  it('are named when they cannot be understood; flags are the command line’s to speak of', async () => {
    const broken = await refusal(read({ '.claude/ai-debate.json': '{' }));
    expect(broken).toMatchObject({
      code: 'config_file',
      message: expect.stringMatching(/^\.claude\/ai-debate\.json is not JSON: .* Correct the file\.$/) as string,
    });
    const wrong = await refusal(read({ 'config/debate-config.json': '{"max_rounds":0}' }));
    expect(wrong.message).toMatch(/^config\/debate-config\.json: max_rounds: .* Correct the file\.$/);
    const own = await refusal(read(undefined, { '.claude/ai-debate.json': '{"debaters":{}}' }));
    expect(own.message).toMatch(/^~\/\.claude\/ai-debate\.json: debaters: .* Correct the file\.$/);
    expect(broken.message + wrong.message + own.message).not.toContain('--');
  });
});

describe('mergeLimits', () => {
  it.each([
    [{}, {}, {}],
    [{ max_rounds: 2 }, { min_rounds: 4, max_rounds: 6 }, { min_rounds: 2, max_rounds: 2 }],
    [{ min_rounds: 7 }, { min_rounds: 4, max_rounds: 6 }, { min_rounds: 7, max_rounds: 7 }],
    [{ min_rounds: 2 }, { max_rounds: 6 }, { min_rounds: 2, max_rounds: 6 }],
    [{ min_rounds: 5, max_rounds: 2 }, { max_rounds: 9 }, { min_rounds: 5, max_rounds: 2 }],
    [{}, { min_rounds: 5, max_rounds: 2 }, { min_rounds: 5, max_rounds: 2 }],
    [
      { budget_usd: null, time_budget_minutes: 9 },
      { time_budget_minutes: 3, min_rounds: null },
      { budget_usd: null, time_budget_minutes: 9 },
    ],
    [{}, { time_budget_minutes: 3 }, { time_budget_minutes: 3 }],
  ])('%j over %j', (explicit, config, merged) => {
    expect(mergeLimits(explicit, config)).toEqual(merged);
  });
});

/** Gives one answer and keeps what was asked. */
function answering(output: unknown): { performer: Performer; requests: TaskRequest[] } {
  const requests: TaskRequest[] = [];
  const perform = (request: TaskRequest): Promise<Performance> => {
    requests.push(request);
    return Promise.resolve({ output });
  };
  return {
    requests,
    performer: { provider: 'test', isLocal: true, canPerform: () => true, ready: () => Promise.resolve(), perform },
  };
}

describe('the lineup', () => {
  const request: LineupRequest = {
    topic: 'Tabs or spaces?',
    hints: 'two of them',
    given: undefined,
    evidence: ['a.md'],
    model: 'm',
  };
  const [ada, bob] = lineup(2);
  const bare = ({ name, persona, starting_position, incentives }: NonNullable<typeof ada>) => ({
    name,
    persona,
    starting_position,
    incentives,
  });
  const two = [ada, bob].filter((debater) => debater !== undefined).map(bare);

  it('says that the model is loaded before it can propose', async () => {
    const { performer } = answering({ debaters: two });
    const told: string[] = [];
    await proposeLineup(
      { ...request, onAwaiting: (detail) => told.push(detail) },
      {
        ...performer,
        perform: async (asked, context) => {
          context.progress({ kind: 'alive' });
          context.progress({ kind: 'awaiting', model: 'qwen3:8b', ms: 0, isLoading: true });
          context.progress({ kind: 'awaiting', model: 'qwen3:8b', ms: 30_000, isLoading: false });
          return await performer.perform(asked, context);
        },
      },
    );
    expect(told).toEqual(['loading qwen3:8b', 'awaiting qwen3:8b (30 s)']);
  });

  it('is proposed by the Chair and gets the model', async () => {
    const { performer, requests } = answering({ debaters: two });
    expect(await proposeLineup(request, performer)).toEqual(two.map((debater) => ({ ...debater, model: 'm' })));
    expect(requests[0]).toMatchObject({
      kind: 'chair/propose_lineup',
      input: { topic: 'Tabs or spaces?', hints: 'two of them', evidence: ['a.md'] },
    });
  });

  it('keeps what was given to the letter and asks only for what is missing', async () => {
    const given = [{ name: 'cy', persona: 'an auditor', model: 'own' }, { name: 'dot' }];
    const { performer, requests } = answering({ debaters: two });
    const [cy, dot] = await proposeLineup({ ...request, given }, performer);
    expect(cy).toMatchObject({ name: 'cy', persona: 'an auditor', incentives: 'throughput', model: 'own' });
    expect(dot).toMatchObject({ name: 'dot', persona: two[1]?.persona, model: 'm' });
    expect(requests).toHaveLength(1);
    const whole = answering(undefined);
    expect(await proposeLineup({ ...request, given: two }, whole.performer)).toHaveLength(2);
    expect(whole.requests).toHaveLength(0);
  });

  it('leaves everybody who they are where the Chair changes their order', async () => {
    const { performer } = answering({ debaters: [...two].reverse() });
    const made = await proposeLineup({ ...request, given: [{ name: 'ada' }, { name: 'bob' }] }, performer);
    expect(made.map(({ name, persona }) => [name, persona])).toEqual(two.map(({ name, persona }) => [name, persona]));
  });

  it('is revised in the user’s words', async () => {
    const proposed = two.map((debater) => ({ ...debater, model: 'm' }));
    const { performer, requests } = answering({ debaters: [...two].reverse() });
    const revised = await reviseLineup({ ...request, proposed, revision: 'the other way round' }, performer);
    expect(revised.map((debater) => debater.name)).toEqual(['bob', 'ada']);
    expect(requests[0]).toMatchObject({
      kind: 'chair/revise_lineup',
      input: { proposed, request: 'the other way round' },
    });
    expect((await refusal(reviseLineup({ ...request, proposed, revision: ' ' }, performer))).code).toBe(
      'revision_empty',
    );
  });

  it('is refused when it cannot be used, before anybody is asked where that can be', async () => {
    const { performer, requests } = answering({ debaters: 'none' });
    expect(
      (await refusal(proposeLineup({ ...request, given: [{ name: 'chair' }, { name: 'bob' }] }, performer))).code,
    ).toBe('debater_name');
    expect(requests).toHaveLength(0);
    expect((await refusal(proposeLineup(request, performer))).code).toBe('lineup');
  });

  it('is of a configuration file without those who cannot debate', () => {
    const named = (...names: string[]) => fittingDebaters(names.map((name) => ({ name })));
    expect(named('ada', 'Data Engineer', 'bob', 'ADA')).toEqual({
      debaters: [{ name: 'ada' }, { name: 'bob' }],
      problems: [
        expect.stringContaining('"Data Engineer" cannot be a debater\'s name.'),
        'Two debaters are called "ADA". Give each a name of its own.',
      ],
    });
    // One alone cannot debate: then all are proposed.
    expect(named('ada', 'chair')).toMatchObject({
      debaters: [],
      problems: [expect.stringContaining('reserved for a role'), 'The lineup has 1 debater; a debate needs 2 to 8.'],
    });
    expect(named()).toEqual({ debaters: [], problems: [] });
  });

  it('is given up when the signal says so', async () => {
    const { performer } = answering({ debaters: two });
    await expect(proposeLineup(request, performer, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  it('comes from the script where it has one, else from the offline Chair', async () => {
    expect(await proposeLineup(request, lineupPerformer())).toHaveLength(2);
    const script = JSON.stringify({ lineup: { debaters: two } });
    expect((await proposeLineup(request, lineupPerformer(script))).map((debater) => debater.name)).toEqual([
      'ada',
      'bob',
    ]);
    expect(() => lineupPerformer('{')).toThrow('not JSON');
  });
});

describe('prepareOffline', () => {
  const evidenceIn = (files: Record<string, string>): Promise<EvidenceSet> =>
    gatherEvidence({ evidence: tempFolder(files), subject: [], output: tempFolder() });

  it('gives a performer that is ready', async () => {
    const offline = await prepareOffline(
      await evidenceIn({ 'a.md': 'The depot handled 1,007 parcels on the first day of the trial.\n' }),
    );
    expect(offline.provider).toBe('offline');
    await offline.ready('debater', new AbortController().signal);
  });

  it('refuses no evidence, and evidence that cannot be quoted, without speaking of flags', async () => {
    const none = await refusal(prepareOffline({ root: null, files: [], subject: [], leftOut: [] }));
    expect(none).toEqual({
      code: 'no_evidence',
      message: 'Offline, your documents speak, so there has to be evidence.',
    });
    const dumb = await refusal(prepareOffline(await evidenceIn({ 'a.csv': '1,2\n3,4\n' })));
    expect(dumb.code).toBe('evidence_unusable');
    expect(dumb.message).not.toContain('--');
  });
});

describe('runnability', () => {
  const stateOf = (data: Record<string, unknown>) => fold(numbered({ ...setup, data: { ...setupData, ...data } }));

  it('says whether this version runs a debate, and why not', () => {
    expect(runnability(stateOf({ provider: 'offline' }))).toMatchObject({ ok: true, provider: 'offline' });
    expect(runnability(stateOf({}))).toMatchObject({ ok: true, provider: 'scripted' });
    expect(runnability(stateOf({ provider: 'oracle' }))).toEqual({
      ok: false,
      code: 'provider',
      reason:
        'This version has no provider "oracle"; it has offline, scripted, host, anthropic, vscode, openai-compatible.',
    });
    expect(runnability(stateOf({ format: 'duel' }))).toMatchObject({ ok: false, code: 'format' });
    expect(runnability(fold([]))).toMatchObject({
      ok: false,
      code: 'not_runnable',
      reason: expect.stringContaining('no debate') as string,
    });
    expect(runnability(fold(numbered({ type: 'setup' })))).toMatchObject({
      ok: false,
      reason: expect.stringContaining('read and checked') as string,
    });
  });
});
