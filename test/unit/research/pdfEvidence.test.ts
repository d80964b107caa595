import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocumentEvidence } from '../../../src/agents/documents/evidence';
import { sourceOf } from '../../../src/agents/documents/passages';
import { readEvidence } from '../../../src/research/evidence';
import { workspaceSourceReader } from '../../../src/research/sourceReader';
import type { ToolAnswer } from '../../../src/research/tool';
import { evidenceTools } from '../../../src/research/tools/evidenceTools';
import { openEvidence } from '../../../src/session/plan/evidenceSet';
import { evidenceWithText } from '../../support/evidenceSummary';
import { pdfFile } from '../../support/pdfFile';
import { tempFolder } from '../../support/tempFolder';

const { signal } = new AbortController();

const paper = pdfFile({
  pages: [
    ['Trams and people', '', 'Trams carried 41 percent of all passengers in the year', 'that the survey covers.'],
    ['Ferries were late on every second day of the winter, and', 'this sentence goes on'],
    [
      'on the page that follows it in the document as printed.',
      'Buses need more drivers than trams do in the same hour.',
    ],
    [],
  ],
  info: { Title: 'Trams and people' },
});

const key = 'sk-ant-api03-Zk3v9QmX2tLr8WcY5bNa7HdJ4gPf6SeU1oKi';

describe('PDF evidence', () => {
  it('is admitted like any other file, by what its text holds', async () => {
    const root = tempFolder({
      'paper.pdf': Buffer.from(paper),
      'scan.pdf': Buffer.from(pdfFile({ pages: [[]] })),
      'locked.pdf': Buffer.from(pdfFile({ pages: [['x']], isProtected: true })),
      'keys.pdf': Buffer.from(pdfFile({ pages: [['nothing'], ['the key:', key]] })),
      'vast.pdf': '',
    });
    truncateSync(path.join(root, 'vast.pdf'), 20 * 1024 * 1024 + 1);
    const { files, leftOut } = await readEvidence({ root });
    expect(files).toMatchObject([{ path: 'paper.pdf', kind: 'pdf', bytes: paper.length }]);
    expect(leftOut).toEqual([
      { path: 'keys.pdf', reason: 'secret_content', detail: 'page 2 looks like an Anthropic key' },
      { path: 'locked.pdf', reason: 'pdf', detail: 'it is protected by a password' },
      { path: 'scan.pdf', reason: 'pdf', detail: expect.stringContaining('a scan') as string },
      { path: 'vast.pdf', reason: 'too_large', detail: expect.stringContaining('over 20 MB are not read') as string },
    ]);
  });

  it('of over 5 MB is read', async () => {
    const root = tempFolder({ 'paper.pdf': Buffer.from(paper) });
    appendFileSync(
      path.join(root, 'paper.pdf'),
      `\n%${' '.repeat(6 * 1024 * 1024)}\nstartxref\n${startOf(paper)}\n%%EOF\n`,
    );
    const evidence = await readEvidence({ root });
    expect(await workspaceSourceReader(evidence).read('workspace:paper.pdf', signal)).toMatchObject({
      outcome: 'read',
      text: expect.stringContaining('41 percent') as string,
    });
  });

  it('is a source with its pages, whichever of them is cited', async () => {
    const evidence = await readEvidence({ root: tempFolder({ 'paper.pdf': Buffer.from(paper) }) });
    const read = await workspaceSourceReader(evidence).read('workspace:paper.pdf#page=3', signal);
    expect(read).toMatchObject({
      outcome: 'read',
      finalUrl: 'workspace:paper.pdf',
      title: 'Trams and people',
      contentType: 'application/pdf',
      extractor: { name: 'pdf', version: 6 },
      sha256: evidence.files[0]?.sha256,
      body: Buffer.from(paper),
    });
    if (read.outcome !== 'read') throw new Error(read.reason);
    const pages = read.layout?.pages ?? [];
    expect(pages.map(({ start, end }) => read.text.slice(start, end).split('\n')[0])).toEqual([
      'Trams and people',
      'Ferries were late on every second day of the winter, and',
      'on the page that follows it in the document as printed.',
      '',
    ]);
  });

  it('that was damaged, or got a secret, is read no more', async () => {
    const root = tempFolder({ 'paper.pdf': Buffer.from(paper) });
    const evidence = await readEvidence({ root });
    writeFileSync(path.join(root, 'paper.pdf'), pdfFile({ pages: [['the key:', key]] }));
    const reader = workspaceSourceReader(evidence);
    expect(await reader.read('workspace:paper.pdf', signal)).toMatchObject({
      outcome: 'unsupported',
      reason: 'paper.pdf is not read: page 1 looks like an Anthropic key',
    });
    writeFileSync(path.join(root, 'paper.pdf'), paper.subarray(0, 500));
    expect(await reader.read('workspace:paper.pdf', signal)).toMatchObject({
      outcome: 'unsupported',
      reason: expect.stringContaining('damaged') as string,
    });
  });

  it('is taken up again when the debate is', async () => {
    const { root, files } = await readEvidence({
      root: tempFolder({ 'paper.pdf': Buffer.from(paper), 'notes.md': '# Notes' }),
    });
    const opened = await openEvidence({ root, files });
    expect(opened.files.map(({ path: file, kind }) => [file, kind])).toEqual([
      ['notes.md', 'markdown'],
      ['paper.pdf', 'pdf'],
    ]);
    expect(await opened.text('paper.pdf')).toContain('41 percent');
    expect((await opened.document('paper.pdf')).layout?.pages).toHaveLength(4);
    expect((await opened.document('notes.md')).layout).toBeUndefined();
  });
});

