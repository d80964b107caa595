import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import type { VerificationStatus } from '../../../../src/debate/log/entryData';
import type { Body } from '../../../../src/shared/protocol';
import { longestContent } from '../../../../src/shared/protocol';
import { bodiesAt, bodyAt, disclosedAt } from '../../../../src/ui/panel/bodies';
import { entriesAsMarkdown } from '../../../../src/ui/panel/debateRequests';
import { opened } from '../../../support/logs';
import { transcript } from '../../../../src/reports/transcript';
import { costs, loadTest, ReportRecord, sampleDebate, source } from '../../../support/reportRecord';
import { tempFolder } from '../../../support/tempFolder';

const options = { limit: longestContent, isBeingChecked: false };
const body = (log: DebateLog, at: number, isBeingChecked = false): Body => {
  const found = bodyAt(log, at, { ...options, isBeingChecked });
  if (found === undefined) throw new Error(`nothing at ${at}`);
  return found;
};
const everything = (log: DebateLog): number[] => log.state.headers.map((_, at) => at);

const unread = {
  exists: 'not_judged',
  quote: 'not_judged',
  figures: 'not_judged',
  attribution: 'not_judged',
  support: 'not_judged',
};
const passed = { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'not_applicable', support: 'same' };

/** A record in which one source is cited and was checked. */
function checkedOnce(url: string, status: VerificationStatus, data: Record<string, unknown>) {
  const record = new ReportRecord();
  record.setup();
  const seq = record.add({ speaker: 'cfo', type: 'new_point', content: 'x', sources: [source(url, 'T')] });
  record.verify(seq, url, status, data);
  return { record, seq };
}

