import { afterEach, describe, expect, it } from 'vitest';
import { estimateOf, type EstimateRequest } from '../../../../src/session/plan/estimate';
import { planNoticeWords } from '../../../../src/projections/planNotice';
import { english } from '../../../../src/projections/vocabulary';
import { changeModels } from '../../../../src/session/run/interventions';
import { aboutModels, noticesNow, windowNotices, type Windows } from '../../../../src/session/plan/windows';
import { startChatServer, type ChatServer } from '../../../support/chatServer/chatServer';
import { withLog } from '../../../support/logs';
import { accessTo, modelFolder, openAiAt } from '../../../support/modelDebate';

const local = 'openai-compatible:small';
const roles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'];

const panel = (rounds: number, more: Partial<EstimateRequest> = {}): EstimateRequest => ({
  provider: 'openai-compatible',
  debaters: ['ada', 'bob', 'cy'].map((name) => ({ name, model: local })),
  models: Object.fromEntries(roles.map((role) => [role, local])),
  limits: { min_rounds: rounds, max_rounds: rounds },
  ...more,
});

const words = (request: EstimateRequest, windows: Windows): string[] =>
  windowNotices(request, windows).map((notice) => planNoticeWords(english, notice));

describe('what does not fit into small windows', () => {
  it('names the rounds that leave room for what needs the whole record, and who reads summaries from when', () => {
    const [whole = '', summaries = '', ...none] = words(panel(5), { [local]: 16_000 });
    expect(none).toEqual([]);
    expect(whole).toMatch(
      /^openai-compatible:small takes 16,000 tokens\. What Chair has to read whole \(conclusion\) fits after (one round|[2-4] rounds); after more the debate pauses there\. Hold (one round|[2-4] rounds at most), or choose a model with a larger window for Chair\.$/,
    );
    expect(summaries).toMatch(
      /^openai-compatible:small takes 16,000 tokens: ada, bob, cy, Assessor, .*will read earlier turns as summaries, from here on: round [2-5]\.$/,
    );
  });

  it('says what cannot be done at all, and that no number of rounds helps', () => {
    const eight = { debaters: 'abcdefgh'.split('').map((name) => ({ name, model: local })) };
    const [never = ''] = words(panel(3, eight), { [local]: 12_000 });
    expect(never).toMatch(/What .*Audience.* has to read \(.*round 1.*\) does not fit, however few rounds are held/);
    expect(never).toContain('seat fewer debaters');
    const at16 = windowNotices(panel(3, eight), { [local]: 16_000 });
    expect(at16.map(({ code }) => code)).toContain('impossible');
    // Nobody is told to hold fewer rounds where that does not help.
    expect(words(panel(1, eight), { [local]: 12_000 }).join(' ')).not.toMatch(/Hold |no round/);
    // For the crux alone nobody needs a larger window.
    expect(words(panel(3, { options: { crux: true } }), { [local]: 200_000 })).toEqual([]);
  });

  it('leaves room for more rounds the larger the window is, and says nothing where all fits', () => {
    const rounds = (window: number): number => {
      const found = windowNotices(panel(8), { [local]: window }).find(({ code }) => code === 'rounds');
      return found?.code === 'rounds' ? found.rounds : 0;
    };
    expect(rounds(16_000)).toBeGreaterThan(0);
    expect(rounds(16_000)).toBeLessThan(rounds(24_000));
    expect(words(panel(8), { [local]: 200_000 })).toEqual([]);
    expect(words(panel(8), {})).toEqual([]);
  });

  it('comes to an end, as the estimate does, whatever number of rounds is named, and says how many are counted', () => {
    const request = panel(Number.MAX_SAFE_INTEGER, { limits: { min_rounds: 1, max_rounds: Number.MAX_SAFE_INTEGER } });
    expect(words(request, { [local]: 16_000 }).join()).toContain('fits after one round');
    expect(estimateOf(request)?.basis).toContain('no more than 200 rounds are counted');
    expect(estimateOf(panel(200))?.basis.join(' ')).not.toContain('are counted');
  });

  it('says of each model what is its own', () => {
    const large = { chair: 'anthropic:claude-opus-5-5' };
    const lines = words(panel(6, { models: { ...panel(6).models, ...large } }), { [local]: 16_000 });
    expect(lines.join()).toContain('will read earlier turns as summaries');
    expect(lines.join()).not.toContain('Chair');
  });

  it('refuses beforehand what no debate fits into', () => {
    expect(words(panel(1), { [local]: 4_096 })).toEqual([
      'openai-compatible:small takes 4,096 tokens; a debate needs at least 12,000. Choose a model with a larger window.',
    ]);
  });

  it('knows the other formats', () => {
    const of = (format: string, options: object, seats: string[]) =>
      words(
        {
          provider: 'openai-compatible',
          format,
          options: { ...options },
          debaters: seats.map((name) => ({ name, model: local })),
          models: { judge: local, verifier: local, reporter: local },
          limits: { min_rounds: 1, max_rounds: 10 },
        },
        { [local]: 16_000 },
      ).join('\n');
    expect(of('tribunal', { rounds: 8 }, ['advocate', 'critic'])).toMatch(/What Judge has to read whole \(.*ruling\)/);
    expect(of('dialectic', { exchanges: 12 }, ['proposition', 'opposition'])).toMatch(
      /summaries, from here on: exchange \d+/,
    );
  });
});

