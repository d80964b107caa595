import { describe, expect, it } from 'vitest';
import { serialiseEntry } from '../../../../src/debate/log/codec';
import { lintRecord, lintText, told } from '../../../support/lintLog';
import { note, notice, panelRecord, sourceOf } from '../../../support/panelRecord';
import { logText, type Line, type RecordBuilder } from '../../../support/recordBuilder';

/** One breach of what holds a record together, and nothing else found. */

type Change = (record: RecordBuilder) => RecordBuilder;

/** The expected problem is `rule severity key`, or ends in `-` for none. */
async function expectOnly(change: Change, ...expected: readonly string[]): Promise<void> {
  const record = change(panelRecord());
  const wanted = expected.map((problem) =>
    problem.replace(/\S+$/, (key) => (key === '-' ? key : String(record.seqOf(key)))),
  );
  expect(told(await lintRecord(record))).toEqual(wanted);
}

describe('the format', () => {
  const lines = () => logText(panelRecord().build()).split('\n').slice(0, -1);

  it('reports a line that is no entry, by its line, and no more than that', async () => {
    const all = lines();
    all.splice(7, 0, '{"seq": 7, "timestamp": ', '');
    const problems = await lintText(`${all.join('\n')}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ rule: 'format', severity: 'error', seq: null, line: 8 });
    expect(problems[0]?.message).toMatch(
      /^The line is no entry: it is not JSON \(.*\)\. It is shown as it stands; nothing rests on it\.$/,
    );
  });

  it('reports data that breaks the schema of its type', async () => {
    const record = panelRecord().edit('r1/turn/ann/review', { data: { summary: 7 } });
    const problems = await lintRecord(record);
    expect(told(problems)).toEqual([`format error ${record.seqOf('r1/turn/ann/review')}`]);
    expect(problems[0]?.message).toBe(
      'The fields of the note cannot be read: its summary is no text. Nothing rests on them.',
    );
  });

  it('warns of a type that nobody knows, and never takes it for a known one', () =>
    expectOnly((record) => record.edit('r1/go-on', { type: 'musing' as 'note' }), 'format warning r1/go-on'));

  it('tells of a last line that nobody has read', async () => {
    const text = `${lines().join('\n')}\n`;
    const [torn, ...others] = await lintText(`${text}{"seq": 46, "time`);
    expect(others).toEqual([]);
    expect(torn).toMatchObject({ rule: 'format', severity: 'error', seq: null, line: lines().length + 1 });
    const unended = await lintText(`${lines().slice(0, 3).join('\n')}\n${lines()[3] ?? ''}`);
    expect(unended).toMatchObject([{ rule: 'format', severity: 'warning', seq: null, line: 4 }]);
    const [behindBlank] = await lintText(`${text}\n  \n{"seq": 46, "time`);
    expect(behindBlank?.line).toBe(lines().length + 3);
  });

  it('gives the line of every problem', async () => {
    const all = lines();
    all.splice(3, 0, '');
    const text = `${all.join('\n')}\n`.replace('"type":"opening_statement"', '"type":"sermon"');
    const problems = await lintText(text);
    expect(problems.find((problem) => problem.rule === 'format')).toMatchObject({ seq: 2, line: 3 });
    const absent = problems.find((problem) => problem.message.includes('without a turn of ann'));
    expect(absent?.line).toBe((absent?.seq ?? 0) + 2);
  });
});

describe('seqs', () => {
  const entries = () => panelRecord().build();

  it('finds a doubled entry, by its own line', async () => {
    const all = entries().map(serialiseEntry);
    all.splice(8, 0, all[5] ?? '');
    const problems = await lintText(all.join(''));
    expect(problems.map(({ rule, seq, line }) => ({ rule, seq, line }))).toEqual([
      { rule: 'structure', seq: 5, line: 9 },
    ]);
  });

  it('finds nothing else in a doubled turn or announcement', async () => {
    for (const copied of ['opening/ann', 'r1/turn/ann', 'r1/start', 'conclusion', 'setup']) {
      const record = panelRecord();
      const all = record.build().map(serialiseEntry);
      all.push(all[record.seqOf(copied)] ?? '');
      expect(told(await lintText(all.join(''))), copied).toEqual([`structure error ${record.seqOf(copied)}`]);
    }
  });

  it('finds one gap once, however long the log goes on', async () => {
    const shifted = entries().map((entry) => (entry.seq < 30 ? entry : { ...entry, seq: entry.seq + 5 }));
    const problems = await lintText(logText(shifted));
    const gaps = problems.filter((problem) => problem.message.includes('missing'));
    expect(gaps.map(({ seq, line }) => [seq, line])).toEqual([[35, 31]]);
    expect(gaps[0]?.message).toContain('seq 30 to 34 are missing');
  });

  it('finds a log that does not begin at 0, and entries out of order', async () => {
    const [first, second, third] = entries();
    if (first === undefined || second === undefined || third === undefined) throw new Error('no entries');
    const headless = await lintText(
      logText([
        { ...first, seq: 1 },
        { ...second, seq: 2 },
      ]),
    );
    expect(told(headless)).toEqual(['structure error 1']);
    expect(headless[0]?.message).toContain('begins with seq 1');
    const time = { timestamp: first.timestamp };
    const swapped = await lintText(
      logText([
        first,
        { ...third, ...time, type: 'note', speaker: 'chair', phase: 'system', sources: null },
        { ...second, ...time },
      ]),
    );
    expect(swapped.map((problem) => problem.message)).toEqual([
      'seq 1 stands behind seq 2; entries stand in the order of their seqs.',
    ]);
  });
});

describe('lines that cannot be read', () => {
  const lines = () => panelRecord().build().map(serialiseEntry);
  const withLine = (seq: number, text: string) => lintText(lines().with(seq, text).join(''));
  const malformed = (seq: number, data: Record<string, unknown>) =>
    lintRecord(panelRecord().patch(keyAt(seq), (entry) => ({ ...entry, data: { ...entry.data, ...data } })));
  const keyAt = (seq: number): string => panelRecord().lines[seq]?.key ?? '';

  it('are not said to be missing', async () => {
    const at = panelRecord().seqOf('r1/turn/ann/review');
    const problems = await withLine(at, '{"seq": 12,\n');
    expect(problems.map(({ rule, message }) => `${rule} ${message}`)).toEqual([
      expect.stringMatching(/^format The line is no entry: it is not JSON/),
      `structure seq ${at} cannot be read or is missing: line ${at + 1} cannot be read.`,
    ]);
    const [first, second] = await lintText(['{}\n', ...lines().slice(1, 4)].join(''));
    expect(first).toMatchObject({
      line: 1,
      message: expect.stringContaining('it has no number, time, phase') as string,
    });
    expect(second?.message).toBe('seq 0 cannot be read or is missing: line 1 cannot be read.');
  });

  it('leave what rests on the whole log uncertain', async () => {
    // The review of an entry that cannot be read, and the conclusion that names it, are about an entry that is there.
    const named = await withLine(panelRecord().seqOf('opening/ann'), 'no entry\n');
    expect(named.filter(({ message }) => message.includes('not in this log'))).toEqual([]);
    const problems = await withLine(panelRecord().seqOf('r1/relay'), 'no entry\n');
    const relay = problems.find(({ message }) => message.includes('relay announcement'));
    expect(relay).toMatchObject({ rule: 'structure', severity: 'warning' });
    expect(relay?.message).toMatch(/ This is not certain: line 17 cannot be read\.$/);
    expect(problems.filter(({ severity, rule }) => severity === 'error' && rule !== 'format')).toMatchObject([
      { message: expect.stringContaining('cannot be read or is missing') as string },
    ]);
  });

  it('may be what a step lacks', async () => {
    const record = panelRecord();
    const [first, second, last] = ['summary.md', 'blog-post.md', 'documents/review'].map((key) => record.seqOf(key));
    expect([second, last]).toEqual([(first ?? 0) + 1, (first ?? 0) + 2]);
    const broken = await malformed(first ?? 0, { name: 7 });
    expect(told(broken)).toEqual([`format error ${first ?? ''}`]);
    expect(told(await withLine(second ?? 0, 'no entry\n'))).toEqual([
      'format error -',
      expect.stringMatching(/^structure error/),
    ]);
  });

  it('only at the end of the log is something moved aside', async () => {
    const record = panelRecord();
    const end = (extra = '') =>
      lintText(
        lines()
          .slice(0, record.seqOf('summary.md') + 1)
          .join('') + extra,
      );
    const [atEnd] = await end();
    expect(atEnd?.message).toBe(
      `The entries written together with seq ${record.seqOf('summary.md')} do not all stand here: 1 of 2. "rostrum resume" moves them aside.`,
    );
    const torn = panelRecord()
      .remove('blog-post.md')
      .patch('summary.md', (entry) => ({
        ...entry,
        data: { ...entry.data, step: { id: 'documents', index: 0, count: 2, attempt: 1, elapsed_ms: 1 } },
      }));
    const inMiddle = (await lintRecord(torn)).map(({ message }) => message);
    expect(inMiddle).toEqual([expect.stringMatching(/do not all stand here: 1 of 2\.$/)]);
  });
});

describe('what was not checked', () => {
  const only = { rule: 'format', severity: 'warning', seq: null, line: null };

  it('is said once: an empty log, a format or a version that is not known', async () => {
    for (const text of ['', '\n \n\n'])
      expect(await lintText(text)).toEqual([{ ...only, message: 'The log holds no entry.' }]);
    const other = panelRecord().edit('setup', { data: { format: 'oxford' } });
    expect(await lintRecord(other)).toEqual([
      { ...only, message: 'The rules of the format "oxford" are not known here and were not checked.' },
    ]);
    const later = await lintRecord(panelRecord().edit('setup', { data: { record_version: 4 } }));
    expect(later.filter(({ rule }) => rule === 'format')).toEqual([
      { ...only, message: 'This record is of version 4; it was held against the rules of version 3.' },
    ]);
  });
});

describe('time, types and references', () => {
  it('finds a clock that went back, once', () =>
    expectOnly(
      (record) => record.patch('r1/relay', (entry) => ({ ...entry, timestamp: '2026-02-21T11:59:00.000Z' })),
      'structure error r1/relay',
    ));

  it('takes equal times', () =>
    expectOnly((record) => record.patch('ready', (entry) => ({ ...entry, timestamp: '2026-02-21T12:00:00.000Z' }))));

  it('finds a setup that is not the first entry, or not the only one', async () => {
    await expectOnly((record) => record.move('ready', 'setup'), 'structure error setup');
    const { lines } = panelRecord();
    const [setup] = lines;
    if (setup === undefined) throw new Error('no setup');
    await expectOnly(
      (record) => record.before('r1/start', { ...setup, key: 'again', step: 'again' }),
      'structure error again',
    );
  });

  it('finds who may not write what, and where', async () => {
    await expectOnly((record) => record.edit('r1/audience', { speaker: 'verifier' }), 'structure error r1/audience');
    await expectOnly((record) => record.edit('r1/audience', { phase: 'closing' }), 'structure error r1/audience');
    await expectOnly((record) => record.edit('opening/ann', { phase: 'closing' }), 'structure error opening/ann');
    const stranger: Line = {
      key: 'stranger',
      draft: () => ({ phase: 'rebuttal', speaker: 'eve', type: 'clarification_request', content: 'May I?' }),
    };
    const answer: Line = {
      key: 'answer',
      draft: (seqOf) => ({
        phase: 'system',
        speaker: 'chair',
        type: 'ruling',
        content: 'No.',
        target_seq: seqOf('stranger'),
        data: { kind: 'clarification' },
      }),
    };
    await expectOnly((record) => record.before('r1/relay', stranger, answer), 'structure error stranger');
  });

  it('finds references that are missing, lead nowhere or forward, or to oneself', async () => {
    const only = 'structure error r1/turn/bob';
    await expectOnly((record) => record.edit('r1/turn/bob', { rebuttal_to_seq: null }), only);
    await expectOnly((record) => record.edit('r1/turn/bob', { rebuttal_to_seq: 999 }), only);
    await expectOnly(
      (record) => record.edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('r2/turn/ann') })),
      only,
    );
    await expectOnly(
      (record) => record.edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('opening/bob') })),
      only,
    );
    await expectOnly(
      (record) => record.edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('verify/opening/ann') })),
      only,
    );
    await expectOnly(
      (record) => record.edit('r1/turn/ann/review', { target_seq: 999 }),
      'structure error r1/turn/ann/review',
    );
    await expectOnly(
      (record) => record.edit('r1/turn/ann', (seqOf) => ({ data: { acknowledges: [seqOf('r1/turn/bob')] } })),
      'structure error r1/turn/ann',
    );
    await expectOnly(
      (record) => record.edit('audience-conclusion', { data: { seqs: [999] } }),
      'structure error audience-conclusion',
    );
    await expectOnly(
      (record) => record.edit('unresolved', { data: { points: [{ text: 'x', seqs: [2, 999] }] } }),
      'structure error unresolved',
    );
  });

  it('says each in a sentence about the entry, without the names of fields', async () => {
    const messageOf = async (change: Change): Promise<string> => {
      const [first] = await lintRecord(change(panelRecord()));
      return first?.message ?? '';
    };
    const bob = (draft: object | ((seqOf: (key: string) => number) => object)) =>
      messageOf((record) => record.edit('r1/turn/bob', draft));
    expect(await bob({ rebuttal_to_seq: null })).toBe('The rebuttal names no entry that it answers.');
    expect(await bob({ rebuttal_to_seq: 999 })).toBe('It answers seq 999, which does not stand before it.');
    expect(await bob((seqOf) => ({ rebuttal_to_seq: seqOf('opening/bob') }))).toMatch(
      /^It answers seq \d+, an entry of bob itself; a rebuttal answers another debater\.$/,
    );
    expect(
      await messageOf((record) => record.edit('unresolved', { data: { points: [{ text: 'x', seqs: [999] }] } })),
    ).toBe('One of its points names seq 999, which does not stand before it.');
    expect(await messageOf((record) => record.edit('r1/turn/ann', { rebuttal_to_seq: 2 }))).toBe(
      'Only a rebuttal answers another entry; this is a new point.',
    );
    expect(await messageOf((record) => record.edit('r1/audience', { speaker: 'verifier' }))).toBe(
      "A note is the Chair's or the moderator's or the Judge's; this one is by \"verifier\".",
    );
    expect(await messageOf((record) => record.edit('r1/audience', { phase: 'closing' }))).toBe(
      'A note belongs to the phase system; this one stands in "closing".',
    );
    expect(
      await messageOf((record) =>
        record.patch('r1/relay', (entry) => ({ ...entry, timestamp: '2026-02-21T11:59:00.000Z' })),
      ),
    ).toMatch(
      /^The time .* is earlier than that of seq \d+, .*\. The clock was set back, or the entries changed places\.$/,
    );
    expect(await messageOf((record) => record.remove('audience-conclusion'))).toBe(
      'The debate is concluded, but the audience gave no conclusion, and no note says why.',
    );
  });

  it('finds a verification that is about nothing', () =>
    expectOnly(
      (record) => record.edit('verify/closing/ann', { target_seq: null }),
      'structure error closing/ann',
      'structure error verify/closing/ann',
    ));
});

