import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DebateLog } from '../../../../src/record/debateLog';
import { sha256, SnapshotStore } from '../../../../src/record/snapshots';
import { factsOf } from '../../../../src/ui/findings/citation';
import { foldersToTry, locatePassage, sourcePassage, type Located } from '../../../../src/ui/sources/locatePassage';
import { logIn } from '../../../support/logs';
import { ReportRecord } from '../../../support/reportRecord';
import { tempFolder, writeFiles } from '../../../support/tempFolder';

const quote = 'p99 latency over gRPC was 49 ms';
const report = `# Report\r\n\r\nIt is said that ${quote} in May.\r\nNothing else was measured.\r\n`;
const url = 'workspace:docs/report.md#L3';

interface Made {
  folder: string;
  evidence: string;
  log: DebateLog;
  locate: (seq: number, url: string, workspaceFolders?: readonly string[]) => Promise<Located>;
}

/** A debate whose entry 1 cites the report, with its result in entry 2. */
async function debate(
  options: {
    add?: (record: ReportRecord) => void;
    hasSnapshot?: boolean;
    source?: Record<string, unknown>;
    setup?: Record<string, unknown>;
  } = {},
): Promise<Made> {
  const folder = tempFolder();
  const evidence = tempFolder({ 'docs/report.md': report });
  const record = new ReportRecord();
  const files = [{ path: 'docs/report.md', bytes: report.length, sha256: sha256(report) }];
  if (options.setup === undefined) record.setup({ evidence: { root: evidence, files } });
  else if ('none' in options.setup) record.add({ speaker: 'chair', type: 'announcement', content: 'Welcome.' });
  else record.setup(options.setup);
  const source = { url, title: 'Report', accessed: '2026-11-04', quote, claim: `The ${quote}.`, ...options.source };
  record.add({ speaker: 'sre', type: 'opening_statement', content: `As measured, ${quote}.`, sources: [source] });
  const start = report.indexOf(quote);
  record.verify(1, source.url, 'verified', { snapshot: sha256(report), passage: { start, end: start + quote.length } });
  options.add?.(record);
  writeFiles(folder, { 'debate-log.jsonl': record.lines.join('') });
  const snapshots = new SnapshotStore(folder);
  if (options.hasSnapshot !== false) {
    const body = new TextEncoder().encode(report);
    await snapshots.add({
      url: source.url,
      finalUrl: source.url,
      title: 'Report',
      contentType: 'text/markdown',
      accessed: '2026-11-04',
      body,
      text: report,
      extractor: { name: 'plain', version: 1 },
    });
  }
  const log = await logIn(folder);
  const locate: Made['locate'] = (seq, cited, workspaceFolders = []) =>
    locatePassage({ seq, url: cited }, { view: log.view, snapshots, workspaceFolders });
  return { folder, evidence, log, locate };
}

const span = { start: { line: 2, character: 16 }, end: { line: 2, character: 16 + quote.length } };

