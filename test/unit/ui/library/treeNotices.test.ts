import { describe, expect, it } from 'vitest';
import { StateAccumulator } from '../../../../src/debate/fold/state';
import { endingNotice, interruptedNotice } from '../../../../src/ui/library/endingWords';
import { runText } from '../../../../src/ui/library/statusText';
import { ReportRecord } from '../../../support/reportRecord';

const circumstances = {
  title: 'Should we move?',
  isGone: false,
  outcome: { code: 'wins', winner: 'sre' },
  wasAsked: false,
  isTaken: false,
  notifications: 'all',
} as const;

describe('the end of a run', () => {
  it('rest: is told with the outcome and the question, without times or names of folders', () => {
    expect(endingNotice({ status: 'done' }, circumstances)).toEqual({
      severity: 'information',
      message: 'Debate complete. Outcome: sre wins. “Should we move?”',
      buttons: ['openPanel', 'openFirst'],
    });
    expect(endingNotice({ status: 'done' }, { ...circumstances, notifications: 'needed' })).toBeUndefined();
  });

  it('is not told to who asked for it', () => {
    for (const status of ['paused', 'interrupted'] as const) {
      expect(endingNotice({ status, reason: 'The user asked.' }, { ...circumstances, wasAsked: true })).toBeUndefined();
    }
  });

  it('says why and what to do where the user must act, whatever the setting', () => {
    const needed = { ...circumstances, notifications: 'needed' } as const;
    expect(endingNotice({ status: 'budget', reason: 'The budget of $1.00 is spent.' }, needed)).toMatchObject({
      severity: 'warning',
      message: '“Should we move?” is paused: The budget of $1.00 is spent. Raise the budget, then resume.',
      buttons: ['resume', 'openPanel'],
    });
    expect(endingNotice({ status: 'paused', reason: 'the disk is full' }, needed)).toMatchObject({
      buttons: ['resume', 'openPanel', 'showOutput'],
    });
    expect(endingNotice({ status: 'failed', reason: 'Cannot read x' }, { ...needed, wasAsked: true })).toMatchObject({
      severity: 'error',
      message: '“Should we move?” has failed: Cannot read x. Nothing is lost: resuming tries the step again.',
    });
  });

  it('rest: promises nothing of a debate whose folder is gone, and says nothing to who deleted it', () => {
    for (const status of ['failed', 'paused', 'interrupted'] as const) {
      const told = endingNotice({ status, reason: 'The log is gone.' }, { ...circumstances, isGone: true });
      expect(told?.message).toBe('“Should we move?” was stopped, because its folder was deleted or moved.');
      expect(told?.buttons).toEqual([]);
      expect(
        endingNotice({ status, reason: 'The log is gone.' }, { ...circumstances, isGone: true, wasAsked: true }),
      ).toBeUndefined();
    }
  });

  it('quotes nobody: what a gate refused may be struck later', () => {
    for (const status of ['failed', 'paused', 'budget', 'interrupted'] as const) {
      const told = endingNotice(
        { status, reason: 'sre: rule 15: “secret words” is no sentence of seq 5.' },
        circumstances,
      )?.message;
      expect(told).toContain('rule 15');
      expect(told).not.toContain('secret');
    }
  });

  it('offers no resuming of what another program runs by now', () => {
    const taken = endingNotice(
      { status: 'interrupted', reason: 'Another engine has taken over.' },
      { ...circumstances, isTaken: true },
    );
    expect(taken?.buttons).toEqual(['openPanel']);
  });

  it('names one interrupted debate, and counts several', () => {
    expect(interruptedNotice(['A'])).toMatch(/^“A” was interrupted\. Nothing is lost/);
    expect(interruptedNotice(['A', 'B'])).toMatch(/^2 debates were interrupted/);
  });
});

describe('the status bar', () => {
  const working = [
    { agent: 'verifier', step: 'verify/4', since: 0, words: 'is checking the sources of seq 4', activity: [] },
    { agent: 'sre', step: 'r2/turn/sre', since: 0, words: 'is writing', activity: [] },
  ];

  it('says the round and who is at it', async () => {
    const record = new ReportRecord();
    record.setup({ limits: { min_rounds: 3, max_rounds: 8, time_budget_minutes: 30, budget_usd: null } });
    const step = (id: string) => ({ step: { id, index: 0, count: 1, attempt: 1, elapsed_ms: 1 } });
    record.add({
      speaker: 'chair',
      type: 'announcement',
      content: 'Ready.',
      data: { kind: 'ready', ...step('ready') },
    });
    record.add({
      speaker: 'chair',
      type: 'announcement',
      content: 'Rounds.',
      data: { kind: 'phase_end', ...step('opening/end') },
    });
    record.add({
      speaker: 'chair',
      type: 'announcement',
      phase: 'rebuttal',
      content: 'Round 2.',
      data: { kind: 'round_start', round: 2, ...step('r2/start') },
    });
    const { state } = await record.open();
    expect(runText({ state, ending: undefined, working })).toBe('Round 2 of 3–8 · sre is writing · 1.1k tokens');
    expect(runText({ state, ending: 'pausing', working })).toBe(
      'Round 2 of 3–8 · pausing after this step · 1.1k tokens',
    );
    expect(runText({ state, ending: undefined, working, asked: 'sre' })).toBe('sre, it is your turn');
    expect(runText({ state, ending: undefined, working, asked: 'chair' })).toBe('Chair, it is your turn');
  });

  it('says less while less is known', () => {
    expect(runText({ state: undefined, ending: undefined, working: [] })).toBe('Debate is running');
    expect(runText({ state: new StateAccumulator(), ending: undefined, working: [] })).toBe('Getting ready');
  });
});