describe('steps', () => {
  it('finds a step that is not whole, in the middle and at the end', async () => {
    const record = panelRecord();
    const cut = (to: string) => record.build().slice(0, record.seqOf(to) + 1);
    expect(told(await lintText(logText(cut('summary.md'))))).toEqual([`structure error ${record.seqOf('summary.md')}`]);
    const torn = panelRecord().patch('r1/go-on', (entry) => ({
      ...entry,
      data: { ...entry.data, step: { id: 'r1/go-on', index: 0, count: 2, attempt: 1, elapsed_ms: 1 } },
    }));
    expect(told(await lintRecord(torn))).toEqual([`structure error ${torn.seqOf('r1/go-on')}`]);
  });

  it('finds a step without its beginning, and one that is written twice', async () => {
    const headless = panelRecord().patch('r1/go-on', (entry) => ({
      ...entry,
      data: { ...entry.data, step: { id: 'r1/go-on', index: 1, count: 2, attempt: 1, elapsed_ms: 1 } },
    }));
    expect(told(await lintRecord(headless))).toEqual([`structure error ${headless.seqOf('r1/go-on')}`]);
    await expectOnly(
      (record) =>
        record.after('r2/relay', { ...note('again', { kind: 'go_on', round: 1 }, 'Again.'), step: 'r1/go-on' }),
      'structure error again',
    );
  });
});