describe('a source of the workspace', () => {
  it('is the file itself, while it holds what was cited', async () => {
    const { locate, evidence } = await debate();
    expect(await locate(1, url)).toMatchObject({
      kind: 'file',
      file: join(evidence, 'docs/report.md'),
      passage: { basis: 'checked', span },
      isCompared: true,
      facts: {
        seq: 1,
        speaker: 'sre',
        status: 'verified',
        words: expect.stringContaining('quote') as string,
        result: 2,
        topic: 'Should we move the monolith to Kubernetes?',
      },
    });
  });

  it('is reached from the result, which is about the entry that cites it', async () => {
    const { locate } = await debate();
    expect(await locate(2, url)).toMatchObject({ kind: 'file', facts: { seq: 1 } });
  });

  it('is the snapshot, once the file has changed', async () => {
    const { locate, evidence } = await debate();
    writeFileSync(join(evidence, 'docs/report.md'), 'Rewritten.\n');
    expect(await locate(1, url)).toMatchObject({
      kind: 'snapshot',
      why: 'changed',
      file: join(evidence, 'docs/report.md'),
      passage: { basis: 'checked', span },
      snapshot: { text: report, metadata: { accessed: '2026-11-04' } },
    });
  });

  it('is shown in its paragraph, the quoted words marked; once the file has changed, as it was kept', async () => {
    const { locate, evidence } = await debate();
    const passage = {
      before: 'It is said that ',
      marked: quote,
      after: ' in May.\nNothing else was measured.',
      is: 'quote',
      isKept: false,
    };
    expect(sourcePassage(await locate(1, url))).toEqual(passage);
    writeFileSync(join(evidence, 'docs/report.md'), 'Rewritten.\n');
    expect(sourcePassage(await locate(1, url))).toEqual({ ...passage, isKept: true });
  });

  it('is shown as the nearest place where the words differ, and not at all where nobody knows it', async () => {
    const other = quote.replace('49', '94');
    const gone = await debate({ hasSnapshot: false });
    rmSync(gone.evidence, { recursive: true });
    expect(sourcePassage(await gone.locate(1, url))).toBeUndefined();
    const near = await debate({ source: { quote: other } });
    expect(sourcePassage(await near.locate(1, url))).toMatchObject({ marked: quote, is: 'near' });
    const cited = await debate({ source: { quote: undefined } });
    expect(sourcePassage(await cited.locate(1, url))).toMatchObject({ is: 'cited' });
  });

  it('is shown without the marks of Markdown, and with all other signs', () => {
    const marked = `**It fell by 4 \\* 5 %** in _May_, \`a ** b\``;
    const text = `- Of snake_case: ${marked} and 2 * 3.`;
    const passageOf = (file: string, lead = '') =>
      sourcePassage({
        kind: 'file',
        file,
        text: `${lead}${text}`,
        facts: { quote: marked },
        passage: {
          span: {
            start: { line: lead === '' ? 0 : 1, character: 17 },
            end: { line: lead === '' ? 0 : 1, character: 17 + marked.length },
          },
          basis: 'quote',
        },
      } as unknown as Located);
    expect(passageOf('/w/report.md')).toMatchObject({
      before: '- Of snake_case: ',
      marked: 'It fell by 4 * 5 % in May, a ** b',
      after: ' and 2 * 3.',
    });
    expect(passageOf('/w/report.txt')?.marked).toBe(marked);
    expect(passageOf('/w/report.md', '```\n')?.marked).toBe(marked);
  });

  it('is cut to whole words where its paragraph is long', () => {
    const text = `${'word '.repeat(200)}${quote}${' more'.repeat(200)}`;
    const start = text.indexOf(quote);
    const located = {
      kind: 'file',
      file: '/w/report.md',
      text,
      facts: { quote },
      passage: {
        span: { start: { line: 0, character: start }, end: { line: 0, character: start + quote.length } },
        basis: 'quote',
      },
    } as unknown as Located;
    const { before = '', marked, after = '' } = sourcePassage(located) ?? {};
    expect(marked).toBe(quote);
    expect(before).toMatch(/^…word( word)* $/);
    expect(after).toMatch(/^ more( more)*…$/);
    expect(before.length).toBeLessThanOrEqual(322);
    expect(after.length).toBeLessThanOrEqual(322);
  });

  it('is the snapshot, once the file is too large or no text any more', async () => {
    const { locate, evidence } = await debate();
    writeFileSync(join(evidence, 'docs/report.md'), Buffer.alloc(6 * 1024 * 1024, 'a'));
    expect(await locate(1, url)).toMatchObject({
      kind: 'snapshot',
      why: 'changed',
      file: join(evidence, 'docs/report.md'),
    });
    writeFileSync(join(evidence, 'docs/report.md'), Buffer.from([0, 1, 2]));
    expect(await locate(1, url)).toMatchObject({ kind: 'snapshot', why: 'changed' });
  });

  it('is the snapshot, once the file is gone, and when it is a link out of the evidence now', async () => {
    const { locate, evidence } = await debate();
    rmSync(join(evidence, 'docs/report.md'));
    expect(await locate(1, url)).toMatchObject({ kind: 'snapshot', why: 'gone', file: undefined });
    symlinkSync(join(tempFolder({ 'x.md': report }), 'x.md'), join(evidence, 'docs/report.md'));
    expect(await locate(1, url)).toMatchObject({ kind: 'snapshot', why: 'gone', file: undefined });
  });

  it('is the same file below a workspace folder, when the record comes from another machine', async () => {
    const { locate, evidence } = await debate();
    rmSync(evidence, { recursive: true });
    const name = evidence.slice(evidence.lastIndexOf('/') + 1);
    const workspace = tempFolder({ [`${name}/docs/report.md`]: report, 'docs/report.md': 'Another one.\n' });
    expect(await locate(1, url, [tempFolder(), workspace])).toMatchObject({
      kind: 'file',
      file: join(workspace, name, 'docs/report.md'),
    });
    const flat = tempFolder({ 'docs/report.md': report });
    expect(await locate(1, url, [flat])).toMatchObject({ kind: 'file', file: join(flat, 'docs/report.md') });
  });

  it('is the file by its hash in the manifest, where no snapshot was kept', async () => {
    const { locate } = await debate({ hasSnapshot: false });
    expect(await locate(1, url)).toMatchObject({ kind: 'file', isCompared: true, passage: { basis: 'checked' } });
  });

  it('is said to have changed, where neither says what it held', async () => {
    const { locate, evidence } = await debate({ hasSnapshot: false });
    writeFileSync(join(evidence, 'docs/report.md'), `New.\n${report}`);
    expect(await locate(1, url)).toMatchObject({
      kind: 'changed',
      file: join(evidence, 'docs/report.md'),
      passage: { basis: 'quote', span: { start: { line: 3 } } },
    });
    rmSync(evidence, { recursive: true });
    expect(await locate(1, url)).toMatchObject({ kind: 'missing', path: 'docs/report.md', root: evidence });
  });

  it('is looked for in the workspace, where another program wrote the record', async () => {
    const { locate } = await debate({ hasSnapshot: false, setup: { none: true } });
    expect(await locate(1, url)).toMatchObject({ kind: 'missing', root: null });
    const workspace = tempFolder({ 'docs/report.md': report });
    expect(await locate(1, url, [workspace])).toMatchObject({
      kind: 'file',
      isCompared: false,
      file: join(workspace, 'docs/report.md'),
    });
  });

  it('is clamped to the end of the file, where the lines are beyond it', async () => {
    const beyond = 'workspace:docs/report.md#L90-L95';
    const { locate } = await debate({
      source: { url: beyond, quote: undefined },
      add: (record) => record.verify(1, beyond, 'unreliable', { passage: null }),
    });
    expect(await locate(1, beyond)).toMatchObject({
      passage: { basis: 'lines', beyondEnd: { cited: { start: 90, end: 95 }, lines: 4 } },
    });
  });

  it('is not the Verifier’s place, when that was found in another text', async () => {
    const { locate } = await debate({
      add: (record) => record.verify(1, url, 'unreliable', { snapshot: 'b'.repeat(64), passage: { start: 0, end: 8 } }),
    });
    expect(await locate(1, url)).toMatchObject({ passage: { basis: 'quote', span } });
  });

  it('keeps its place, when a user vouches for it', async () => {
    const { locate } = await debate({
      add: (record) =>
        record.add({
          speaker: 'user',
          type: 'verification_result',
          target_seq: 1,
          content: 'I read it.',
          data: { url, status: 'verified' },
        }),
    });
    expect(await locate(1, url)).toMatchObject({
      passage: { span },
      facts: { isVouched: true, status: 'verified', result: 3 },
    });
  });
});

