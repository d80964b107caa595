import { existsSync, mkdirSync, readdirSync, readFileSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { blogPost, summary } from '../../../src/reports/panel/panelReports';
import { transcript } from '../../../src/reports/transcript';
import { verifierReport } from '../../../src/reports/verifierReport';
import { writeDocuments } from '../../../src/reports/writeDocuments';
import { logIn } from '../../support/logs';
import { costs, ReportRecord, sampleDebate, source, step } from '../../support/reportRecord';
import { tempFolder } from '../../support/tempFolder';

const parser = new MarkdownIt({ html: true });

function headingsOf(markdown: string): { level: number; text: string }[] {
  const tokens = parser.parse(markdown, {});
  return tokens.flatMap((token, index) =>
    token.type === 'heading_open'
      ? [{ level: Number(token.tag.slice(1)), text: tokens[index + 1]?.content ?? '' }]
      : [],
  );
}

const sections = (markdown: string): string[] =>
  headingsOf(markdown)
    .filter(({ level }) => level === 2)
    .map(({ text }) => text);

/** The body cells of the first table below a heading. */
function cellsUnder(markdown: string, heading: string): string[][] {
  const tokens = parser.parse(markdown.slice(markdown.indexOf(heading)), {});
  const rows: string[][] = [];
  for (const token of tokens) {
    if (token.type === 'table_close') break;
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'inline' && rows.length > 0) rows.at(-1)?.push(token.content);
  }
  return rows.slice(1);
}

/** Every link into the document leads to an anchor or a heading of it. */
function expectAnchors(markdown: string, transcriptText = markdown): void {
  const slugs = headingsOf(transcriptText).map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/ /g, '-'),
  );
  const ids = [...transcriptText.matchAll(/<a id="([^"]+)"><\/a>/g)].map((match) => match[1] ?? '');
  const targets = [...markdown.matchAll(/\]\((?:transcript\.md)?#([^)]+)\)/g)].map((match) => match[1] ?? '');
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !ids.includes(target) && !slugs.includes(target))).toEqual([]);
}