describe('windows that servers tell', () => {
  let server: ChatServer | undefined;
  afterEach(async () => await server?.close());
  const asked = async (references: string[]) => {
    if (server === undefined) throw new Error('No server was started.');
    return (await aboutModels(references, accessTo(openAiAt(server.baseUrl)))).windows;
  };
  const silent = (): never => {
    throw new Error('Nobody asks the model itself.');
  };

  it('are read of llama.cpp, LM Studio and a loaded model of Ollama without asking the model', async () => {
    server = await startChatServer({
      profile: 'llamacpp',
      answer: silent,
      models: [{ id: 'small', native: { default_generation_settings: { n_ctx: 16_384 } } }],
    });
    expect(await asked([local, local, 'human', 'anthropic:claude-opus-5-5'])).toEqual({ [local]: 16_384 });
    expect(server.requests).toHaveLength(0);
    await server.close();
    server = await startChatServer({
      profile: 'lmstudio',
      answer: silent,
      models: [{ id: 'small', native: { loaded_context_length: 8_192, max_context_length: 131_072 } }],
    });
    expect(await asked([local])).toEqual({ [local]: 8_192 });
  });

  it('are told before the start with the size of each model, once its server was chosen', async () => {
    const native = { max_context_length: 131_072, quantization: 'Q4_K_M' };
    server = await startChatServer({ profile: 'lmstudio', answer: silent, models: [{ id: 'small', native }] });
    expect((await aboutModels([local, 'human'], accessTo(openAiAt(server.baseUrl)))).about).toEqual({
      [local]: 'Q4_K_M, could read 131,072 tokens',
    });
  });

  it('say of a debate under way what does not fit into the models that sit there now', async () => {
    const native = { loaded_context_length: 8_192 };
    server = await startChatServer({ profile: 'lmstudio', answer: silent, models: [{ id: 'small', native }] });
    const folder = await modelFolder({ names: ['ada', 'bob'], provider: 'anthropic' });
    const access = accessTo(openAiAt(server.baseUrl));
    await withLog(folder, async (log) => {
      expect(await noticesNow(log.state, access)).toEqual([]);
      await changeModels(log, { bob: local });
      expect(await noticesNow(log.state, access)).toEqual([
        { code: 'too_small', model: local, window: 8_192, least: 12_000 },
      ]);
    });
  });

  it('are not known where only the most is told, or nobody is there', async () => {
    server = await startChatServer({ profile: 'ollama', answer: silent, models: [{ id: 'small' }] });
    expect(await asked([local])).toEqual({});
    const gone = openAiAt('http://127.0.0.1:9/v1');
    expect(await aboutModels([local], accessTo(gone))).toEqual({ windows: {}, about: {} });
  });
});
