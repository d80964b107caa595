import { describe, expect, it } from 'vitest';
import { lintRecord, told } from '../../../support/lintLog';
import { documentsOf, panelRecord } from '../../../support/panelRecord';
import type { RecordBuilder } from '../../../support/recordBuilder';

/** What the documents in a folder must not hold, and where they have to agree with the log. */

const secret = 'a sentence of bob that nobody was ever meant to read in any of the documents';
const bobUrl = 'workspace:r1-turn-bob.md#L1-L3';

/** Bob's rebuttal in round 1 is redacted; the transcript and the counts know it. */
function redactedRecord(): RecordBuilder {
  return panelRecord()
    .edit('r1/turn/bob', { content: `Hear ${secret}, and more.` })
    .edit('verify/r1/turn/bob', { data: { url: bobUrl, status: 'fabricated' } })
    .after('verify/r1/turn/bob', {
      key: 'struck',
      step: 'finding/14',
      draft: (seqOf) => ({
        phase: 'system',
        speaker: 'chair',
        type: 'redaction',
        target_seq: seqOf('r1/turn/bob'),
        content: 'REDACTED: reason.',
        data: { kind: 'fabricated', reason: 'fabricated', url: bobUrl },
      }),
    });
}

function redactedDocuments(record: RecordBuilder, change: Record<string, string> = {}): Map<string, string> {
  const documents = documentsOf(record);
  const metadata = JSON.parse(documents.get('metadata.json') ?? '') as Record<string, unknown>;
  Object.assign(metadata, {
    redaction_count: 1,
    redactions: [{ seq: record.seqOf('r1/turn/bob'), speaker: 'bob', reason: 'fabricated' }],
    verification_results: { verified: 7, unreliable: 0, fabricated: 1, unverified: 0 },
  });
  documents.set('metadata.json', JSON.stringify(metadata));
  documents.set('transcript.md', 'The entry is struck.');
  for (const [name, text] of Object.entries(change)) documents.set(name, text);
  return documents;
}

describe('rule 18: the same space for each', () => {
  const words = (count: number) => 'word '.repeat(count);
  const summary = (...counts: readonly number[]) =>
    `# Summary\n\n## Key Arguments\n\n### ann\n\n${words(counts[0] ?? 0)}\n\n### bob\n\n${words(counts[1] ?? 0)}\n\n## Outcome\n\n${words(500)}`;
  const lint = async (text: string) => {
    const record = panelRecord();
    return await lintRecord(record, new Map([...documentsOf(record), ['summary.md', text]]));
  };

  it('allows a quarter more or less than the mean', async () => {
    expect(await lint(summary(75, 125))).toEqual([]);
    const [problem, ...others] = await lint(summary(70, 130));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ rule: '18', severity: 'error' });
    expect(problem?.message).toContain('ann 70, bob 130');
  });

  it("reads the ancestor's headings, and says nothing where there are none", async () => {
    const ancestral = (one: number, other: number) =>
      `## Key Arguments -- Affirmative (Ann)\n\n${words(one)}\n\n## Key Arguments -- Negative (Bob)\n\n${words(other)}\n`;
    expect(await lint(ancestral(100, 110))).toEqual([]);
    expect(told(await lint(ancestral(10, 110)))).toEqual([expect.stringContaining('18 error')]);
    expect(await lint('# Summary\n\nNothing to tell.')).toEqual([]);
  });

  it("of a log alone judges the Reporter's part in it, and counts nobody out who was struck", async () => {
    const record = panelRecord().edit('summary.md', { content: summary(10, 100) });
    expect(told(await lintRecord(record))).toEqual([`18 error ${record.seqOf('summary.md')}`]);
  });
});