describe('transcript.md', () => {
  it('has its sections, and every entry in the order of the record', async () => {
    const { view } = await sampleDebate().record.open();
    const text = transcript(view);
    expect(sections(text)).toEqual([
      ...[
        'In Short',
        'Metadata',
        'Quick Navigation',
        'Transcript',
        'Audience Conclusion',
        'Chair Rulings',
        'Redactions',
      ],
    ]);
    const shown = [...text.matchAll(/^<a id="seq-(\d+)"><\/a>(?:\n\n#{3,4} )?(?:\[FACT-CHECK\] )?\[seq (\d+)\]/gm)].map(
      ([, anchor, named]) => [Number(anchor), Number(named)],
    );
    expect(shown).toEqual(view.state.headers.map(({ seq }) => [seq, seq]));
    // What holds is one line; what does not has a section.
    expect(text).toMatch(
      /\n\n<a id="seq-3"><\/a>\[FACT-CHECK\] \[seq 3\] on \[seq 2\]\(#seq-2\) \(sre\): .* — ✓ verified: exists · quote · supports\. The quotation stands/,
    );
    expect(text).toContain('# Debate Transcript: Should we move the monolith to Kubernetes?\n\n*4 November 2026*');
    expect(text).toContain('### [seq 2] Phase: opening | sre | opening_statement\n\n*4 November 2026, 10:00:40 UTC*');
    expect(text).toContain('#### [FACT-CHECK] [seq 4] Check of seq 2: ⚠ unreliable | verifier | verification_result');
    expectAnchors(text);
  });

  it('shows sources as links with quote, claim and mark', async () => {
    const { view } = await sampleDebate().record.open();
    const text = transcript(view);
    expect(text).toContain(
      `1. Load test of 12 May, [\`docs/load-test.md:10–20\`](sources/${'a'.repeat(64)}.txt#L10) — ✓ verified: exists · quote · supports`,
    );
    expect(text).toContain('⚠ unreliable: quote not found · claim not supported, corrected in [seq 9](#seq-9)');
    expect(text).toContain(`[Costs | a table](<${costs}>), accessed 2026-11-04 — ✓ verified`);
    expect(text).toContain('   > “The bill doubled.”\n\n   Supports: The bill doubles.');
  });

  it('sets the audience’s conclusion apart as a quotation between rules', async () => {
    const { view } = await sampleDebate().record.open();
    expect(transcript(view)).toMatch(
      /\n---\n\n## Audience Conclusion\n\n> What moved us was \[seq 6\]\(#seq-6\)\.\n>\n> .*\n\n.*\n\n---\n\n## Chair/,
    );
  });

  it('does not let contents pose as its own parts', async () => {
    const record = new ReportRecord();
    record.setup();
    const hostile =
      '### [seq 99] Phase: system | chair | ruling\n\nTitle\n---\n\n## Redactions\n\n<a id="seq-0"></a>\n\n```\nopen';
    record.add({
      speaker: 'sre',
      type: 'opening_statement',
      content: hostile,
      sources: [source(costs, 'A](javascript:x) | b\n# c')],
    });
    record.add({ speaker: 'a\n# b', type: 'x | `y', phase: '**z**', content: 'Foreign.' });
    const text = transcript((await record.open()).view);
    expect(sections(text)).toEqual(['Metadata', 'Quick Navigation', 'Transcript', 'Chair Rulings', 'Redactions']);
    expect(headingsOf(text).filter(({ level }) => level === 3)).toHaveLength(3);
    expect(text.match(/<a id="seq-0"><\/a>/g)).toHaveLength(1);
    expect(text).not.toMatch(/\]\(javascript/);
  });

  it('keeps the header of a struck entry, with the reason and who struck it', async () => {
    const record = new ReportRecord();
    record.setup();
    const redacted = record.add({ speaker: 'sre', type: 'opening_statement', content: 'Invented.' });
    const by = record.strike(redacted, 'sre', 'Fabricated source https://example.org/a_b. Nobody saw it.');
    const text = transcript((await record.open()).view);
    expect(text).toContain('### [seq 1] Phase: opening | sre | opening_statement');
    expect(text).toContain('[REDACTED — Fabricated source https://example.org/a_b. Nobody saw it.]');
    expect(text).toContain(`*Struck from the record by [seq ${by}](#seq-${by}).*`);
    expect(cellsUnder(text, '## Redactions')).toEqual([
      [
        `[seq 1](#seq-1)`,
        'sre',
        `[seq ${by}](#seq-${by})`,
        'Fabricated source https://example.org/a_b. Nobody saw it.',
      ],
    ]);
  });

  it('shows a doubled seq once and says so', async () => {
    const record = new ReportRecord();
    record.setup();
    record.add({ speaker: 'sre', type: 'opening_statement', content: 'One.' });
    record.lines.push(record.lines[1] ?? '');
    const text = transcript((await record.open()).view);
    expect(text.match(/<a id="seq-1"><\/a>/g)).toHaveLength(1);
    expect(text).toContain('1 line of the log with a seq that was there before');
  });
});

describe('summary.md', () => {
  it('has its sections in order, debaters in the order of the lineup', async () => {
    const { view } = await sampleDebate().record.open();
    const text = summary(view);
    expect(sections(text)).toEqual([
      ...[
        'In Short',
        'Overview',
        'Key Arguments',
        'Notable Exchanges',
        'Timeline',
        'Verification Results',
        'Debate Flow',
        'Outcome',
      ],
      'Audience Perspective',
    ]);
    const third = headingsOf(text)
      .filter(({ level }) => level === 3)
      .map(({ text: heading }) => heading);
    expect(third).toEqual([
      'sre',
      'cfo',
      'Opening statements',
      'Round 1',
      'Unresolved points',
      'Closing statements',
      'Conclusion',
    ]);
    expectAnchors(text, transcript(view));
  });

  it('says who conceded what, what was ruled on sources, who was missing', async () => {
    const { view } = await sampleDebate().record.open();
    const text = summary(view);
    expect(text).toContain(
      '- **sre** in [seq 9](transcript.md#seq-9) to cfo: “The bill doubles.” ([seq 6](transcript.md#seq-6))',
    );
    expect(text).toContain('- [seq 5](transcript.md#seq-5): The source workspace:docs/pages.md is unreliable.');
    expect(text).toContain('**Missing voices:** 1 turn skipped: cfo in round 1 ([seq 12](transcript.md#seq-12)).');
    expect(text).toContain('Grants that the bill doubles once, and holds that the gain is lasting.');
    expect(cellsUnder(text, '**Evaluation by debater**')).toContainEqual([
      'verification',
      'verified 2, unreliable 1',
      'verified 1, unreliable 0',
    ]);
    expect(text).toContain('> What moved us was [seq 6](transcript.md#seq-6).');
  });

  it('lists a warning that was taken back beside the warning', async () => {
    const { record, sre } = sampleDebate();
    const reason = 'The source was checked again: it was verified. The warning at seq 5 no longer stands.';
    const data = { kind: 'reconsidered', rule: '13', url: 'workspace:docs/pages.md', status: 'verified', reason };
    const seq = record.add({
      speaker: 'chair',
      type: 'ruling',
      target_seq: sre,
      content: `Ruling on seq ${sre}: on the source workspace:docs/pages.md: ${reason}`,
      data,
    });
    const { view } = await record.open();
    const text = summary(view);
    expect(text).toContain('- [seq 5](transcript.md#seq-5): The source workspace:docs/pages.md is unreliable.');
    expect(text).toContain(
      `- [seq ${seq}](transcript.md#seq-${seq}): On the source workspace:docs/pages.md: The source was checked again: it was verified.`,
    );
    expect(cellsUnder(transcript(view), '## Chair Rulings').at(-1)?.[2]).toBe('reconsidered, rule 13');
  });

  it('names neither struck nor missing entries, whoever named them', async () => {
    const { record, sre, cfo } = sampleDebate();
    record.document(
      'summary.md',
      `## Key Arguments\n\nSee seq ${sre}, seqs ${sre} and ${cfo}, seq 999.\n\n## Notable Exchanges\n\nx\n\n## Debate Flow\n\ny`,
    );
    record.strike(sre, 'sre', 'Fabricated source.');
    const { view } = await record.open();
    const text = summary(view);
    const named = [...text.matchAll(/\bseqs? (\d+)|#seq-(\d+)/g)].map((match) => Number(match[1] ?? match[2]));
    expect(named).not.toContain(sre);
    expect(named).not.toContain(999);
    expect(text).toContain(
      `See an entry that was struck, seqs (struck) and [${cfo}](transcript.md#seq-${cfo}), an entry that does not exist.`,
    );
  });

  it('says plainly that the Reporter failed', async () => {
    const record = new ReportRecord();
    record.setup();
    record.conclude('draw');
    const seq = record.add({
      speaker: 'chair',
      type: 'note',
      content: 'The Reporter’s summary.md failed: time-out.',
      data: { kind: 'failure', reason: 'time-out', step: step('documents', 0) },
    });
    const text = summary((await record.open()).view);
    expect(text.match(/This part is missing: the Reporter’s task failed/g)).toHaveLength(3);
    expect(text).toContain(`[seq ${seq}](transcript.md#seq-${seq})`);
    expect(text).toContain('The bill was shown, the gain was not.');
  });
});

describe('verifier-report.md', () => {
  it('gives every cited source a row, whatever stands in claims and titles', async () => {
    const record = new ReportRecord();
    record.setup();
    const claim = 'a | b\n| c |\\| `d|e` <b> seq 0 \\';
    const urls = [
      'https://a.org/x|y',
      'https://b.org/(z)',
      'workspace:a%20b/c.md#L3',
      'javascript:alert(1)',
      'https://e.org',
      'https://f.org',
    ];
    const seq = record.add({
      speaker: 'sre',
      type: 'opening_statement',
      content: 'x',
      sources: urls.map((url) => source(url, 'T|t', { claim })),
    });
    record.verify(seq, urls[0] ?? '', 'unverified', { explanation: 'no | network' });
    const text = verifierReport((await record.open()).view);
    const rows = cellsUnder(text, '### sre');
    expect(rows).toHaveLength(urls.length);
    expect(rows.map((row) => row.length)).toEqual(urls.map(() => 5));
    expect(rows.map((row) => row[3])).toEqual([
      '? unverified: not judged',
      'not checked',
      'not checked',
      'not checked',
      'not checked',
      'not checked (beyond the first five)',
    ]);
    const html = parser.render(text);
    expect(html).not.toMatch(/<b>|href="javascript/);
    expect(html).toContain('a | b | c |\\| `d|e` &lt;b&gt; <a href="transcript.md#seq-0">seq 0</a> \\</td>');
  });

  it('does not call it ordinary that a source is open, or was never looked at', async () => {
    const record = new ReportRecord();
    record.setup();
    const [open, unseen] = [source('workspace:docs/pages.md', 'Pages'), source('workspace:docs/other.md', 'Other')];
    const seq = record.add({ speaker: 'sre', type: 'new_point', phase: 'rebuttal', sources: [open, unseen] });
    record.verify(seq, open.url, 'unverified');
    const text = verifierReport((await record.open()).view);
    expect(text).toContain('- **Unverified:** 1 source, found neither sound nor false.');
    expect(text).toContain('- **Not checked:** 1 source, at which nobody looked.');
    expect(text).not.toContain('Nothing out of the ordinary');
  });

  it('reports corrections, vouched results and that nothing was withdrawn', async () => {
    const { record, sre } = sampleDebate();
    record.add({
      speaker: 'user',
      type: 'verification_result',
      target_seq: sre,
      content: 'I read it.',
      data: { url: 'workspace:docs/pages.md', status: 'unreliable', explanation: 'I read it.' },
    });
    const text = verifierReport((await record.open()).view);
    expect(text).toContain(
      'sre replaces `docs/pages.md` of [seq 2](transcript.md#seq-2) with `docs/load-test.md:10–20` in [seq 9](transcript.md#seq-9): wrong file (the new source is verified)',
    );
    expect(text).toContain(
      '⚠ unreliable: quote not found · claim not supported, corrected in [seq 9](transcript.md#seq-9), vouched for by the user (2026-11-04)',
    );
    expect(text).toContain('The user vouches for 1 source.');
    const empty = new ReportRecord();
    empty.setup();
    expect(verifierReport((await empty.open()).view)).toContain('No claim was withdrawn');
  });
});

describe('the other documents', () => {
  it('there is no blog post on void, nor a stale one', async () => {
    const { record } = sampleDebate();
    const folder = tempFolder({ 'blog-post.md': 'stale' });
    expect(blogPost((await record.open()).view)).toBe('# Moving house\n\nA house is moved once.\n');
    const voided = new ReportRecord();
    voided.setup();
    voided.conclude('void');
    voided.document('blog-post.md', '# Never');
    const log = await voided.open(folder);
    expect(blogPost(log.view)).toBeUndefined();
    expect(await writeDocuments(log)).toEqual(['transcript.md', 'verifier-report.md', 'summary.md', 'metadata.json']);
    expect(existsSync(join(folder, 'blog-post.md'))).toBe(false);
  });

  it('metadata.json has its keys', async () => {
    const { record } = sampleDebate();
    const log = await record.open();
    expect((await writeDocuments(log)).at(-1)).toBe('metadata.json');
    const value = JSON.parse(readFileSync(join(log.folder, 'metadata.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual([
      ...[
        'topic',
        'topic_slug',
        'format',
        'debate_start',
        'debate_end',
        'elapsed_ms',
        'total_rounds',
        'outcome',
        'outcome_reason',
        'total_entries',
      ],
      ...['redaction_count', 'redactions', 'verification_results', 'agents', 'usage', 'engine_version'],
    ]);
    expect(value).toMatchObject({
      topic_slug: 'should-we-move-the-monolith-to-kubernetes',
      total_rounds: 1,
      outcome: 'cfo_wins',
      total_entries: 21,
      debate_start: '2026-11-04T10:00:00.000Z',
      debate_end: '2026-11-04T10:05:20.000Z',
      engine_version: '0.1.0',
      verification_results: { verified: 3, unreliable: 1, fabricated: 0, unverified: 0 },
      agents: {
        chair: 'claude-opus',
        debaters: [
          { name: 'sre', model: 'claude-sonnet' },
          { name: 'cfo', model: 'claude-sonnet' },
        ],
      },
    });
    expect(value['usage']).toMatchObject({
      total: { cache_read: 8_100 },
      by_role: { sre: { input: 200 }, reporter: { output: 40 } },
    });
  });

  it('say that no language model was used, outside of what is checked', async () => {
    const offline =
      'offline: quotations dealt from the evidence; what they speak for was not judged; no language model was used';
    const models = {
      chair: 'offline',
      reporter: 'offline',
      verifier: 'offline',
      audience: 'offline',
      assessor: 'offline',
    };
    const log = await sampleDebate({ models, provider: 'offline' }).record.open();
    await writeDocuments(log);
    for (const name of readdirSync(log.folder).filter((file) => file.endsWith('.md'))) {
      expect(readFileSync(join(log.folder, name), 'utf8').endsWith(`---\n\n*${offline}*\n`)).toBe(true);
    }
    expect(transcript(log.view)).toContain(`| Notice | ${offline} |`);
    expect(summary(log.view)).toContain(`**Notice:** ${offline}`);
    const scripted = await sampleDebate({ provider: 'scripted' }).record.open();
    expect(summary(scripted.view)).toContain(
      'scripted: the answers were written beforehand, no language model was used',
    );
    const partly = await sampleDebate({
      models: { ...models, chair: 'claude-opus', reporter: 'claude-sonnet' },
    }).record.open();
    expect(summary(partly.view)).toContain('offline (verifier, audience, assessor): quotations dealt');
    expect(blogPost(partly.view)).not.toContain('offline');
  });
});

describe('a debate that is not over', () => {
  it.each([0, 1, 2, 3, 9, 12, 15, 17])('has its documents after %i entries', async (count) => {
    const { record } = sampleDebate();
    record.lines.splice(count);
    const log = await record.open();
    expect(await writeDocuments(log)).toEqual(['transcript.md', 'verifier-report.md', 'summary.md', 'metadata.json']);
    const value = JSON.parse(readFileSync(join(log.folder, 'metadata.json'), 'utf8')) as Record<string, unknown>;
    expect(value['total_entries']).toBe(count);
    if (count < 17) expect(value).toMatchObject({ outcome: null, outcome_reason: null, debate_end: null });
    if (count > 0 && count < 17)
      expect(readFileSync(join(log.folder, 'summary.md'), 'utf8')).toContain('**Outcome:** not concluded yet');
  });
});

const ancestor = join(import.meta.dirname, '../../../../shared/data/panel-ancestor');

describe.skipIf(!existsSync(ancestor))('the ancestor’s log', () => {
  it('becomes a transcript of 25 entries; what stood in the folder is kept', async () => {
    const folder = tempFolder();
    for (const name of readdirSync(ancestor)) copyFileSync(join(ancestor, name), join(folder, name));
    const log = await logIn(folder);
    expect(await writeDocuments(log)).toEqual(['transcript.md', 'verifier-report.md', 'summary.md', 'metadata.json']);
    await writeDocuments(log);
    const text = readFileSync(join(folder, 'transcript.md'), 'utf8');
    expect(headingsOf(text).filter(({ text: heading }) => heading.startsWith('[seq '))).toHaveLength(25);
    expectAnchors(text);
    expect(text).toContain('# Debate Transcript: With the progress being made');
    for (const name of ['blog-post.md', 'summary.md', 'transcript.md', 'metadata.json']) {
      expect(readFileSync(join(folder, 'originals', name))).toEqual(readFileSync(join(ancestor, name)));
    }
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('The record holds no Reporter’s part.');
  });
});

describe('writing', () => {
  it('says what to do when the folder cannot be written to', async () => {
    const log = await sampleDebate().record.open();
    mkdirSync(join(log.folder, 'transcript.md'));
    writeFileSync(join(log.folder, 'transcript.md', 'x'), '');
    await expect(writeDocuments(log)).rejects.toMatchObject({ name: 'RecordError' });
    expect(existsSync(join(log.folder, 'metadata.json'))).toBe(false);
  });
});
