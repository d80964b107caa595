import { describe, it } from 'vitest';
import { sourceOf, turn } from '../../../support/panelRecord';
import type { Line, RecordBuilder } from '../../../support/recordBuilder';
import {
  annUrl,
  challenge,
  challengeOfAnn,
  challenged,
  expectOnly,
  redaction,
  ruledOn,
  ruling,
} from '../../../support/lintChange';

describe('rule 1: the Chair is final', () => {
  it('leaves a challenge alone that was ruled on once', () => expectOnly(challenged));

  it('finds a rebuttal of the Chair', () =>
    expectOnly(
      (record) => record.edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('r1/start') })),
      '1 error r1/turn/bob',
    ));

  it('finds a challenge of the Chair', () =>
    expectOnly(
      (record) =>
        record.after(
          'r1/turn/bob',
          challenge('challenge', 'r1/turn/bob', (seqOf) => ({
            target_seq: seqOf('r1/start'),
            data: { url: annUrl, claim: 'Round 1' },
          })),
          ruling('challenge/ruling', 'r1/start', { kind: 'challenge', url: annUrl }),
        ),
      '1 error challenge',
    ));

  it('finds a second challenge of a source ruled on', () =>
    expectOnly(
      (record) => challenged(record).after('r2/turn/bob', challengeOfAnn('again', 'r2/turn/bob')),
      '1 error again',
    ));

  it('finds a challenge of what was struck', () =>
    expectOnly(
      (record) =>
        record
          .after('r1/turn/bob', redaction('struck', 'r1/turn/ann', annUrl))
          .after('r2/turn/bob', challengeOfAnn('late', 'r2/turn/bob'), ruledOn('late/ruling')),
      '1 error late',
    ));
});

describe('rule 3: the order of turns', () => {
  const skipped = (key: string, debater: string, phase: string) =>
    ruling(
      key,
      undefined,
      { kind: 'skipped', debater, phase, reason: 'no answer' },
      `The turn of ${debater} is skipped.`,
    );

  it('finds a round spoken in the wrong order', () =>
    expectOnly(
      (record) =>
        record
          .edit('r2/turn/bob', { type: 'new_point', rebuttal_to_seq: null })
          .move('r2/turn/bob', 'r2/turn/ann')
          .move('verify/r2/turn/bob', 'r2/turn/ann')
          .move('r2/turn/bob/review', 'r2/turn/ann'),
      '3 error r2/turn/ann',
    ));

  it('finds closings in the order of the openings', () =>
    expectOnly(
      (record) =>
        record
          .move('closing/ann', 'closing/bob')
          .move('verify/closing/ann', 'closing/bob')
          .move('closing/ann/review', 'closing/bob'),
      '3 error closing/bob',
    ));

  it('finds a turn that is missing, and takes a skipped one for held', async () => {
    const without = (record: RecordBuilder) => record.remove('r2/turn/bob', 'verify/r2/turn/bob', 'r2/turn/bob/review');
    await expectOnly(without, '3 error unresolved');
    await expectOnly((record) => without(record).before('r2/relay', skipped('r2/turn/bob', 'bob', 'rebuttal')));
  });

  it('finds a second turn in one round', () =>
    expectOnly((record) => {
      const again = turn('extra', () => ({
        phase: 'rebuttal',
        speaker: 'ann',
        type: 'new_point',
        content: 'One more thing.',
        sources: [sourceOf('extra')],
      }));
      return record.before('r2/relay', ...again);
    }, '3 error extra'));

  it('lets a closing or an opening be skipped, too', () =>
    expectOnly((record) =>
      record
        .remove('closing/bob', 'verify/closing/bob', 'closing/bob/review')
        .before('closing/ann', skipped('closing/bob', 'bob', 'closing')),
    ));
});

