import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../../src/ui/run/causes';
import { endingNotice } from '../../../../src/ui/library/endingWords';
import { panelStatusOf } from '../../../../src/ui/panel/panelStatus';
import { ReportRecord } from '../../../support/reportRecord';

const circumstances = {
  title: 'Should we move?',
  isGone: false,
  outcome: { code: 'none' },
  wasAsked: false,
  isTaken: false,
  notifications: 'all',
} as const;
const paused = (code?: string) => ({
  status: 'paused' as const,
  reason: 'The key was refused.',
  ...(code === undefined ? {} : { code }),
});

describe('a pause with a cause', () => {
  it.each([
    ['key_missing', ['setApiKey', 'resume', 'openPanel']],
    ['key_rejected', ['setApiKey', 'resume', 'openPanel']],
    ['no_model', ['changeModel', 'resume', 'openPanel']],
    ['spend_limit', ['changeModel', 'resume', 'openPanel']],
    ['unreachable', ['showSettings', 'resume', 'openPanel']],
    ['rate_limited', ['tryAgain', 'openPanel']],
    ['no_consent', ['tryAgain', 'openPanel']],
    ['no_person', ['tryAgain', 'openPanel']],
    ['bad_request', ['resume', 'openPanel', 'showOutput']],
    ['constructor', ['resume', 'openPanel', 'showOutput']],
    [undefined, ['resume', 'openPanel', 'showOutput']],
  ])('%s: offers what helps first', (code, buttons) => {
    expect(endingNotice(paused(code), circumstances)?.buttons).toEqual(buttons);
  });

  it.each([
    [
      'key_missing',
      'ready failed: chair is not ready: There is no API key. Set one: “Set API Key”.',
      'There is no API key. Set one: “Set API Key”.',
    ],
    ['no_model', 'ready failed: bob is not ready: The server has no model “x”.', 'bob: The server has no model “x”.'],
    ['overloaded', 'r1/turn/ada/review failed: The server is overloaded.', 'The server is overloaded.'],
    ['bad_request', 'r1/turn/ada failed: Refused: “words of a debate”.', 'r1/turn/ada failed: Refused: “…”.'],
    ['rounds', 'conclusion failed: “words of a debate” is no outcome.', 'conclusion failed: “…” is no outcome.'],
  ])('%s: says why in words for people, and quotes only what is the provider’s', (code, reason, said) => {
    expect(reasonOf({ ...paused(code), reason })).toBe(said);
    expect(endingNotice({ ...paused(code), reason }, circumstances)?.message).toBe(
      `“Should we move?” is paused: ${said} Nothing is lost.`,
    );
  });

  it('shows it in the header of the panel, too, as long as the debate rests for it', async () => {
    const record = new ReportRecord();
    record.setup({ provider: 'offline' });
    const { view } = await record.open();
    const holder = {
      pid: 1,
      host: 'box',
      since: '2026-11-20T10:03:00Z',
      program: 'rostrum',
      released: 'paused',
      reason: 'The key was refused.',
    };
    const statusNow = (code?: string, released = 'paused') =>
      panelStatusOf(view, {
        lease: { state: 'released', epoch: 1, holder: { ...holder, released } },
        run: undefined,
        isGone: false,
        isTrusted: true,
        documents: [],
        isWritten: false,
        now: new Date(),
        end: paused(code),
      });
    expect(statusNow('key_rejected')).toMatchObject({
      state: 'paused',
      stateText: 'The key was refused.',
      actions: ['setApiKey', 'resume'],
    });
    expect(statusNow('no_model').actions).toEqual(['changeModel', 'resume']);
    expect(statusNow('rate_limited').actions).toEqual(['resume']);
    expect(statusNow('key_rejected', 'stopped').actions).toEqual(['resume']);
  });
});
