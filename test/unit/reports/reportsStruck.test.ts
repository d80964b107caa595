import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../src/debate/log/codec';
import type { Entry } from '../../../src/debate/log/entry';
import { objectOf } from '../../../src/debate/log/objects';
import { lintDebate } from '../../../src/debate/rules/lint/lint';
import type { RecordView } from '../../../src/debate/fold/view';
import { argumentGraph } from '../../../src/projections/formats/argumentGraph';
import { boardOf } from '../../../src/projections/formats/board';
import { verdictOf } from '../../../src/projections/verdict';
import { exportDebate, exportFormats } from '../../../src/reports/export/exportDebate';
import { documentsOf, writeDocuments } from '../../../src/reports/writeDocuments';
import { digestParts } from '../../../src/ui/chat/digestParts';
import { viewOf } from '../../support/formats/inMemory';
import { kept } from '../../support/oldRecords';
import { ReportRecord, source, step } from '../../support/reportRecord';

/** Rule 19: masked wherever it is repeated, for it has 40 characters and more. */
const long = 'the moon base of Lausanne paid for itself within eleven weeks';
/** Stands only where the whole text is about the redacted entry. */
const short = 'ZEBRA-77';
const url = 'https://invented.example/base';

/** A record in which everyone repeats what is redacted at its end. */
function repeated() {
  const record = new ReportRecord();
  record.setup();
  const redacted = record.add({
    speaker: 'sre',
    type: 'opening_statement',
    content: `I say that ${long}. ${short}`,
    sources: [
      source(url, `${short} title`, { quote: `${short} ${long}`, claim: `${short} claim` }),
      source('https://other.example/', short),
    ],
    data: {
      introduces: [{ name: `${short} frame`, description: `${short} description` }],
      concedes: [{ seq: 0, claim: short }],
      step: step('opening/sre', 0),
    },
  });
  record.verify(redacted, 'https://other.example/', 'unreliable', {
    explanation: `${short} does not stand there.`,
    notes: { quote: short },
  });
  record.add({
    speaker: 'chair',
    type: 'note',
    target_seq: redacted,
    content: `Review of seq ${redacted} (sre): ${short}.`,
    data: {
      kind: 'review',
      summary: `${short} in short`,
      frameworks: [{ name: 'Kept frame', description: `${short} too` }],
    },
  });
  record.round(1);
  record.add({
    speaker: 'cfo',
    type: 'rebuttal',
    rebuttal_to_seq: redacted,
    content: `They say “${long}”, and I doubt it.`,
    sources: [
      source('https://cfo.example/', 'Books', { quote: `He wrote: ${long}`, claim: `It is not so that ${long}` }),
    ],
    data: { concedes: [{ seq: redacted, claim: short }], step: step('r1/turn/cfo', 0) },
  });
  record.add({
    speaker: 'cfo',
    type: 'source_challenge',
    target_seq: redacted,
    content: `I challenge ${short}.`,
    data: { url, claim: `${short} claim`, step: step('r1/turn/cfo', 0, 1) },
  });
  const finding = record.verify(redacted, url, 'fabricated', {
    explanation: `${short} was never seen; nor that ${long}.`,
  });
  const by = record.strike(redacted, 'sre', `Fabricated source ${url}. It was to show that ${long}.`);
  return { record, redacted, finding, by };
}

/** What the others say of it afterwards, and the documents. */
function concluded() {
  const { record, redacted, by } = repeated();
  record.add({
    speaker: 'chair',
    type: 'announcement',
    content: `Pre-Phase-3 review: whether ${long}.`,
    data: { kind: 'unresolved', points: [{ text: `Whether ${long}`, seqs: [redacted] }] },
  });
  record.add({
    speaker: 'sre',
    type: 'closing_statement',
    content: `Still,\n${long.replaceAll(' ', '\n')}.`,
    data: {
      acknowledges: [by],
      correction: { seq: redacted, old_url: url, new_url: 'https://new.example/', reason: `because ${long}` },
      step: step('closing/sre', 0),
    },
  });
  record.conclude('void', {
    reason: `Nobody showed that ${long}.`,
    evaluations: [{ debater: 'sre', criteria: { sources: `held that ${long}` } }],
  });
  record.add({
    speaker: 'audience',
    type: 'audience_conclusion',
    content: `We liked that ${long}.`,
    data: { seqs: [redacted] },
  });
  record.document(
    'summary.md',
    `## Key Arguments\n\n### sre\n\n- ${long} (seq ${redacted})\n\n## Notable Exchanges\n\n- ${long}\n\n## Debate Flow\n\n${long}`,
  );
  record.document('assessor-report.md', `## Overall Quality\n\n${long}`);
  return { record, redacted, by };
}

async function writtenOf(record: ReportRecord): Promise<Record<string, string>> {
  const log = await record.open();
  const names = await writeDocuments(log);
  expect(
    readdirSync(log.folder)
      .filter((name) => /\.(?:md|json)$/.test(name))
      .sort(),
  ).toEqual([...names].sort());
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(log.folder, name), 'utf8')]));
}

