import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { serialiseEntry } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { outcomeOf } from '../../../src/debate/formats/tribunal/judgeTexts';
import { areDebatersExtractive, isExtractive } from '../../../src/debate/flow/seats';
import { StateAccumulator } from '../../../src/debate/fold/state';
import { exportDebate } from '../../../src/reports/export/exportDebate';
import { statusLines } from '../../../src/cli/status';
import { statusOf } from '../../../src/session/library/status';
import { outcomeIn } from '../../../src/projections/outcome';
import { sourceTally } from '../../../src/projections/sources';
import { english } from '../../../src/projections/vocabulary';
import { outcomeWords } from '../../../src/projections/words';
import { lintText } from '../../support/lintLog';
import { fullScript, readEntries, scriptedFolder } from '../../support/scriptedDebate';
import { runTribunal } from '../../support/tribunalRun';
import { rulingAnswer, tribunalFolder, tribunalScript, verdicts } from '../../support/tribunalScript';
import { withLog } from '../../support/logs';

/** Debates that end undecided because nobody weighed: from the gate to the documents. */

const names = ['ada', 'bob'];
const open = { outcome: 'undecided', reason: 'Nobody weighed what was said and quoted.' };

/** Nobody sits there. */
const empty = { chair: 'offline', audience: 'offline', assessor: 'offline' };

const panelOf = async (more: Script = {}, seats: Readonly<Record<string, string>> = empty): Promise<string> =>
  await scriptedFolder({
    script: { ...fullScript({ names, rounds: 1 }), ...more },
    names,
    rounds: { min: 1, max: 1 },
    seats,
  });

const logOf = (entries: readonly Entry[]): string => entries.map((entry) => `${serialiseEntry(entry)}\n`).join('');
const ofType = (entries: readonly Entry[], type: string): Entry[] => entries.filter((entry) => entry.type === type);
const document = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

function seats(models: Record<string, string>, setup: Record<string, unknown>) {
  const state = new StateAccumulator();
  state.setup = { ...setup } as NonNullable<typeof state.setup>;
  for (const [agent, model] of Object.entries(models)) state.models.set(agent, model);
  state.debaters = names.map((name) => ({ name, persona: '', starting_position: '', incentives: '', model: '' }));
  return state;
}

describe('who is performed extractively', () => {
  it('is told seat by seat, from provider, model and fallback', () => {
    const offline = seats(
      { chair: 'offline', ada: 'anything', bob: 'offline', audience: 'human', reporter: 'anthropic:x' },
      { provider: 'offline' },
    );
    expect(['chair', 'ada', 'bob', 'assessor'].map((agent) => isExtractive(offline, agent))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['audience', 'reporter'].map((agent) => isExtractive(offline, agent))).toEqual([false, false]);
    expect(areDebatersExtractive(offline)).toBe(true);
    const models = seats({ chair: 'anthropic:big', ada: 'offline', conclusion: 'offline' }, { provider: 'anthropic' });
    expect(isExtractive(models, 'chair')).toBe(false);
    expect(isExtractive(models, 'chair', 'chair/conclude')).toBe(true);
    expect(isExtractive(models, 'ada')).toBe(true);
    expect(areDebatersExtractive(models)).toBe(false);
    const script = { provider: 'scripted' };
    expect(isExtractive(seats({ chair: 'scripted' }, script), 'chair')).toBe(false);
    expect(isExtractive(seats({ chair: 'scripted' }, { ...script, fallback: 'offline' }), 'chair')).toBe(true);
    expect(isExtractive(seats({ chair: 'human' }, { ...script, fallback: 'offline' }), 'chair')).toBe(false);
    expect(isExtractive(seats({ chair: 'imported' }, { provider: 'imported' }), 'chair')).toBe(false);
    expect(areDebatersExtractive(new StateAccumulator())).toBe(false);
  });
});

