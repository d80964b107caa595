import { describe, expect, it } from 'vitest';
import { createView } from '../../../../src/debate/fold/view';
import { figureViolations } from '../../../../src/debate/rules/recordFigures';
import { fold, numbered } from '../../../support/entries';

const entries = numbered(
  {
    type: 'opening_statement',
    speaker: 'ada',
    phase: 'opening',
    content: 'The crew costs 184,000 euros now and 226,000 euros then. Of 910 crossings 38 were cancelled.',
    sources: [
      {
        url: 'workspace:survey.md#L2',
        title: 'Survey of 14 March 2026',
        accessed: '2026-07-21',
        quote: 'A survey of 212 islanders found that 61 per cent would use it.',
      },
    ],
  },
  { type: 'announcement', content: 'Both sides accept 38,500 euros.' },
);
const view = createView(fold(entries), (seq) => entries[seq]);
const told = (...texts: string[]) => figureViolations('The ruling', texts, view);

describe('figures of what decides a debate', () => {
  it.each([
    ['as an entry has them', 'The crew costs 226,000 euros, and 38 of 910 crossings were cancelled.'],
    ['as a quotation has them', 'Of 212 islanders 61 per cent would use it.'],
    ['reckoned from two of its own', 'From 184,000 euros to 226,000 euros it is 42,000 euros more.'],
    ['as the title of a source has them', 'The survey of 14 March 2026 asked 212 islanders.'],
    ['of one digit, which count anything', 'Two of 3 claims are open; see seq 12.'],
  ])('%s are let pass', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  it.each([
    ['The crew costs 50,500 euros.', '50,500 euros'],
    ['Of 901 crossings 38 were cancelled.', '901'],
    ['A survey of 221 islanders was made.', '221'],
    ['It would cost 7 euros.', '7 euros'],
    ['Both accept 38,500 euros, as the Chair has it.', '38,500 euros'],
  ])('that nobody stated are told once: %s', (text, figure) => {
    expect(told('It stays.', text)).toEqual([
      expect.objectContaining({
        toldOnce: true,
        message: `The ruling: no debater and no quotation says ${figure}. State figures as the debaters have them, or leave them out.`,
      }),
    ]);
  });

  it('that their author withdrew state nothing any more', () => {
    const withdrawing = numbered(...entries, {
      type: 'rebuttal',
      speaker: 'ada',
      content: 'I withdraw it.',
      data: {
        correction: {
          seq: 0,
          old_url: 'workspace:survey.md#L2',
          reason: 'Nobody counted.',
          statement: 'Of 910 crossings 38 were cancelled.',
        },
      },
    });
    const now = createView(fold(withdrawing), (seq) => withdrawing[seq]);
    const figures = figureViolations('The ruling', ['Of 910 crossings 38 were cancelled.'], now);
    expect(figures.map(({ unstated }) => unstated)).toEqual([['910', '38']]);
    expect(figureViolations('The ruling', ['The crew costs 226,000 euros.'], now)).toEqual([]);
  });
});