describe('struck text (rule 19)', () => {
  it('is in no document, whoever repeated it and where', async () => {
    const documents = await writtenOf(concluded().record);
    expect(Object.keys(documents)).toHaveLength(5);
    for (const text of Object.values(documents)) {
      expect(text.replace(/\s+/g, ' ')).not.toContain(long);
      expect(text).not.toContain(short);
    }
    // The test means something only where the words stood.
    expect(documents['transcript.md']?.match(/\[REDACTED/g)?.length).toBeGreaterThan(8);
  });

  it('is in no document of an unfinished debate either', async () => {
    for (const text of Object.values(await writtenOf(repeated().record))) {
      expect(text.replace(/\s+/g, ' ')).not.toContain(long);
      expect(text).not.toContain(short);
    }
  });

  it('is not found by lint either, and the documents agree with the log', async () => {
    const { record } = concluded();
    const documents = new Map(Object.entries(await writtenOf(record)));
    const log = await record.open();
    const problems = lintDebate({
      view: log.view,
      logProblems: [],
      lines: log.lines,
      documents,
      lineOf: (seq) => log.lineOf(seq),
    });
    expect(problems.filter(({ message }) => /\.(?:md|json)\b/.test(message))).toEqual([]);
  });

  it('leaves a row in the verifier’s report, with the claim masked and the reason', async () => {
    const { record, finding, by } = repeated();
    const text = (await writtenOf(record))['verifier-report.md'] ?? '';
    expect(text).toContain(
      `| [seq 1](transcript.md#seq-1) | [invented.example/base](${url}) | [REDACTED] | ✗ fabricated | Entry struck by [seq ${by}](transcript.md#seq-${by}). ([seq ${finding}](transcript.md#seq-${finding})) |`,
    );
    expect(text).toContain(
      `[seq 1](transcript.md#seq-1) is struck with all its claims by [seq ${by}](transcript.md#seq-${by})`,
    );
  });

  it('counts in metadata.json', async () => {
    const { record, redacted } = concluded();
    const value = JSON.parse((await writtenOf(record))['metadata.json'] ?? '') as Record<string, unknown>;
    expect(value).toMatchObject({
      redaction_count: 1,
      redactions: [{ seq: redacted, speaker: 'sre', reason: `Fabricated source ${url}. It was to show[REDACTED]` }],
      verification_results: { verified: 0, unreliable: 1, fabricated: 1, unverified: 0 },
      outcome: 'void',
    });
  });
});

it('metadata.json turns the direction of nothing, and agrees with the log', async () => {
  const record = new ReportRecord();
  record.setup({ topic: 'To \u202emove' });
  record.strike(record.add({ speaker: 'sre', type: 'opening_statement', content: 'No.' }), 'sre', 'Not \u202eso.');
  record.conclude('the \u202eend', { reason: 'Be\u2066cause.' });
  const log = await record.open();
  await writeDocuments(log);
  const text = readFileSync(join(log.folder, 'metadata.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    topic: 'To move',
    outcome: 'the end',
    outcome_reason: 'Because.',
    redactions: [{ reason: 'Not so.' }],
  });
  const { view, problems, lines } = log;
  const documents = new Map([['metadata.json', text]]);
  const said = lintDebate({ view, logProblems: problems, lines, lineOf: (seq) => log.lineOf(seq) ?? null, documents });
  expect(said.filter(({ message }) => message.includes('metadata.json'))).toEqual([]);
});

/** With each sentence of a value changed. What is written in capitals throughout is a name of ours, such as a verdict. */
function sentencesIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return /\s/.test(value) && /[a-z]/.test(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => sentencesIn(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sentencesIn(item, change)]));
}

const sentence = 'ZEBRA is guilty.';

/** Only with these words in one of its entries, which was redacted then. */
function redactedWith(entries: readonly Entry[], redacted: Entry): RecordView {
  const changed = entries.map((one): Entry => {
    if (one !== redacted) return one;
    const data = one.data === undefined ? {} : { data: objectOf(sentencesIn(one.data, () => sentence)) };
    return { ...one, content: sentence, ...data };
  });
  const { timestamp, seq: last } = entries.at(-1) ?? redacted;
  const redaction: Entry = {
    seq: last + 1,
    timestamp,
    phase: 'system',
    speaker: 'chair',
    type: 'redaction',
    content: 'Entry is struck.',
    sources: null,
    rebuttal_to_seq: null,
    target_seq: redacted.seq,
    data: { reason: 'Off the record.' },
  };
  return viewOf([...changed, redaction]);
}

async function shownOf(view: RecordView): Promise<[string, string][]> {
  const documents = documentsOf(view).map(({ name, build }): [string, string] => [name, build(view) ?? '']);
  const exported = exportFormats.map(async (format): Promise<[string, string]> => [
    format,
    await exportDebate({ view, folder: '/nowhere' }, format),
  ]);
  const shown = [verdictOf(view), boardOf(view), argumentGraph(view), digestParts(view, '/nowhere')];
  return [...documents, ...(await Promise.all(exported)), ['shown', JSON.stringify(shown)]];
}

describe('words of a redacted entry, however short', () => {
  it.each(['panel-scripted-done', 'panel-concluded', 'tribunal-scripted-done', 'dialectic-scripted-done'])(
    'stand in no document, export, card or graph of %s',
    async (name) => {
      const lines = readFileSync(join(kept(name), 'debate-log.jsonl'), 'utf8')
        .trimEnd()
        .split('\n');
      const entries = lines.map(parseLine).flatMap((line) => (line.kind === 'entry' ? [line.entry] : []));
      const leaks: string[] = [];
      for (const entry of entries.filter(({ type }) => type !== 'setup' && type !== 'redaction'))
        for (const [where, text] of await shownOf(redactedWith(entries, entry)))
          if (text.includes('ZEBRA'))
            leaks.push(`${entry.type} ${entry.seq} in ${where}: ${text.slice(0, text.indexOf('ZEBRA')).slice(-80)}`);
      expect(leaks).toEqual([]);
    },
  );
});