describe('what cannot be opened', () => {
  const other = (sources: unknown) =>
    ({ speaker: 'cfo', type: 'new_point', content: 'More.', sources }) as Parameters<ReportRecord['add']>[0];
  const citing = (cited: string) => (record: ReportRecord) =>
    record.add(other([{ url: cited, title: 'T', accessed: '2026-11-04', quote }]));

  it('is a file that never was in the evidence, also where it is on the disk', async () => {
    const invented = 'workspace:docs/other.md';
    const { locate, evidence } = await debate({
      add: (record) => {
        citing(invented)(record);
        record.verify(3, invented, 'fabricated', { snapshot: null });
      },
    });
    writeFiles(evidence, { 'docs/other.md': quote });
    expect(await locate(3, invented)).toMatchObject({
      kind: 'invented',
      place: 'docs/other.md',
      isWeb: false,
      ruling: 4,
    });
  });

  it('is named without struck words, and found by its whole address all the same', async () => {
    const words = 'the_cited_incident_report_of_the_second_of_November_says_so';
    const { locate } = await debate({
      add: (record) => {
        record.add({ speaker: 'cfo', type: 'new_point', content: words });
        record.add({
          speaker: words,
          type: 'new_point',
          content: 'x',
          sources: [{ url: `https://x.org/${words}`, title: 'X', accessed: '2026-11-04' }],
        });
        record.add({
          speaker: words,
          type: 'new_point',
          content: 'x',
          sources: [{ url: `workspace:${words}.md`, title: 'X', accessed: '2026-11-04' }],
        });
        record.add({
          speaker: words,
          type: 'new_point',
          content: 'x',
          sources: [{ url: `ftp://${words}`, title: 'X', accessed: '2026-11-04' }],
        });
        record.strike(3, 'cfo', 'False.');
      },
    });
    expect(await locate(4, `https://x.org/${words}`)).toMatchObject({
      kind: 'unfetched',
      address: `https://x.org/${words}`,
      facts: { url: `https://x.org/${words}`, shownUrl: 'https://x.org/[REDACTED]', speaker: '[REDACTED]' },
    });
    expect(await locate(5, `workspace:${words}.md`)).toMatchObject({ kind: 'invented', place: '[REDACTED].md' });
    expect(await locate(6, `ftp://${words}`)).toMatchObject({ kind: 'invalid', url: 'ftp://[REDACTED]' });
  });

  it('is the source of a struck entry: it leads to the redaction and says nothing of what was struck', async () => {
    const invented = 'workspace:docs/a-very-telling-name-of-a-file-that-was-invented.md';
    const { locate, log } = await debate({
      add: (record) => {
        citing(invented)(record);
        record.verify(3, invented, 'fabricated', { snapshot: null });
        record.strike(3, 'cfo', 'The source was invented.');
      },
    });
    for (const seq of [3, 4]) {
      const located = await locate(seq, invented);
      expect(located).toEqual({
        kind: 'redacted',
        seq: 3,
        by: 5,
        reason: 'The source was invented.',
        isInvented: true,
      });
    }
    expect(factsOf(log.view, 3, invented)).toMatchObject({
      title: '',
      quote: undefined,
      claim: undefined,
      explanation: '',
    });
  });

  it('is a page that was not fetched: a browser can go there', async () => {
    const page = 'https://a.example/p#part';
    const { locate } = await debate({ add: citing(page) });
    expect(await locate(3, page)).toMatchObject({
      kind: 'unfetched',
      address: 'https://a.example/p#part:~:text=p99%20latency%20over%20gRPC%20was%2049%20ms',
    });
  });

  it('is an address that names nothing, or leads out of the evidence', async () => {
    for (const bad of [
      'workspace:../../etc/passwd',
      'file:///etc/passwd',
      'command:rostrum.deleteDebate',
      'workspace:/etc/passwd',
      'javascript:alert(1)',
    ]) {
      const { locate } = await debate({ add: citing(bad) });
      expect(await locate(3, bad)).toMatchObject({ kind: 'invalid', seq: 3 });
    }
  });

  it('is an entry that is not there, or a URL that the entry does not cite', async () => {
    const { locate } = await debate();
    expect(await locate(99, url)).toEqual({ kind: 'unknown', seq: 99, url });
    expect(await locate(0, 'workspace:docs/secret.env')).toMatchObject({ kind: 'invented' });
  });
});

