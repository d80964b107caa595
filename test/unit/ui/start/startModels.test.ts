import { describe, expect, it } from 'vitest';
import { mergedChoices, rememberedChoices } from '../../../../src/ui/start/choices';
import {
  modelsBySettings,
  type ChosenProvider,
  type ModelSettings,
  debaterModel,
  providersIn,
  referenceIn,
} from '../../../../src/ui/models/settingModels';
import { searchBy } from '../../../../src/ui/models/addresses';
import { settingTable } from '../../../../src/ui/kit/settingTable';
import { estimateWords, noticeWords, sendsWords } from '../../../../src/ui/start/reviewOf';
import { estimateOf, type EstimateRequest } from '../../../../src/session/plan/estimate';
import { lineupProblems } from '../../../../src/ui/start/lineupProblems';
import { startArgument } from '../../../../src/ui/start/startArgument';

const sonnet = 'anthropic:claude-sonnet-5-5';
const opus = 'anthropic:claude-opus-5-5';

/** Settings of which a few were set. */
function settings(
  set: Partial<
    Record<'anthropic.model' | 'anthropic.chairModel' | 'vscode.model' | 'openaiCompatible.model', string>
  > & { models?: Record<string, string> } = {},
): ModelSettings {
  const explicit: ModelSettings['explicit'] = (name) => set[name] as never;
  return { explicit, get: (name) => (set[name] ?? settingTable[name].default) as never };
}
const planned = (chosen: Partial<ChosenProvider>, set: Parameters<typeof settings>[0] = {}) =>
  modelsBySettings(settings(set), { provider: 'anthropic', model: '', ...chosen });

describe('who performs for whom', () => {
  it('is the provider’s model, and another one for the Chair', () => {
    const plan = planned({});
    expect(plan.models).toEqual({
      chair: opus,
      verifier: sonnet,
      audience: sonnet,
      reporter: sonnet,
      assessor: sonnet,
    });
    expect(plan.standard).toBe(sonnet);
    const own = planned({}, { 'anthropic.model': 'claude-haiku-5-5' });
    expect(own.models).toMatchObject({ chair: opus, verifier: 'anthropic:claude-haiku-5-5' });
    expect(planned({ model: 'claude-x' }, { 'anthropic.chairModel': 'claude-y' }).models).toMatchObject({
      chair: 'anthropic:claude-y',
      audience: 'anthropic:claude-x',
    });
  });

  it('is nobody’s model in an offline debate, whatever was chosen before', () => {
    const plan = planned({ provider: 'offline', model: 'left over' });
    expect(plan.standard).toBe('offline');
    expect(Object.values(plan.models).every((model) => model === 'offline')).toBe(true);
  });

  it('is what the user’s settings say for a role or a name, of any provider', () => {
    const models = {
      Chair: 'vscode:copilot/gpt-5.2',
      audience: 'human',
      conclusion: 'human',
      verifier: 'claude-haiku-5-5',
      Ada: 'openai-compatible:llama3:8b',
    };
    const plan = planned({}, { models });
    expect(plan.models).toEqual({
      Ada: 'openai-compatible:llama3:8b',
      chair: 'vscode:copilot/gpt-5.2',
      audience: 'human',
      conclusion: 'human',
      verifier: 'anthropic:claude-haiku-5-5',
      reporter: sonnet,
      assessor: sonnet,
    });
    expect(debaterModel({ name: 'ada' }, plan, 'anthropic')).toBe('openai-compatible:llama3:8b');
    expect(debaterModel({ name: 'bob', model: '' }, plan, 'anthropic')).toBe(sonnet);
    expect(debaterModel({ name: 'ada', model: 'claude-opus-5-5' }, plan, 'anthropic')).toBe(opus);
  });

  it('lets a workspace choose among models only where the user has set none', () => {
    const config = { reporter: 'claude-haiku-5-5', chair: 'openai-compatible:elsewhere' };
    expect(planned({ config }).standard).toBe('anthropic:claude-haiku-5-5');
    expect(planned({ config }).models['chair']).toBe(opus);
    expect(planned({ config }, { 'anthropic.model': 'claude-sonnet-5-5' }).standard).toBe(sonnet);
  });

  it('is the model that was picked, or the one that is set, of the editor and of a server', () => {
    expect(planned({ provider: 'vscode', model: 'copilot/a' }, { 'vscode.model': 'copilot/b' }).standard).toBe(
      'vscode:copilot/a',
    );
    expect(planned({ provider: 'vscode' }, { 'vscode.model': 'copilot/b' }).standard).toBe('vscode:copilot/b');
    expect(planned({ provider: 'openai-compatible' }, { 'openaiCompatible.model': 'llama3:8b' }).standard).toBe(
      'openai-compatible:llama3:8b',
    );
    for (const provider of ['vscode', 'openai-compatible'] as const)
      expect(() => planned({ provider, model: ' ' })).toThrow(/No model is chosen/);
  });

  it('is refused with the setting that names no model', () => {
    for (const wrong of ['', 'scripted', 'anthropic: '])
      expect(() => planned({}, { models: { verifier: wrong } }), wrong).toThrow(/rostrum\.models cannot be used/);
  });

  it('keeps bare names of models out of offline debates, and whole references in', () => {
    const plan = planned({ provider: 'offline' });
    expect(debaterModel({ name: 'ada', model: 'sonnet' }, plan, 'offline')).toBe('offline');
    expect(debaterModel({ name: 'ada', model: sonnet }, plan, 'offline')).toBe(sonnet);
    const models = { chair: 'claude-opus-5-5', Ada: 'llama3', verifier: 'haiku', audience: 'human', judge: opus };
    expect(planned({ provider: 'offline' }, { models }).models).toEqual({ audience: 'human', judge: opus });
    expect(planned({}, { models }).models).toMatchObject({ chair: opus, Ada: 'anthropic:llama3' });
    expect(() => planned({ provider: 'offline' }, { models: { chair: 'scripted' } })).toThrow(/rostrum\.models cannot/);
  });

  it('names each provider once', () => {
    expect(providersIn([sonnet, 'human', opus, 'offline', 'vscode:copilot/x'])).toEqual(['anthropic', 'vscode']);
    expect(referenceIn('claude-x', 'offline')).toBeUndefined();
  });
});