describe('the body of an entry', () => {
  it('holds its text, its sources with their marks, and what it declares', async () => {
    const { record, sre, cfo, rebuttal } = sampleDebate();
    const log = await record.open();
    const opening = body(log, sre);
    expect(opening).toMatchObject({ at: sre, seq: sre, line: sre + 1, attempt: 1, elapsedMs: 1000 });
    expect(opening.content).toContain('The load test speaks for itself.');
    expect(opening.asides).toEqual([{ kind: 'introduces', text: 'Introduces the framework “Error budget”' }]);
    expect(opening.sources).toMatchObject([
      {
        index: 0,
        place: 'workspace',
        label: 'docs/load-test.md:10–20',
        status: 'verified',
        words: 'exists · quote · supports',
        result: sre + 1,
        isVouched: false,
      },
      // Corrected by an entry whose source was verified: that one is pointed at, not the ruling before it.
      {
        index: 1,
        label: 'docs/pages.md',
        status: 'unreliable',
        words: 'corrected: quote not found · claim not supported',
        ruling: rebuttal,
      },
    ]);
    expect(opening.sources[1]?.explanation).toBe('The quotation does not stand there.');
    expect(opening.sources[0]?.checks.map(({ name, result }) => `${name}: ${result}`)).toContain('Quote: passed');
    expect(body(log, cfo).sources).toMatchObject([{ place: 'web', label: 'Costs | a table', url: costs }]);
    expect(body(log, rebuttal).asides.map(({ kind, text }) => [kind, text])).toEqual([
      ['corrects', 'Corrects seq 2: docs/pages.md is replaced by docs/load-test.md:10–20 (wrong file)'],
      ['concedes', `Concedes seq ${cfo}: “The bill doubles.”`],
    ]);
  });

  it('says what is checked, what will not be, and what was checked without being cited', async () => {
    const record = new ReportRecord();
    record.setup();
    const sources = [1, 2, 3, 4, 5, 6].map((number) => source(`https://x.org/${number}`, ''));
    const seq = record.add({ speaker: 'cfo', type: 'new_point', content: 'Six.', sources });
    record.verify(seq, 'https://elsewhere.org/', 'unreliable');
    const log = await record.open();
    expect(body(log, seq, true).sources.map(({ words }) => words)).toEqual([
      ...Array.from({ length: 5 }, () => 'being checked'),
      ...['not checked', 'quote not found · claim not supported'],
    ]);
    expect(
      body(log, seq)
        .sources.slice(0, 2)
        .map(({ words, status }) => [words, status]),
    ).toEqual([
      ['not checked', 'pending'],
      ['not checked', 'pending'],
    ]);
    expect(body(log, seq).sources[6]).toMatchObject({
      index: 6,
      url: 'https://elsewhere.org/',
      label: 'elsewhere.org',
      isVouched: false,
    });
  });

  it.each([
    ['fabricated', { ...unread, exists: 'fail' }, 'no such file'],
    ['unreliable', { ...passed, figures: 'fail' }, 'figure differs'],
    ['unverified', { ...passed, support: 'not_judged' }, 'support not judged'],
    ['unverified', { ...passed, figures: 'fail' }, 'figure differs'],
    ['unverified', { ...passed, figures: 'approximate' }, 'figure stands elsewhere'],
    ['unverified', unread, 'could not be read'],
    ['unverified', { ...passed, quote: 'approximate' }, 'punctuation differs'],
    ['verified', passed, 'quoted · exists · figures'],
    ['verified', undefined, 'verified'],
  ] as const)('words a mark: %s %o', async (status, checks, words) => {
    const { record, seq } = checkedOnce(loadTest, status, { checks });
    expect(body(await record.open(), seq).sources[0]).toMatchObject({ status, words });
  });

  it.each([
    ['dead', undefined, 'gone'],
    ['no_host', undefined, 'not reached'],
    ['timeout', undefined, 'not reached'],
    ['server', 503, 'not reached (503)'],
    ['blocked', 403, 'blocked (403)'],
    ['robots', undefined, 'not to be read by programs'],
    ['tls', undefined, 'no trusted connection'],
    ['too_large', undefined, 'too large'],
    ['too_complex', undefined, 'too complex'],
    ['unsupported', undefined, 'kind is not read'],
    ['refused', undefined, 'address refused'],
    ['of-a-later-version', undefined, 'could not be read'],
  ])('says in short why a page was not read: %s', async (refusal, status, words) => {
    const { record, seq } = checkedOnce(costs, 'unverified', {
      checks: unread,
      refusal,
      ...(status === undefined ? {} : { http_status: status }),
    });
    const opened = await record.open();
    expect(body(opened, seq).sources[0]?.words).toBe(words);
    expect(transcript(opened.view)).toContain(`? unverified: ${words}`);
  });

  it.each([
    ['verified', passed, 'quoted · gone; archive copy · figures'],
    ['unverified', { ...passed, support: 'not_judged' }, 'gone; archive copy · support not judged'],
    ['unreliable', { ...passed, quote: 'fail', support: 'not_judged' }, 'gone; archive copy · quote not found'],
  ] as const)('says that the copy of an archive was checked: %s', async (status, checks, words) => {
    const { record, seq } = checkedOnce(costs, status, {
      checks,
      archived: { by: 'An archive', url: 'https://archive.example/1', date: '2024-05-17' },
    });
    const opened = await record.open();
    expect(body(opened, seq).sources[0]?.words).toBe(words);
    const said = status === 'verified' ? 'quoted: gone; archive copy · quote · figures' : `${status}: ${words}`;
    expect(transcript(opened.view)).toContain(said);
  });

  it('says that the user vouches for a source, whose mark stays', async () => {
    const { record, seq } = checkedOnce(costs, 'unverified', { checks: unread, refusal: 'blocked', http_status: 403 });
    const by = record.add({
      speaker: 'user',
      type: 'verification_result',
      target_seq: seq,
      content: 'I read it.',
      data: { url: costs, status: 'verified' },
    });
    expect(body(await record.open(), seq).sources[0]).toMatchObject({
      status: 'unverified',
      isVouched: true,
      vouchedOn: '2026-11-04',
      result: by,
      words: 'blocked (403)',
    });
    expect(body(await record.open(), seq).sources[0]?.explanation).toBe('It does not hold (unverified).');
  });

  it('is cut where it is long, without cutting a character, and whole on request', async () => {
    const record = new ReportRecord();
    record.setup();
    const long = `x${'😀'.repeat(50_000)}`;
    const seqs = Array.from({ length: 40 }, () => record.add({ speaker: 'cfo', type: 'new_point', content: long }));
    const log = await record.open();
    const cut = body(log, 1);
    expect([cut.content.length, cut.wholeLength]).toEqual([longestContent - 1, long.length]);
    expect(cut.content.endsWith('😀')).toBe(true);
    expect(bodiesAt(log, [1], { isWhole: true, isBeingChecked: false })).toMatchObject([{ content: long }]);
    const many = bodiesAt(log, seqs, { isBeingChecked: false });
    expect(many).toHaveLength(40);
    expect(JSON.stringify(many).length).toBeLessThan(2.4 * 1024 * 1024);
    expect(many.at(-1)).toMatchObject({ wholeLength: long.length });
  });

  it('goes by position, and shows results of the ancestors as what they are', async () => {
    const record = new ReportRecord();
    record.add({ speaker: 'a', type: 'new_point', content: 'first', seq: 0 });
    record.add({ speaker: 'a', type: 'new_point', content: 'second', seq: 0 });
    record.add({
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: 0,
      content: '{"url": "https://x.org", "status": "verified"}',
    });
    const log = await record.open();
    expect([0, 1].map((at) => [body(log, at).content, body(log, at).line])).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
    expect(body(log, 2).content).toMatch(/^```json\n\{.*\}\n```$/);
    expect(bodyAt(log, 3, options)).toBeUndefined();
  });
});