describe('rule 19: struck text', () => {
  const lint = async (change: Record<string, string>) => {
    const record = redactedRecord();
    return { record, problems: await lintRecord(record, redactedDocuments(record, change)) };
  };

  it('finds nothing where nothing is', async () => {
    expect((await lint({})).problems).toEqual([]);
    expect((await lint({ 'transcript.md': secret.slice(0, 39) })).problems).toEqual([]);
  });

  it.each([
    ['as it stands', `One line.\n\nAnother: ${secret}.`],
    ['wrapped', `One line.\n\nAnother: ${secret.replaceAll(' ', '\n')}.`],
    ['quoted', `One line.\n\n> Another: ${secret.slice(0, 30)}\n> ${secret.slice(30).trimStart()}.`],
    [
      'escaped',
      `One line.\n\nAnother: ${secret.replace('nobody', 'no\\body').replace('\\b', 'b').replace('bob', '\\bob').replace('\\b', 'b')}.`,
    ],
  ])('finds it %s, names entry and line, and does not repeat it', async (_, text) => {
    const { record, problems } = await lint({ 'transcript.md': text });
    expect(told(problems)).toEqual([`19 error ${record.seqOf('r1/turn/bob')}`]);
    expect(problems[0]?.message).toContain('transcript.md holds text of seq');
    expect(problems[0]?.message).toContain('in line 3');
    expect(problems[0]?.message).not.toContain('nobody');
  });

  it('finds it in metadata.json, whatever the escapes', async () => {
    const record = redactedRecord();
    const metadata = JSON.parse(redactedDocuments(record).get('metadata.json') ?? '') as object;
    const text = JSON.stringify({ ...metadata, note: `x\n${secret}` }).replace(' of ', '\\u0020of ');
    const { problems } = await lint({ 'metadata.json': text });
    expect(told(problems)).toEqual([`19 error ${record.seqOf('r1/turn/bob')}`]);
  });

  it("lets the topic and the struck source's address stand", async () => {
    const topic = 'Should the team keep its one big repository for the next year?';
    const record = redactedRecord().edit('r1/turn/bob', { content: `${topic} ${secret}` });
    const documents = redactedDocuments(record, { 'transcript.md': `# ${topic}\n\nStruck: ${bobUrl}` });
    expect(await lintRecord(record, documents)).toEqual([]);
  });
});

describe('rule 20: no blog post on void', () => {
  const voided = (record: RecordBuilder) =>
    record.edit('conclusion', {
      content: 'Debate concluded. Outcome: void. Reason: so.',
      data: { outcome: 'void', reason: 'so' },
    });

  it('finds the file, and the entry', async () => {
    const record = voided(panelRecord());
    expect(told(await lintRecord(record))).toEqual([`20 error ${record.seqOf('blog-post.md')}`]);
    const without = voided(panelRecord().remove('blog-post.md'));
    expect(await lintRecord(without)).toEqual([]);
    const found = await lintRecord(without, new Map([['blog-post.md', '# On it']]));
    expect(told(found)).toEqual([`20 error ${without.seqOf('conclusion')}`]);
    expect(found[0]?.message).toMatch(/Remove the file\.$/);
    const [logged] = await lintRecord(record);
    expect(logged?.message).toBe('A blog post was written although the outcome is void.');
  });
});

describe('the documents and the log', () => {
  const lint = async (change: (metadata: Record<string, unknown>) => object) => {
    const record = panelRecord();
    const documents = documentsOf(record);
    const metadata = JSON.parse(documents.get('metadata.json') ?? '') as Record<string, unknown>;
    documents.set('metadata.json', JSON.stringify(change(metadata)));
    return await lintRecord(record, documents);
  };

  it.each([
    ['entries', { total_entries: 7 }, 'counts 7 entries, the log 43.'],
    ['rounds', { total_rounds: 3 }, 'counts 3 rounds, the log 2.'],
    ['outcome', { outcome: 'void' }, 'gives the outcome “Void”, the log “Draw”.'],
    ['redactions', { redaction_count: 2 }, 'counts 2 redactions, the log 0.'],
    ['the entries struck', { redactions: [{ seq: 4 }] }, 'names as struck seq 4, the log none.'],
    [
      'results',
      { verification_results: { verified: 9, unreliable: 0, fabricated: 0, unverified: 0 } },
      'counts 9 verified sources, the log 8.',
    ],
  ])('agree in %s', async (_, change, words) => {
    const problems = await lint((metadata) => ({ ...metadata, ...change }));
    expect(told(problems)).toEqual(['structure error -']);
    expect(problems[0]?.message).toBe(`metadata.json ${words} Make the documents again: rostrum report.`);
    expect(problems[0]?.line).toBeNull();
  });

  it('are read leniently: what is not said is not held against them', async () => {
    expect(await lint(() => ({ topic: 'x' }))).toEqual([]);
    const unreadable = await lintRecord(panelRecord(), new Map([['metadata.json', '{']]));
    expect(told(unreadable)).toEqual(['structure error -']);
    const malformed = await lint((metadata) => ({ ...metadata, total_entries: 'many' }));
    expect(malformed[0]?.message).toContain('metadata.json cannot be read: its total entries is no number.');
  });

  it('name no entry that does not exist or was struck', async () => {
    const record = redactedRecord();
    const redacted = record.seqOf('r1/turn/bob');
    const summary = `## Debate Flow\n\nSee seq 2, [seq 999](transcript.md#seq-999) and (seqs 2, 3\nand ${redacted}).`;
    const problems = await lintRecord(record, redactedDocuments(record, { 'summary.md': summary }));
    expect(told(problems)).toEqual([`structure error ${redacted}`, 'structure error -']);
    expect(problems[0]?.message).toContain('which is struck');
    expect(problems[1]?.message).toContain('names seq 999, which is not in the log');
  });
});