describe('the search service', () => {
  const by = (
    service: 'automatic' | 'none' | 'brave' | 'searxng' | 'tavily',
    { baseUrl = '', keys = [] as string[] } = {},
  ) => searchBy({ service, baseUrl }, (owner) => Promise.resolve(keys.includes(owner)));

  it('is the one that is set, else the first that is set up', async () => {
    expect(await by('none', { baseUrl: 'http://localhost:8080', keys: ['brave'] })).toEqual({ service: 'none' });
    expect(await by('brave')).toEqual({ service: 'brave' });
    expect(await by('searxng', { baseUrl: 'http://localhost:8080/' })).toEqual({
      service: 'searxng',
      url: 'http://localhost:8080',
    });
    expect(await by('automatic', { baseUrl: 'http://localhost:8080', keys: ['brave'] })).toMatchObject({
      service: 'searxng',
    });
    expect(await by('automatic', { keys: ['tavily', 'brave'] })).toEqual({ service: 'brave' });
    expect(await by('automatic', { keys: ['tavily'] })).toEqual({ service: 'tavily' });
    expect(await by('automatic')).toEqual({ service: 'none' });
  });

  it('says which setting its address lacks', async () => {
    await expect(by('searxng')).rejects.toThrow(/rostrum\.search\.baseUrl is empty/);
    await expect(by('searxng', { baseUrl: 'nonsense' })).rejects.toThrow(/rostrum\.search\.baseUrl cannot be used/);
  });
});

describe('what a debate may cost', () => {
  const debaters = [
    { name: 'ada', model: sonnet },
    { name: 'bob', model: sonnet },
  ];
  const limits = { min_rounds: 1, max_rounds: 2 };

  it('is said with its basis, in tokens where no price is known, and not at all offline', () => {
    const said = (request: EstimateRequest) => {
      const estimate = estimateOf(request);
      return estimate && estimateWords(estimate);
    };
    const models = planned({}).models;
    expect(said({ debaters, limits, provider: 'anthropic', models })?.text).toMatch(
      /^Estimated cost: \$[\d.]+ to \$[\d.]+ \(\d+k to \d+k tokens\)$/,
    );
    const mixed = { ...models, chair: 'anthropic:claude-unknown-9' };
    expect(said({ debaters, limits, provider: 'anthropic', models: mixed })?.text).toMatch(
      /^Estimated cost: .* tokens\)\. Not included, because the price is unknown: anthropic:claude-unknown-9$/,
    );
    const own = [
      { name: 'ada', model: 'vscode:copilot/a' },
      { name: 'bob', model: 'vscode:copilot/a' },
    ];
    const roles = planned({ provider: 'vscode', model: 'copilot/a' }).models;
    const told = said({ debaters: own, limits, provider: 'vscode', models: roles });
    expect(told?.text).toMatch(/no price is known$/);
    expect(told?.basis[0]).toMatch(/^vscode:copilot\/a reports no usage/);
    expect(
      said({
        debaters: [{ name: 'ada', model: 'offline' }],
        limits,
        provider: 'offline',
        models: planned({ provider: 'offline' }).models,
      }),
    ).toBeUndefined();
  });
});