describe('verification', () => {
  it('finds each owed source without a result once the debate is over, and none before', async () => {
    const unchecked = (record: RecordBuilder) => record.remove('verify/opening/ann', 'verify/r2/turn/bob');
    await expectOnly(unchecked, 'structure error opening/ann', 'structure error r2/turn/bob');
    const record = unchecked(panelRecord());
    const entries = record.build().slice(0, record.seqOf('closing/end') + 1);
    expect(await lintText(logText(entries))).toEqual([]);
  });

  it('names the source', async () => {
    const problems = await lintRecord(panelRecord().remove('verify/opening/ann'));
    expect(problems[0]?.message).toContain(sourceOf('opening/ann').url);
  });

  it('says what can be done about it in a debate of ours, and nothing of an import', async () => {
    const unchecked = () => panelRecord().remove('verify/opening/ann');
    const [own] = await lintRecord(unchecked());
    expect(own?.message).toMatch(/although the debate is over\. "rostrum resume" checks it\.$/);
    const imported = { at: '2026-03-01T00:00:00.000Z', system: 'dialectic' };
    const [other] = await lintRecord(unchecked().remove('ready').edit('setup', { data: { imported } }));
    expect(other?.message).toMatch(/although the debate is over\.$/);
  });
});

describe('announcements', () => {
  it.each([
    ['readiness', ['ready'], 'opening/ann'],
    ['the end of phase 1', ['opening/end'], 'r1/start'],
    ["a round's start", ['r2/start'], 'r2/turn/ann'],
    ["the first round's start", ['r1/start'], 'r1/turn/ann'],
    ['a relay', ['r1/relay'], 'r1/start'],
    ['the last relay', ['r2/relay'], 'r2/start'],
    ['the question to the audience', ['r2/audience'], 'r2/start'],
    ['the unresolved points', ['unresolved'], 'closing/bob'],
    ['the end of phase 3', ['closing/end'], 'conclusion'],
    ["the audience's conclusion", ['audience-conclusion'], 'conclusion'],
  ])('misses %s', (_, keys, at) => expectOnly((record) => record.remove(...keys), `structure error ${at}`));

  it('wants the unresolved points before the closings', () =>
    expectOnly((record) => record.move('unresolved', 'closing/ann'), 'structure error closing/bob'));

  it('comes to an end whatever number a round has', async () => {
    const record = panelRecord().edit('r2/start', {
      content: 'Round 999999999 of 3 beginning.',
      data: { round: 999_999_999 },
    });
    const problems = await lintRecord(record);
    expect(told(problems)).toContain(`5 error ${record.seqOf('r2/start')}`);
    expect(problems.length).toBeLessThan(10);
  });

  it('finds a round that is announced twice', () =>
    expectOnly(
      (record) =>
        record.before(
          'r1/relay',
          notice('twice', { kind: 'round_start', round: 1 }, 'Round 1 of 3 beginning.', 'rebuttal'),
        ),
      'structure error twice',
    ));

  it('takes a failure for the conclusion of the audience, and a question for its being asked', async () => {
    await expectOnly((record) =>
      record
        .remove('audience-conclusion')
        .before(
          'summary.md',
          note('audience-conclusion', { kind: 'failure' }, 'The audience’s conclusion failed: no answer.'),
        ),
    );
    await expectOnly((record) =>
      record.remove('r1/audience').before('r1/go-on', {
        key: 'asked',
        step: 'r1/audience',
        draft: () => ({
          phase: 'rebuttal',
          speaker: 'audience',
          type: 'audience_question',
          content: 'To bob: why?',
          data: { to: 'bob' },
        }),
      }),
    );
  });
});

