import { describe, expect, it } from 'vitest';
import { noticeOf, noticeOfRole } from '../../../src/reports/facts';
import { metadata } from '../../../src/reports/writeDocuments';
import { createDebate } from '../../../src/session/plan/createDebate';
import { gatherEvidence } from '../../../src/session/plan/evidenceSet';
import { ReportRecord } from '../../support/reportRecord';
import { lineup, readEntries } from '../../support/scriptedDebate';
import { tempFolder } from '../../support/tempFolder';

const seats = (model: string) =>
  Object.fromEntries(['chair', 'verifier', 'audience', 'reporter', 'assessor'].map((role) => [role, model]));
const debaters = (...models: string[]) =>
  models.map((model, at) => ({
    name: ['ada', 'bob'][at],
    persona: 'p',
    starting_position: 's',
    incentives: 'i',
    model,
  }));

/** The view of a debate that began like this, and in which seats were changed since. */
async function viewOf(setup: Record<string, unknown>, changed?: Record<string, string>) {
  const record = new ReportRecord();
  record.setup(setup);
  if (changed !== undefined)
    record.add({
      speaker: 'user',
      type: 'intervention',
      content: 'Other models.',
      data: { change: { models: changed } },
    });
  return (await record.open()).view;
}

const offline = { provider: 'offline', models: seats('offline') };
const anthropic = { provider: 'anthropic', models: seats('anthropic:opus') };

describe('whether a language model was used', () => {
  it('is denied only where none was', async () => {
    const words = 'quotations dealt from the evidence; what they speak for was not judged; no language model was used';
    expect(noticeOf((await viewOf({ ...offline, debaters: debaters('offline', 'whatever') })).state)).toBe(
      `offline: ${words}`,
    );
    const mixed = await viewOf({ ...offline, debaters: debaters('offline', 'anthropic:haiku') });
    expect(noticeOf(mixed.state)).toBe(`offline (chair, verifier, audience, reporter, assessor, ada): ${words}`);
    expect(
      noticeOf((await viewOf({ ...anthropic, debaters: debaters('anthropic:opus', 'haiku') })).state),
    ).toBeUndefined();
  });

  it('is denied without dealt quotations where a seat stays empty', async () => {
    const words = 'made from the record, nothing was judged; no language model was used';
    const people = { ...offline, record_version: 3, debaters: debaters('human', 'human') };
    const { state } = await viewOf(people);
    expect(noticeOf(state)).toBe(
      `offline (chair, verifier, audience, reporter, assessor): ${words}; human (ada, bob): a person has the seat, no language model`,
    );
    expect(noticeOfRole(state, 'reporter')).toBe(`offline: ${words}`);
  });

  it('is told of seats that were changed on the way, and of people', async () => {
    const { state } = await viewOf(
      { ...anthropic, debaters: debaters('anthropic:opus', 'human') },
      { ada: 'offline', conclusion: 'human' },
    );
    expect(noticeOf(state)).toBe(
      'offline (ada): quotations dealt from the evidence; what they speak for was not judged; no language model was used; human (bob, conclusion): a person has the seat, no language model',
    );
    expect(noticeOfRole(state, 'reporter')).toBeUndefined();
  });

  it('stands in metadata.json as it is now', async () => {
    const view = await viewOf(
      { ...anthropic, debaters: debaters('anthropic:opus', 'human') },
      { bob: 'anthropic:haiku', conclusion: 'human' },
    );
    const { agents } = JSON.parse(metadata(view)) as { agents: unknown };
    expect(agents).toMatchObject({
      chair: 'anthropic:opus',
      conclusion: 'human',
      debaters: [{ model: 'anthropic:opus' }, { model: 'anthropic:haiku' }],
    });
  });

  it('is said so at the setup', async () => {
    const [parent, evidence] = [tempFolder(), tempFolder({ 'a.md': 'One line.\n' })];
    const folder = await createDebate({
      topic: 'Who speaks?',
      provider: 'offline',
      parent,
      now: () => new Date(),
      evidence: await gatherEvidence({ evidence, subject: [], output: parent }),
      debaters: lineup(2).map((debater, at) => ({
        ...debater,
        ...(at === 0 ? { model: 'offline', document: 'a.md' } : { model: 'anthropic:claude-haiku-5-5' }),
      })),
      limits: { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: null },
    });
    const [setup] = await readEntries(folder);
    expect(setup?.content).toContain(
      'not weighed; but for the seats named here no language model was used. Seats: bob anthropic:claude-haiku-5-5.',
    );
  });
});