describe('tools of PDF evidence', () => {
  const use = async (name: string, input: unknown): Promise<ToolAnswer> => {
    const evidence = await evidenceWithText({
      root: tempFolder({ 'my papers/paper.pdf': Buffer.from(paper), 'notes.md': 'one\ntwo' }),
    });
    const tool = evidenceTools(evidence).find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`no ${name}`);
    return await tool.run(input, { signal, onProgress: () => undefined });
  };

  it('read page by page', async () => {
    const first = await use('read_evidence', { path: 'my papers/paper.pdf' });
    expect(first.text).toContain(
      'Page 1 of 4, lines 1–3 of 3. To read on, call read_evidence with page 2.\nCite as: workspace:my%20papers/paper.pdf#page=1\n\nTrams and people\nTrams carried',
    );
    for (const named of [
      { path: 'my papers/paper.pdf', page: 3 },
      { path: 'workspace:my%20papers/paper.pdf#page=3' },
      { path: 'my papers/paper.pdf#page=3' },
    ]) {
      expect((await use('read_evidence', named)).text).toContain('#page=3\n\non the page that follows');
    }
    expect((await use('read_evidence', { path: 'my papers/paper.pdf', page: 4 })).text).toContain(
      'It is the last.\nCite as: workspace:my%20papers/paper.pdf#page=4\n\n(There is no text on this page',
    );
    expect(await use('read_evidence', { path: 'my papers/paper.pdf', page: 5 })).toEqual({
      isError: true,
      text: 'my papers/paper.pdf has 4 pages; there is no page 5.',
    });
    expect((await use('read_evidence', { path: 'my papers/paper.pdf', page: 3, start_line: 2 })).text).toContain(
      'lines 2–2 of 2',
    );
    expect((await use('read_evidence', { path: 'notes.md', page: 7 })).text).toContain('1: one\n2: two');
  });

  it('read a long page in parts', async () => {
    const lines = Array.from({ length: 300 }, (_, line) => `Line ${line + 1} of a page with words enough to be long.`);
    const evidence = await evidenceWithText({
      root: tempFolder({ 'long.pdf': Buffer.from(pdfFile({ pages: [lines] })) }),
    });
    const tool = evidenceTools(evidence).find(({ name }) => name === 'read_evidence');
    const shown: string[] = [];
    for (let start = 1; start > 0;) {
      const answer: ToolAnswer | undefined = await tool?.run(
        { path: 'long.pdf', page: 1, start_line: start },
        { signal, onProgress: () => undefined },
      );
      const text: string = answer?.text ?? '';
      shown.push(text.slice(text.indexOf('\n\n') + 2));
      start = Number(/page 1 and start_line (\d+)/.exec(text)?.[1] ?? 0);
    }
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.join('\n')).toBe(lines.join('\n'));
  });

  it('find passages and name their page', async () => {
    const { text } = await use('search_evidence', { query: 'drivers of buses' });
    expect(text).toContain(
      'workspace:my%20papers/paper.pdf#page=3\non the page that follows it in the document as printed.\nBuses need more drivers',
    );
    expect(text).not.toContain('#L');
  });
});

describe('offline debaters', () => {
  it('cite the page of a document, and nothing that goes over two', async () => {
    const evidence = await evidenceWithText({ root: tempFolder({ 'paper.pdf': Buffer.from(paper) }) });
    const passages = await new DocumentEvidence(evidence).passages();
    expect(passages.map((passage) => sourceOf(passage)).map(({ url, title, quote }) => [url, title, quote])).toEqual([
      [
        'workspace:paper.pdf#page=1',
        'Trams and people',
        'Trams carried 41 percent of all passengers in the year that the survey covers.',
      ],
      ['workspace:paper.pdf#page=3', 'Trams and people', 'Buses need more drivers than trams do in the same hour.'],
    ]);
  });
});

const startOf = (body: Uint8Array): string => /startxref\n(\d+)/.exec(Buffer.from(body).toString('latin1'))?.[1] ?? '';