describe('a lineup', () => {
  const debater = (model: string) => ({
    name: `d-${model.length}`,
    persona: 'p',
    starting_position: 's',
    incentives: 'i',
    model,
  });

  it('takes references, and in a debate of models their bare names', () => {
    const lineup = [debater(sonnet), debater('human')];
    expect(lineupProblems(lineup)).toEqual([]);
    const bare = [debater('claude-x'), debater('human')];
    expect(lineupProblems(bare, 'anthropic')).toEqual([]);
    expect(lineupProblems(bare).map(({ field }) => field)).toEqual(['debaters.0.model']);
    expect(lineupProblems([debater('vscode:gpt'), debater('human')], 'anthropic').map(({ field }) => field)).toEqual([
      'debaters.0.model',
    ]);
  });
});

describe('what leaves this machine', () => {
  const endpoints = { anthropic: 'https://api.anthropic.com', 'openai-compatible': 'http://localhost:11434' };

  it('is said for each place, and for the web', () => {
    const lines = sendsWords({
      references: [sonnet, opus, 'openai-compatible:llama3:8b', 'human'],
      endpoints,
      isWebRead: true,
      isSearched: true,
      hasFiles: true,
    }).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('https://api.anthropic.com (claude-sonnet-5-5, claude-opus-5-5)');
    expect(lines[1]).toContain('http://localhost:11434 (llama3:8b)');
    expect(lines[2]).toContain('search services');
    const editor = { references: ['vscode:copilot/gpt'], endpoints, isWebRead: false, isSearched: true };
    expect(sendsWords({ ...editor, hasFiles: true })).toMatch(
      /^To the editor, .*copilot\/gpt[^\n]* these files [^\n]*$/,
    );
    expect(sendsWords({ ...editor, hasFiles: false })).toMatch(/^To the editor, .* lineup and the debate so far\.$/);
    // Nothing is searched for where the setting says so.
    const unsearched = sendsWords({ ...editor, isWebRead: true, isSearched: false, hasFiles: false });
    expect(unsearched).toMatch(/web sites: the addresses/);
    expect(unsearched).not.toMatch(/search/);
  });

  it('is nothing offline', () => {
    const web = { isWebRead: true, isSearched: true };
    expect(sendsWords({ references: ['offline', 'human'], endpoints, ...web, hasFiles: true })).toMatch(
      /^Nothing leaves this machine/,
    );
    expect(noticeWords({ references: ['offline'], endpoints, isArguing: false })).toMatch(
      /^Offline, your documents speak/,
    );
    expect(noticeWords({ references: ['human'], endpoints, isArguing: false, isFixed: true })).toBe(
      'No language model is used.',
    );
    expect(noticeWords({ references: [sonnet], endpoints, isArguing: true })).toBe(
      'Language models argue: claude-sonnet-5-5 (https://api.anthropic.com).',
    );
    expect(noticeWords({ references: [sonnet], endpoints, isArguing: false })).toMatch(/do not debate: claude/);
  });
});

describe('the provider that was chosen', () => {
  it('comes back with its model, and without another one’s', () => {
    const before = { topic: 't', provider: 'vscode', model: 'copilot/gpt' } as const;
    expect(rememberedChoices(JSON.parse(JSON.stringify(before)))).toEqual(before);
    expect(mergedChoices(before, { format: 'panel' })).toEqual({ ...before, format: 'panel' });
    expect(mergedChoices(before, { provider: 'vscode', model: 'copilot/other' })).toEqual({
      ...before,
      model: 'copilot/other',
    });
    expect(mergedChoices(before, { provider: 'anthropic' })).toEqual({ topic: 't', provider: 'anthropic' });
    expect(mergedChoices(before, { provider: 'offline' })).toEqual({ topic: 't', provider: 'offline' });
  });

  it('may be named by a program', () => {
    const named = startArgument({ topic: 'T', evidence: '/e', provider: 'vscode', model: 'copilot/gpt' });
    expect(named).toMatchObject({ isWhole: true, choices: { provider: 'vscode', model: 'copilot/gpt' } });
    expect(startArgument({ topic: 'T', provider: 'somebody' })).toBeUndefined();
  });
});
