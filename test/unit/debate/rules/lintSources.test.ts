import { describe, expect, it } from 'vitest';
import { lintRecord } from '../../../support/lintLog';
import { note, panelRecord, sourceOf, verified } from '../../../support/panelRecord';
import type { Line, RecordBuilder, SeqOf } from '../../../support/recordBuilder';
import { annClaim, annUrl, challenge, challenged, expectOnly, redaction, ruling } from '../../../support/lintChange';

describe('rules 12 and 14: fabrication', () => {
  const found = (record: RecordBuilder) =>
    record.edit('verify/r1/turn/ann', { data: { url: annUrl, status: 'fabricated' } });
  const redacted = (record: RecordBuilder) =>
    found(record)
      .after('verify/r1/turn/ann', redaction('struck', 'r1/turn/ann', annUrl))
      .edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('opening/ann') }))
      .edit('r1/turn/ann/review', { content: 'Struck.' });

  it('finds a fabricated source that was not struck', async () => {
    await expectOnly(found, '14 error verify/r1/turn/ann');
    await expectOnly(redacted);
  });

  it('holds against an entry only what it cites', async () => {
    const elsewhere = verified('elsewhere', 'r1/turn/ann', 'workspace:elsewhere.md', 'fabricated');
    const messages = (record: RecordBuilder) =>
      lintRecord(record).then((problems) =>
        problems.filter(({ rule }) => rule === '14').map(({ message }) => message.replace(/seq \d+/, 'seq N')),
      );
    const rest = 'was not struck: a redaction has to follow at once.';
    expect(await messages(found(panelRecord()))).toEqual([
      `${annUrl} was found fabricated, but seq N, which cites it, ${rest}`,
    ]);
    expect(await messages(panelRecord().after('verify/r1/turn/ann', elsewhere))).toEqual([]);
  });

  it('goes by the result in force', () =>
    expectOnly((record) => found(record).before('r1/relay', verified('again', 'r1/turn/ann', annUrl))));

  it('finds a fabricator named winner, and two of them in anything but void', async () => {
    const named = (outcome: string) => ({
      content: `Debate concluded. Outcome: ${outcome}. Reason: so.`,
      data: { outcome, reason: 'so' },
    });
    await expectOnly((record) => redacted(record).edit('conclusion', named('bob_wins')));
    await expectOnly((record) => redacted(record).edit('conclusion', named('ann_wins')), '12 error conclusion');
    const both = (record: RecordBuilder) =>
      redacted(record)
        .edit('verify/r2/turn/bob', { data: { url: sourceOf('r2/turn/bob').url, status: 'fabricated' } })
        .after('verify/r2/turn/bob', redaction('struck too', 'r2/turn/bob', sourceOf('r2/turn/bob').url))
        .remove('blog-post.md');
    await expectOnly((record) => both(record).edit('conclusion', named('draw')), '12 error conclusion');
    await expectOnly((record) => both(record).edit('conclusion', named('void')));
  });

  it('lets the outcome stand when the finding came after it', () =>
    expectOnly((record) =>
      record
        .edit('conclusion', {
          content: 'Debate concluded. Outcome: ann_wins. Reason: so.',
          data: { outcome: 'ann_wins', reason: 'so' },
        })
        .add(verified('late', 'r1/turn/ann', annUrl, 'fabricated'), redaction('struck', 'r1/turn/ann', annUrl)),
    ));

  it('finds a struck source that its debater cites again', () =>
    expectOnly(
      (record) =>
        redacted(record)
          .edit('r2/turn/ann', { sources: [sourceOf('r1/turn/ann')] })
          .edit('verify/r2/turn/ann', { data: { url: annUrl, status: 'unverified' } }),
      '12 error r2/turn/ann',
    ));
});