describe('a panel that nobody weighed', () => {
  it('is done: outcome, why, no evaluations, no blog post, and no step of an empty seat', async () => {
    const folder = await panelOf();
    const errors: string[] = [];
    await runTribunal(folder, { onEvent: (event) => event.kind === 'error' && errors.push(event.message) });
    const entries = await readEntries(folder);
    const [conclusion] = ofType(entries, 'conclusion');
    expect(conclusion?.content).toBe(`Debate concluded. Outcome: undecided. Reason: ${open.reason}`);
    expect(conclusion?.data).toMatchObject({ outcome: 'undecided', undecided: { why: 'nobody_weighed' } });
    expect(conclusion?.data).not.toHaveProperty('evaluations');
    expect(ofType(entries, 'audience_conclusion')).toEqual([]);
    const absent = entries.filter(({ type, content }) => type === 'note' && content.includes(' is absent: '));
    expect(absent.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^blog-post\.md is absent: nobody weighed/),
    ]);
    const steps = new Set(entries.map(({ data }) => (data?.['step'] as { id: string }).id));
    for (const id of ['r1/audience', 'unresolved', 'audience-conclusion', 'documents/review', 'assessor-report'])
      expect(steps.has(id), id).toBe(false);
    // What nobody could honestly give has not failed.
    expect(errors).toEqual([]);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['summary.md', 'transcript.md', 'metadata.json', 'verifier-report.md']),
    );
    expect(readdirSync(folder)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:blog-post|assessor-report)\.md$/)]),
    );
    expect(await lintText(logOf(entries))).toEqual([]);
    await withLog(folder, async (log) => {
      const found = await statusOf(log);
      expect(found).toMatchObject({ status: 'done', phase: 'done', outcome: 'undecided', next: [] });
      expect(statusLines(found, sourceTally(log.view))).toContain('Outcome: Undecided (nobody weighed it)');
      expect(await exportDebate(log, 'html')).toContain('Outcome: Undecided (nobody weighed it)');
    });
    expect(document(folder, 'summary.md')).toContain('**Outcome:** Undecided (nobody weighed it)');
    expect(document(folder, 'transcript.md')).toContain('| Outcome | Undecided (nobody weighed it) |');
    expect(JSON.parse(document(folder, 'metadata.json'))).toMatchObject({
      outcome: 'undecided',
      outcome_reason: open.reason,
    });
    expect(outcomeWords(english, outcomeIn({ outcome: 'undecided' }))).toBe('Undecided');
  });

  it('cannot be ended so by who weighs: the answer goes back', async () => {
    const folder = await panelOf(
      { conclusion: { ...open, evaluations: names.map((debater) => ({ debater, criteria: {} })) } },
      {},
    );
    const end = await runTribunal(folder);
    expect(end).toMatchObject({ status: 'paused' });
    expect('reason' in end ? end.reason : '').toContain('has no points');
  });

  it('is void where two debaters are barred, whatever was answered', async () => {
    const lie = (name: string) => ({
      entries: [
        {
          type: 'opening_statement',
          content: `Look: the vault of ${name} holds 12 keys.`,
          sources: [
            {
              url: `workspace:none-${name}.md#L1`,
              title: 'x',
              quote: `the vault of ${name} holds 12 keys`,
              claim: `the vault of ${name} holds 12 keys`,
            },
          ],
        },
      ],
    });
    const folder = await panelOf({
      ...Object.fromEntries(names.map((name) => [`opening/${name}`, lie(name)])),
    });
    await runTribunal(folder);
    const entries = await readEntries(folder);
    expect(ofType(entries, 'redaction')).toHaveLength(2);
    expect(ofType(entries, 'conclusion')[0]?.data).toMatchObject({ outcome: 'void' });
    expect(await lintText(logOf(entries))).toEqual([]);
  });

  it('is held to its word by lint', async () => {
    const folder = await panelOf();
    await runTribunal(folder);
    const entries = await readEntries(folder);
    const changed = (type: string, change: (data: Record<string, unknown>) => Record<string, unknown>): string =>
      logOf(entries.map((entry) => (entry.type === type ? { ...entry, data: change(entry.data ?? {}) } : entry)));
    const problems = async (text: string): Promise<string> =>
      (await lintText(text)).map(({ message }) => message).join('\n');
    const without = (field: string) => (data: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));
    expect(await problems(changed('conclusion', without('undecided')))).toContain('nothing says why');
    const weighed = (data: Record<string, unknown>) => ({ ...data, models: { chair: 'scripted' } });
    expect(await problems(changed('setup', weighed))).toContain('a model, a script or a person held the seat');
    expect(await problems(changed('conclusion', (data) => ({ ...data, outcome: 'draw' })))).toContain(
      'It says why it is undecided',
    );
  });
});

describe('a tribunal that nobody weighed', () => {
  const ruling = rulingAnswer({
    verdicts: verdicts('UNDECIDED'),
    overall: 'What the files hold is listed; nobody weighed it.',
  });

  it('is weighed by a script, which cannot leave it open', async () => {
    const folder = await tribunalFolder({ script: tribunalScript(1, { ruling }), options: { rounds: 1 } });
    const end = await runTribunal(folder);
    expect('reason' in end ? end.reason : '').toContain(
      'Weigh every issue: its verdict is one of ACCEPTED, REJECTED, REVISION REQUIRED.',
    );
  });

  it('is undecided without any issue too, and never in part', () => {
    expect(outcomeOf([], { hasCase: true, isUnweighed: true })).toBe('undecided');
    expect(outcomeOf([], { hasCase: true })).toBe('accepted');
    expect(outcomeOf(['ACCEPTED', 'UNDECIDED'], { hasCase: true })).toBe('undecided');
  });
});
