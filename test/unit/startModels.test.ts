import { describe, expect, it } from 'vitest';
import { mergedChoices, rememberedChoices } from '../../src/ui/start/choices';
import { debaterModel, providersIn, referenceIn, roleModels } from '../../src/ui/models/roleModels';
import { lineupProblems } from '../../src/ui/start/lineupProblems';
import { noticeWords, sendsWords } from '../../src/ui/start/sendsWords';
import { startArgument } from '../../src/ui/start/startArgument';

const sonnet = 'anthropic:claude-sonnet-5-5';
const opus = 'anthropic:claude-opus-5-5';
const anthropic = { provider: 'anthropic', model: 'claude-sonnet-5-5', chairModel: 'claude-opus-5-5', own: {} } as const;

describe('who performs for whom', () => {
  it('is the provider’s model, and another one for the Chair', () => {
    const { roles, debater } = roleModels(anthropic);
    expect(roles).toEqual({ chair: opus, verifier: sonnet, audience: sonnet, reporter: sonnet, assessor: sonnet });
    expect(debater).toBe(sonnet);
  });

  it('is nobody’s model in an offline debate', () => {
    const { roles, debater } = roleModels({ provider: 'offline', model: 'left over', own: {} });
    expect(new Set([...Object.values(roles), debater])).toEqual(new Set(['offline']));
  });

  it('is what the user’s settings say for a role or a name, of any provider', () => {
    const own = { Chair: 'vscode:copilot/gpt-5.2', audience: 'human', conclusion: 'human', verifier: 'claude-haiku-5-5', Ada: 'openai-compatible:llama3:8b' };
    const models = roleModels({ ...anthropic, own });
    expect(models.roles).toMatchObject({ chair: 'vscode:copilot/gpt-5.2', audience: 'human', conclusion: 'human', verifier: 'anthropic:claude-haiku-5-5', reporter: sonnet });
    expect(debaterModel({ name: 'ada' }, models, 'anthropic')).toBe('openai-compatible:llama3:8b');
    expect(debaterModel({ name: 'bob', model: '' }, models, 'anthropic')).toBe(sonnet);
    expect(debaterModel({ name: 'ada', model: 'claude-opus-5-5' }, models, 'anthropic')).toBe(opus);
  });

  it('is refused with the entry that is no model', () => {
    for (const wrong of ['', 'vscode:', 'vscode:gpt-5', 'scripted', 'anthropic: ']) {
      expect(() => roleModels({ ...anthropic, own: { verifier: wrong } }), wrong).toThrow(/rostrum\.models names .* for verifier/);
    }
    expect(() => roleModels({ provider: 'vscode', model: ' ', own: {} })).toThrow(/No model is chosen/);
  });

  it('keeps bare names of models out of offline debates, and whole references in', () => {
    const models = roleModels({ provider: 'offline', model: '', own: {} });
    expect(debaterModel({ name: 'ada', model: 'sonnet' }, models, 'offline')).toBe('offline');
    expect(debaterModel({ name: 'ada', model: sonnet }, models, 'offline')).toBe(sonnet);
  });

  it('names each provider once', () => {
    expect(providersIn([sonnet, 'human', opus, 'offline', 'vscode:copilot/x'])).toEqual(['anthropic', 'vscode']);
    expect(referenceIn('claude-x', 'offline')).toBeUndefined();
  });
});

describe('a lineup', () => {
  const debater = (model: string) => ({ name: `d-${model.length}`, persona: 'p', starting_position: 's', incentives: 'i', model });

  it('takes references, and in a debate of models their bare names', () => {
    const lineup = [debater(sonnet), debater('human')];
    expect(lineupProblems(lineup)).toEqual([]);
    const bare = [debater('claude-x'), debater('human')];
    expect(lineupProblems(bare, 'anthropic')).toEqual([]);
    expect(lineupProblems(bare).map(({ field }) => field)).toEqual(['debaters.0.model']);
    expect(lineupProblems([debater('vscode:gpt'), debater('human')], 'anthropic').map(({ field }) => field)).toEqual(['debaters.0.model']);
  });
});

describe('what leaves this machine', () => {
  const endpoints = { anthropic: 'https://api.anthropic.com', 'openai-compatible': 'http://localhost:11434' };

  it('is said for each place, and for the web', () => {
    const lines = sendsWords({ references: [sonnet, opus, 'openai-compatible:llama3:8b', 'human'], endpoints, isWebRead: true }).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('https://api.anthropic.com (claude-sonnet-5-5, claude-opus-5-5)');
    expect(lines[1]).toContain('http://localhost:11434 (llama3:8b)');
    expect(lines[2]).toContain('search services');
    expect(sendsWords({ references: ['vscode:copilot/gpt'], endpoints, isWebRead: false })).toMatch(/^To the editor, .*copilot\/gpt[^\n]*$/);
  });

  it('is nothing offline', () => {
    expect(sendsWords({ references: ['offline', 'human'], endpoints, isWebRead: true })).toMatch(/nothing leaves this machine/);
    expect(noticeWords({ references: ['offline'], endpoints })).toMatch(/^Offline:/);
    expect(noticeWords({ references: [sonnet], endpoints })).toBe('Language models argue: claude-sonnet-5-5 (https://api.anthropic.com).');
  });
});

describe('the provider that was chosen', () => {
  it('comes back with its model, and without another one’s', () => {
    const before = { topic: 't', provider: 'vscode', model: 'copilot/gpt' } as const;
    expect(rememberedChoices(JSON.parse(JSON.stringify(before)))).toEqual(before);
    expect(mergedChoices(before, { format: 'panel' })).toEqual({ ...before, format: 'panel' });
    expect(mergedChoices(before, { provider: 'vscode', model: 'copilot/other' })).toEqual({ ...before, model: 'copilot/other' });
    expect(mergedChoices(before, { provider: 'anthropic' })).toEqual({ topic: 't', provider: 'anthropic' });
    expect(mergedChoices(before, { provider: 'offline' })).toEqual({ topic: 't', provider: 'offline' });
  });

  it('may be named by a program', () => {
    const named = startArgument({ topic: 'T', evidence: '/e', provider: 'vscode', model: 'copilot/gpt' });
    expect(named).toMatchObject({ isWhole: true, choices: { provider: 'vscode', model: 'copilot/gpt' } });
    expect(startArgument({ topic: 'T', provider: 'somebody' })).toBeUndefined();
  });
});