describe('a page that was fetched', () => {
  it('is its snapshot, at the quotation, with the way to a browser', async () => {
    const page = 'https://a.example/p';
    const { locate } = await debate({ source: { url: page } });
    expect(await locate(1, page)).toMatchObject({
      kind: 'snapshot',
      why: 'web',
      file: undefined,
      passage: { basis: 'checked', span },
      address: 'https://a.example/p#:~:text=p99%20latency%20over%20gRPC%20was%2049%20ms',
    });
  });
});

describe('the folders in which a file is looked for', () => {
  it('are the root, then the root’s last folders below each workspace folder, then that folder', () => {
    expect(foldersToTry({ root: '/home/a/proj/evidence', workspaceFolders: ['/w'] })).toEqual([
      '/home/a/proj/evidence',
      '/w/home/a/proj/evidence',
      '/w/a/proj/evidence',
      '/w/proj/evidence',
      '/w/evidence',
      '/w',
    ]);
  });

  it('are never outside of these, whatever the record says', () => {
    expect(foldersToTry({ root: '../../x', workspaceFolders: ['/w'] })).toEqual(['/w/x', '/w']);
    expect(foldersToTry({ root: null, workspaceFolders: [] })).toEqual([]);
    expect(foldersToTry({ root: 'C:\\Users\\a\\evidence', workspaceFolders: ['/w'] }).slice(-2)).toEqual([
      '/w/evidence',
      '/w',
    ]);
  });
});