describe('rule 4: phases', () => {
  const point = (key: string) =>
    turn(key, () => ({
      phase: 'rebuttal',
      speaker: 'ann',
      type: 'new_point',
      content: 'One more thing.',
      sources: [sourceOf(key)],
    }));

  it('finds a point after the closings began', () =>
    expectOnly((record) => record.before('closing/ann', ...point('late')), '4 error late'));

  it('finds a point before the rounds', () =>
    expectOnly((record) => record.before('opening/bob', ...point('early')), '4 error early'));

  it('finds an opening among the rounds', () =>
    expectOnly(
      (record) =>
        record
          .move('opening/bob', 'r1/turn/ann')
          .move('verify/opening/bob', 'r1/turn/ann')
          .move('opening/bob/review', 'r1/turn/ann'),
      '4 error opening/bob',
    ));

  it('finds a closing before the last round', () =>
    expectOnly(
      (record) =>
        record
          .move('closing/bob', 'r2/turn/ann')
          .move('verify/closing/bob', 'r2/turn/ann')
          .move('closing/bob/review', 'r2/turn/ann'),
      '4 error closing/bob',
    ));

  it('finds an entry that the conclusion names and that is not there', () => {
    const because = (reason: string) => (record: RecordBuilder) =>
      record.edit('conclusion', {
        content: `Debate concluded. Outcome: draw. Reason: ${reason}`,
        data: { outcome: 'draw', reason },
      });
    return Promise.all([
      expectOnly(because('See seqs 2 and 9999.'), 'structure warning conclusion'),
      // Of many it is said once.
      expectOnly(because('See seqs 2–900, 4000 and 5000.'), 'structure warning conclusion'),
      expectOnly(because('See seq 2.')),
    ]);
  });

  it('finds a turn after the conclusion', () =>
    expectOnly((record) => record.before('audience-conclusion', ...point('last')), '4 error last'));
});

describe('rule 5: the limits of the rounds', () => {
  it('finds a round too many', () =>
    expectOnly((record) => record.edit('setup', { data: { limits: limits(1, 1) } }), '5 error r2/start'));

  it('finds a round too few', () =>
    expectOnly((record) => record.edit('setup', { data: { limits: limits(3, 3) } }), '5 error unresolved'));

  it('goes by the limits as the user changed them', async () => {
    const change = (key: string, data: Record<string, unknown>): Line => ({
      key,
      draft: () => ({
        phase: 'system',
        speaker: 'user',
        type: 'intervention',
        content: 'Change.',
        data: { change: data },
      }),
    });
    const tight = (record: RecordBuilder) => record.edit('setup', { data: { limits: limits(1, 1) } });
    await expectOnly((record) => tight(record).before('r2/start', change('more', { max_rounds: 2 })));
    await expectOnly(
      (record) => tight(record).after('r2/start', change('more', { max_rounds: 2 })),
      '5 error r2/start',
    );
    const long = (record: RecordBuilder) => record.edit('setup', { data: { limits: limits(3, 3) } });
    await expectOnly((record) => long(record).before('r2/relay', change('fewer', { max_rounds: 2 })));
  });

  const limits = (min: number, max: number) => ({
    min_rounds: min,
    max_rounds: max,
    time_budget_minutes: 30,
    budget_usd: null,
  });
});

describe('rules 9 and 10: conjecture', () => {
  it('finds a conjecture without its label', async () => {
    await expectOnly((record) => record.edit('r1/turn/ann', { type: 'conjecture' }), '9 error r1/turn/ann');
    await expectOnly((record) => record.edit('r1/turn/ann', { type: 'conjecture', content: ' [CONJECTURE] Perhaps.' }));
  });

  it('finds a rebuttal without a quoted source', async () => {
    const { url, title, accessed } = sourceOf('r1/turn/bob');
    await expectOnly(
      (record) => record.edit('r1/turn/bob', { sources: [{ url, title, accessed }] }),
      '10 error r1/turn/bob',
    );
    await expectOnly(
      (record) => record.edit('r1/turn/bob', { sources: [{ url, title, accessed, quote: ' ' }] }),
      '10 error r1/turn/bob',
    );
    await expectOnly(
      (record) => record.edit('r1/turn/bob', { sources: null }),
      '10 error r1/turn/bob',
      'structure error verify/r1/turn/bob',
    );
  });
});