describe('struck text', () => {
  const secret = 'Seven of nine auditors were paid for their silence by the firm, it is said.';
  const title = 'A title of the struck source that is long enough to be found again';

  async function redactedLog() {
    const record = new ReportRecord();
    record.setup();
    const bad = record.add({
      speaker: 'cfo',
      type: 'new_point',
      content: secret,
      sources: [source('https://x.org/', title, { quote: secret, claim: secret })],
      data: { concedes: [], introduces: [{ name: secret, description: secret }], kind: secret },
    });
    record.verify(bad, 'https://x.org/', 'fabricated', { explanation: `Nobody wrote “${secret}”` });
    record.add({
      speaker: 'sre',
      type: 'rebuttal',
      rebuttal_to_seq: bad,
      content: `> ${secret}\n\nNo.`,
      sources: [source('https://y.org/', secret, { quote: secret })],
      data: { acknowledges: [bad], concedes: [{ seq: bad, claim: 'Nine auditors.' }] },
    });
    record.add({
      speaker: 'sre',
      type: 'source_challenge',
      target_seq: bad,
      content: 'I doubt it.',
      data: { url: 'https://x.org/', claim: secret },
    });
    record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: bad,
      content: `Ruling on seq ${bad}: ${secret}`,
      data: { kind: 'challenge', reason: secret, url: 'https://x.org/' },
    });
    record.strike(bad, 'cfo', 'Made up.');
    record.conclude('sre_wins', { reason: `Although ${secret}` });
    return { log: await record.open(), bad };
  }

  it('is in no body and in no copy', async () => {
    const { log, bad } = await redactedLog();
    const bodies = bodiesAt(log, everything(log), { isBeingChecked: false });
    const copied = entriesAsMarkdown(log, everything(log));
    for (const text of [JSON.stringify(bodies), copied]) {
      expect(text).not.toContain('auditors were paid');
      expect(text).not.toContain('title of the struck source');
    }
    expect(bodies[bad]).toMatchObject({
      content: '',
      sources: [],
      asides: [],
      redacted: { by: 6, reason: 'Made up.' },
    });
    expect(bodies[bad]).not.toHaveProperty('disclosed');
    expect(copied).toContain('Struck from the record by seq 6: Made up.');
  });

  it('is told with the place of a file, not with its address', async () => {
    const record = new ReportRecord();
    record.setup();
    const bad = record.add({ speaker: 'cfo', type: 'new_point', content: secret });
    record.strike(bad, 'cfo', 'Fabricated source workspace:docs/vault.md#L1.');
    const [body] = bodiesAt(await record.open(), [bad], { isBeingChecked: false });
    expect(body?.redacted?.reason).toBe('Fabricated source docs/vault.md:1.');
  });

  it('is disclosed of the struck entry alone', async () => {
    const { log, bad } = await redactedLog();
    expect(disclosedAt(log, bad)).toMatchObject({ content: '', disclosed: secret });
    expect(disclosedAt(log, bad + 2)).toBeUndefined();
  });
});

describe('entries as Markdown', () => {
  it('say who, what, when, on what grounds', async () => {
    const { record, sre, rebuttal } = sampleDebate();
    const text = entriesAsMarkdown(await record.open(), [sre, rebuttal]);
    expect(text).toContain('**[seq 2] sre** · opening statement · 4 November 2026, 10:00:40 UTC');
    expect(text).toContain('1. `docs/load-test.md:10–20` — ✓ exists · quote · supports\n\n   > “p99 fell to 120 ms”');
    expect(text).toContain('· rebuttal to seq 6 ·');
    expect(text).not.toContain('\n## ');
  });
});

it('an unreadable line of a log is no entry and hides none', async () => {
  const path = pathOfLog(tempFolder());
  const { record, sre } = sampleDebate();
  record.lines.splice(1, 0, 'not json\n');
  writeFileSync(path, record.lines.join(''));
  const log = await opened(path);
  expect(body(log, sre)).toMatchObject({ seq: sre, line: sre + 2 });
});