describe('rule 15: challenges are specific', () => {
  const with15 = (data: Record<string, unknown>) => (record: RecordBuilder) =>
    challenged(record).edit('challenge', { data });

  it('finds a claim that does not stand in the target', () =>
    expectOnly(with15({ url: annUrl, claim: 'ann says nothing.' }), '15 error challenge'));
  it('finds no claim at all', () => expectOnly(with15({ url: annUrl, claim: ' ' }), '15 error challenge'));
  it('takes other quotation marks and white space for the same', () =>
    expectOnly(with15({ url: annUrl, claim: 'ann says in round 1\nwhat has to be said.' })));

  it('finds a source that the target does not cite', () =>
    expectOnly(
      (record) =>
        record.after(
          'r1/turn/bob',
          challenge('challenge', 'r1/turn/bob', (seqOf) => ({
            target_seq: seqOf('r1/turn/ann'),
            data: { url: 'workspace:other.md', claim: annClaim },
          })),
          ruling('challenge/ruling', 'r1/turn/ann', { kind: 'challenge', url: 'workspace:other.md' }),
        ),
      '15 error challenge',
    ));

  it('finds a challenge, and a question, that the Chair never ruled on', async () => {
    await expectOnly((record) => challenged(record).remove('challenge/ruling'), 'structure error challenge');
    const asks: Line = {
      key: 'question',
      step: 'r1/turn/bob',
      draft: () => ({ phase: 'rebuttal', speaker: 'bob', type: 'clarification_request', content: 'May I?' }),
    };
    await expectOnly((record) => record.after('r1/turn/bob', asks), 'structure error question');
    await expectOnly((record) =>
      record.after('r1/turn/bob', asks, ruling('answer', 'question', { kind: 'clarification', reason: 'You may.' })),
    );
  });
});

describe('rule 16: five sources', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => sourceOf(`many/${index}`));
  const cites = (count: number) => (record: RecordBuilder) =>
    record
      .edit('r1/turn/ann', { sources: many(count) })
      .remove('verify/r1/turn/ann')
      .after(
        'r1/turn/ann',
        ...many(Math.min(5, count)).map(({ url }, index) => verified(`many/${index}`, 'r1/turn/ann', url)),
      );

  it('finds a sixth, for which no verification is owed', async () => {
    await expectOnly(cites(5));
    await expectOnly(cites(6), '16 error r1/turn/ann');
  });
});

describe('rule 17: corrections', () => {
  const replacement = sourceOf('better');
  const words = (seq: number, url = annUrl) =>
    `SOURCE CORRECTION for seq ${seq}: replacing ${url} with ${replacement.url} — the page was another.\n\nOn with it.`;
  const unreliable = (record: RecordBuilder) =>
    record
      .edit('verify/r1/turn/ann', { data: { url: annUrl, status: 'unreliable' } })
      .before('r1/relay', ruling('finding', 'r1/turn/ann', { kind: 'unreliable', url: annUrl }));
  const corrects = (content: (seqOf: SeqOf) => string) => (record: RecordBuilder) =>
    unreliable(record)
      .edit('r2/turn/ann', (seqOf) => ({ content: content(seqOf), sources: [replacement] }))
      .edit('verify/r2/turn/ann', { data: { url: replacement.url, status: 'verified' } });
  const right = (seqOf: SeqOf) => words(seqOf('r1/turn/ann'));
  const only = '17 error r2/turn/ann';

  it('accepts a right one', () => expectOnly(corrects(right)));
  it('finds wording that cannot be read', () =>
    expectOnly(
      corrects(() => 'SOURCE CORRECTION: I meant another page.'),
      only,
    ));
  it("finds the correction of another's source", () =>
    expectOnly(
      corrects((seqOf) => words(seqOf('r1/turn/bob'))),
      only,
    ));
  it('finds the correction of an uncited source', () =>
    expectOnly(
      corrects((seqOf) => words(seqOf('r1/turn/ann'), 'workspace:other.md')),
      only,
    ));
  it('finds a replacement that is not cited', () =>
    expectOnly(
      (record) =>
        corrects(right)(record)
          .edit('r2/turn/ann', { sources: [sourceOf('r2/turn/ann')] })
          .edit('verify/r2/turn/ann', { data: { url: sourceOf('r2/turn/ann').url, status: 'verified' } }),
      only,
    ));
  it('finds the correction of a source that was not found unreliable, as results stood then', () =>
    expectOnly(
      (record) =>
        corrects(right)(record)
          .edit('verify/r1/turn/ann', { data: { url: annUrl, status: 'verified' } })
          .before('closing/bob', verified('later', 'r1/turn/ann', annUrl, 'unreliable')),
      only,
    ));
  it('finds data that says something else than the text', async () => {
    const data = (seq: number) => ({ correction: { seq, old_url: annUrl, new_url: replacement.url, reason: 'so' } });
    await expectOnly((record) => corrects(right)(record).edit('r2/turn/ann', { data: data(2) }), only);
    await expectOnly(
      (record) =>
        corrects(() => 'On with it.')(record).edit('r2/turn/ann', (seqOf) => ({ data: data(seqOf('r1/turn/ann')) })),
      only,
    );
  });
});

