import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createOutput } from '../../../src/cli/output';
import { run } from '../../../src/cli/run';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { changeModels } from '../../../src/session/run/interventions';
import { planModels, seatReference } from '../../../src/session/plan/modelPlan';
import { debaterModel } from '../../../src/ui/models/settingModels';
import { lineupProblems } from '../../../src/ui/start/lineupProblems';
import { withLog } from '../../support/logs';
import { lineup, readEntries } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

const opus = 'anthropic:claude-opus-5-5';
const haiku = 'anthropic:claude-haiku-5-5';

/** Debaters as a lineup file of the ancestors gives them. */
const given = (...models: string[]) =>
  lineup(models.length).map((debater, at) => ({ ...debater, model: models[at] ?? '' }));

describe('the short names of models', () => {
  it.each([
    ['opus', 'anthropic', opus],
    [' anthropic:haiku ', 'anthropic', haiku],
    ['anthropic:opus', 'openai-compatible', opus],
    ['sonnet', 'openai-compatible', 'openai-compatible:sonnet'],
    ['claude-opus-5-5', 'anthropic', opus],
    ['toString', 'anthropic', 'anthropic:toString'],
    ['human', 'anthropic', 'human'],
    ['scripted', 'anthropic', undefined],
    ['opus', undefined, undefined],
  ] as const)('%s, where %s is standard, is %s', (text, standard, reference) => {
    expect(seatReference(text, standard)).toBe(reference);
  });

  it('mean the same in flags, settings and configuration files', () => {
    const plan = planModels({
      provider: 'anthropic',
      models: { chair: 'opus', ada: 'haiku' },
      config: { verifier: 'haiku' },
    });
    expect(plan.models).toMatchObject({ chair: opus, ada: haiku, verifier: haiku });
  });

  it('of debaters in a lineup are models in the editor', () => {
    const plan = planModels({ provider: 'anthropic' });
    expect(given('opus', 'haiku', '').map((debater) => debaterModel(debater, plan, 'anthropic'))).toEqual([
      opus,
      haiku,
      plan.standard,
    ]);
    // An offline debate takes no bare names.
    expect(debaterModel({ name: 'ada', model: 'opus' }, planModels({ provider: 'offline' }), 'offline')).toBe(
      'offline',
    );
    expect(lineupProblems(given('opus', 'haiku'), 'anthropic')).toEqual([]);
  });

  it('never reach the record, neither at the start nor by a change', async () => {
    const [parent, evidence] = [tempFolder(), tempFolder({ 'a.md': 'One line.\n' })];
    const folder = await createDebate({
      topic: 'Which model?',
      provider: 'anthropic',
      parent,
      now: () => new Date(),
      evidence: await gatherEvidence({ evidence, subject: [], output: parent }),
      debaters: given('opus', 'haiku'),
      models: { chair: 'opus' },
      limits: { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: null },
    });
    await withLog(folder, (log) => changeModels(log, { reporter: 'haiku' }));
    const [setup, change] = await readEntries(folder);
    expect(setup?.data).toMatchObject({ debaters: [{ model: opus }, { model: haiku }], models: { chair: opus } });
    expect(change?.data).toMatchObject({ change: { models: { reporter: haiku } } });
  });

  it('of debaters in a lineup file are models on the command line, where a flag wins', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', '');
    const told = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const warned = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      for (const spy of [told, warned]) spy.mockRestore();
    });
    const files = tempFolder({
      'a.md': 'One line.\n',
      'lineup/lineup.json': JSON.stringify(given('opus', 'haiku', '')),
    });
    const out = join(tempFolder(), 'out');
    const args = [
      '--topic',
      'Which model?',
      '--provider',
      'anthropic',
      '--models',
      'bob=sonnet',
      '--lineup',
      join(files, 'lineup', 'lineup.json'),
    ];
    // Without a key it rests before the first turn: the setup is written by then.
    const code = await run([...args, '--evidence', join(files, 'a.md'), '--out', out, '--yes'], (json, quiet = false) =>
      createOutput({ json, quiet }),
    );
    expect(code).toBe(3);
    const [setup] = await readEntries(join(out, readdirSync(out)[0] ?? ''));
    expect(setup?.data).toMatchObject({
      debaters: [{ model: opus }, { model: 'anthropic:claude-sonnet-5-5' }, { model: 'anthropic:claude-sonnet-5-5' }],
    });
    expect(JSON.stringify(setup)).not.toMatch(/anthropic:(?:opus|haiku|sonnet)"/);
  });
});