describe('closings', () => {
  it('finds a new figure, and a new source', async () => {
    await expectOnly(
      (record) => record.edit('closing/ann', { content: 'In the end 98,765 builds failed, 14 minutes each.' }),
      'structure error closing/ann',
    );
    await expectOnly(
      (record) =>
        record
          .edit('closing/ann', { sources: [sourceOf('new')] })
          .edit('verify/closing/ann', { data: { url: sourceOf('new').url, status: 'verified' } }),
      'structure error closing/ann',
    );
  });

  it('names the figures and no others', async () => {
    const record = panelRecord().edit('closing/ann', {
      content: 'It is 37% of 14 minutes, or fourteen, but 98,765 builds, 98,765.',
    });
    const [problem] = await lintRecord(record);
    expect(problem?.message).toContain('98,765 stands in no earlier entry');
    expect(problem?.message).not.toMatch(/37%|14|fourteen/);
  });

  it('finds a figure that stood only in what had been struck, but lets one stand that was struck later', async () => {
    const redaction = (key: string): Line => ({
      key,
      step: key,
      draft: (seqOf) => ({
        phase: 'system',
        speaker: 'chair',
        type: 'redaction',
        content: 'REDACTED.',
        target_seq: seqOf('r1/turn/ann'),
        data: { kind: 'fabricated', reason: 'fabricated' },
      }),
    });
    const said = (record: RecordBuilder) =>
      record
        .edit('r1/turn/ann', { content: 'Some 98,765 builds failed.' })
        .edit('r1/turn/bob', (seqOf) => ({ rebuttal_to_seq: seqOf('opening/ann') }))
        .edit('closing/ann', { content: 'Some 98,765 builds failed.' });
    await expectOnly(said);
    await expectOnly(
      (record) => said(record).before('closing/bob', redaction('struck')),
      'structure error closing/ann',
    );
    await expectOnly((record) => said(record).after('closing/end', redaction('struck')));
  });
});

describe('the outcome', () => {
  it('is one that there can be', async () => {
    const named = (outcome: string) => ({
      content: `Debate concluded. Outcome: ${outcome}.`,
      data: { outcome, reason: 'so' },
    });
    await expectOnly((record) => record.edit('conclusion', named('ann_wins')));
    await expectOnly((record) => record.edit('conclusion', named('eve_wins')), 'structure error conclusion');
  });

  it('is the same in words and data, and there is one', async () => {
    await expectOnly(
      (record) => record.edit('conclusion', { content: 'Debate concluded. Outcome: ann_wins.' }),
      'structure error conclusion',
    );
    await expectOnly(
      (record) =>
        record.before('audience-conclusion', {
          key: 'again',
          draft: () => ({
            phase: 'system',
            speaker: 'chair',
            type: 'conclusion',
            content: 'Debate concluded. Outcome: ann_wins.',
            data: { outcome: 'ann_wins', reason: 'so' },
          }),
        }),
      'structure error again',
    );
    await expectOnly((record) => record.remove('conclusion'), 'structure error audience-conclusion');
  });
});