describe('rule 23: frameworks', () => {
  const introduces = [{ name: 'Cost Ladder', description: 'Four rungs.' }];
  const introduced = (record: RecordBuilder) => record.edit('r1/turn/ann', { data: { introduces } });

  it('finds a declared framework that the next turn passes over', async () => {
    await expectOnly(introduced, '23 error r1/turn/bob');
    await expectOnly((record) =>
      introduced(record).edit('r1/turn/bob', (seqOf) => ({ data: { acknowledges: [seqOf('r1/turn/ann')] } })),
    );
  });

  it('asks for the next turn only, skipped or not, and nothing for what was struck', async () => {
    await expectOnly((record) =>
      introduced(record)
        .remove('r1/turn/bob', 'verify/r1/turn/bob', 'r1/turn/bob/review')
        .before('r1/relay', ruling('r1/turn/bob', undefined, { kind: 'skipped', debater: 'bob', phase: 'rebuttal' })),
    );
    await expectOnly((record) =>
      introduced(record)
        .before('r1/turn/bob', redaction('struck', 'r1/turn/ann', annUrl))
        .edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('opening/ann') })),
    );
  });

  it('leaves to the Chair what only the Chair saw', () =>
    expectOnly((record) => record.edit('r1/turn/ann/review', { data: { frameworks: introduces } })));
});

describe('the user', () => {
  const concludes: Line = {
    key: 'conclude',
    draft: () => ({
      phase: 'system',
      speaker: 'user',
      type: 'intervention',
      content: 'Conclude.',
      data: { change: { conclude: true } },
    }),
  };

  it('may conclude at any time; what was not held then is no problem', async () => {
    const whole = panelRecord();
    const end = whole.seqOf('conclusion');
    for (let cut = whole.seqOf('ready') + 1; cut < end; cut += 1) {
      const key = whole.lines[cut]?.key ?? '';
      // The Verifier is always heard before the conclusion.
      if (key.startsWith('verify/')) continue;
      const record = panelRecord();
      record.lines.splice(cut, end - cut, concludes);
      record
        .replace('audience-conclusion', () => ({
          phase: 'system',
          speaker: 'audience',
          type: 'audience_conclusion',
          content: 'So be it.',
        }))
        .replace('summary.md', () => ({
          phase: 'system',
          speaker: 'reporter',
          type: 'document',
          content: 'Cut short.',
          data: { name: 'summary.md' },
        }));
      expect(await lintRecord(record), `cut before ${key}`).toEqual([]);
    }
  });

  it('may ask, change and vouch anywhere', () =>
    expectOnly((record) =>
      record
        .after('opening/ann', {
          key: 'asks',
          draft: () => ({
            phase: 'rebuttal',
            speaker: 'user',
            type: 'audience_question',
            content: 'To bob: why?',
            data: { to: 'bob' },
          }),
        })
        .before('closing/ann', {
          key: 'read',
          draft: (seqOf) => ({
            phase: 'system',
            speaker: 'user',
            type: 'verification_result',
            content: 'I read it.',
            target_seq: seqOf('opening/ann'),
            data: { url: sourceOf('opening/ann').url, status: 'verified' },
          }),
        })
        .add(note('later', { kind: 'failure' }, 'Something failed later.')),
    ));
});
