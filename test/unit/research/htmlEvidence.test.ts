import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DocumentEvidence } from '../../../src/agents/documents/evidence';
import { sourceOf } from '../../../src/agents/documents/passages';
import { isLined, plainLine } from '../../../src/matching/text/linedText';
import type { VerificationData } from '../../../src/debate/log/entryData';
import { parseSourceUrl } from '../../../src/matching/text/sourceUrl';
import { SnapshotStore } from '../../../src/record/snapshots';
import { readEvidence, type Evidence } from '../../../src/research/evidence';
import { fileText } from '../../../src/research/fileText';
import { workspaceSourceReader } from '../../../src/research/sourceReader';
import { evidenceTools } from '../../../src/research/tools/evidenceTools';
import { createDebate, openedWithText } from '../../../src/session/plan/createDebate';
import { documentLineup } from '../../../src/session/plan/documentLineup';
import { gatherEvidence, openEvidence } from '../../../src/session/plan/evidenceSet';
import { prepareOffline } from '../../../src/session/plan/preparation';
import { RunManager } from '../../../src/ui/run/runManager';
import { locatePassage } from '../../../src/ui/sources/locatePassage';
import { snapshotText } from '../../../src/ui/sources/snapshotText';
import { TextLines } from '../../../src/ui/sources/textSpans';
import { Verifier } from '../../../src/verify/verifier';
import { entry } from '../../support/entries';
import { evidenceWithText } from '../../support/evidenceSummary';
import { logIn } from '../../support/logs';
import { ReportRecord } from '../../support/reportRecord';
import { readEntries } from '../../support/scriptedDebate';
import { pdfFile } from '../../support/pdfFile';
import { tempFolder } from '../../support/tempFolder';
import { tramsPage as page } from '../../support/tramsPage';

const { signal } = new AbortController();

const evidenceOf = (files: Record<string, string | Uint8Array>) => evidenceWithText({ root: tempFolder(files) });

describe('HTML evidence', () => {
  it('is read with its title, authors, site and date; its bytes are those of the file', async () => {
    const evidence = await evidenceOf({ 'page.html': `\ufeff${page}` });
    const source = await workspaceSourceReader(evidence).read('workspace:page.html#L12-L14', signal);
    expect(source).toMatchObject({
      outcome: 'read',
      title: 'Trams & people',
      authors: ['Ann Lee'],
      site: 'The Survey',
      published: '2024-05-17',
      contentType: 'text/html',
      extractor: { name: 'html-lines', version: 9 },
      sha256: createHash('sha256').update(`\ufeff${page}`).digest('hex'),
    });
    if (source.outcome !== 'read') throw new Error(source.reason);
    expect(source.text).toHaveLength(page.length);
    expect(evidence.files[0]?.sha256).toBe(source.sha256);
  });

  it('that holds a secret where no reader sees it is not evidence', async () => {
    const key = 'sk-ant-api03-Zk3v9QmX2tLr8WcY5bNa7HdJ4gPf6SeU1oKi';
    const evidence = await evidenceOf({
      'page.html': page,
      'keys.html': `<p>x</p>\n<script>const key = '${key}';</script>`,
    });
    expect(evidence.leftOut).toEqual([
      { path: 'keys.html', reason: 'secret_content', detail: 'line 2 looks like an Anthropic key' },
    ]);
    writeFileSync(path.join(evidence.root, 'page.html'), `<!-- ${key} -->`);
    expect(await workspaceSourceReader(evidence).read('workspace:page.html', signal)).toMatchObject({
      outcome: 'unsupported',
    });
  });

  it('that is nothing but a selection is read the same way', async () => {
    const opened = await openEvidence({ root: null, files: [] });
    const evidence = openedWithText(opened, { name: 'part.html', text: '<p>One <b>two</b> three.</p>' });
    expect(plainLine(await evidence.text('subject/part.html'))).toBe('One two three.');
    expect(isLined({ extractor: (await evidence.document('subject/part.html')).extractor?.name })).toBe(true);
  });
});

async function checked(
  evidence: Evidence,
  cited: { url: string; quote: string; content?: string },
): Promise<VerificationData & { kept: string }> {
  const store = new SnapshotStore(tempFolder());
  const verifier = new Verifier({
    snapshots: store,
    reader: workspaceSourceReader(evidence),
    manifest: evidence.files,
    today: () => '2026-07-21',
  });
  const { url, quote, content = `“${quote}”` } = cited;
  const check = await verifier.check(
    entry({
      seq: 4,
      type: 'argument',
      content,
      sources: [{ url, quote, claim: quote, title: 'page', accessed: '2026-07-21' }],
    }),
    url,
    signal,
  );
  const { text = '' } = (await store.find(url)) ?? {};
  return { ...(check.isSettled ? check.data : check.settle(undefined)), kept: text };
}

describe('a quotation of HTML evidence', () => {
  it('is verified over tags and entities, and its passage stands in the file', async () => {
    const evidence = await evidenceOf({ 'page.html': page });
    const quote = 'Trams carried 41 percent of all passengers in the year that the survey covers.';
    const data = await checked(evidence, { url: 'workspace:page.html#L12-L14', quote });
    expect(data).toMatchObject({ status: 'verified', checks: { quote: 'pass', figures: 'pass', support: 'same' } });
    expect(page.slice(data.passage?.start, data.passage?.end)).toMatch(/^Trams carried <em>41.*covers\.$/s);
    expect(data.kept).toHaveLength(page.length);
  });

  it.each([
    ['a script', "Words of a script are nobody's words in the survey.", 6, 'The quotation does not stand there.'],
    ['a comment', 'A comment says that trams are slower than horses.', 15, 'The quotation does not stand there.'],
    [
      'what is hidden',
      'Nobody sees that the trams were always late that year.',
      17,
      'The quotation does not stand there.',
    ],
    ['a menu', 'Every tram line of the city is listed here', 10, "It stands only in the page's menu"],
    ['a notice', 'Subscribe to the newsletter of the tram survey now.', 18, 'It stands only in a notice'],
    ['a bibliography', 'A history of trams in large cities.', 21, "It stands only in the page's bibliography"],
  ])('that stands only in %s is never verified, with lines or without', async (_, quote, line, note) => {
    const evidence = await evidenceOf({ 'page.html': page });
    for (const url of [`workspace:page.html#L${line}`, 'workspace:page.html', 'workspace:page.html#L1-L23']) {
      const data = await checked(evidence, { url, quote });
      const isSeen = note.startsWith('It stands only');
      expect(data).toMatchObject(
        isSeen
          ? { status: 'unverified', checks: { quote: 'not_judged' } }
          : { status: 'unreliable', checks: { quote: 'fail' } },
      );
      expect(data.notes?.['quote']).toContain(note);
    }
  });

  it('that stands elsewhere is said to stand at the lines of the file', async () => {
    const evidence = await evidenceOf({ 'page.html': page });
    const data = await checked(evidence, {
      url: 'workspace:page.html#L19',
      quote: 'Trams carried 41 percent of all passengers in the year that the survey covers.',
    });
    expect(data.notes?.['quote']).toContain('The quotation stands at lines 12–14, not at those cited.');
  });

  it('may run over a notice that stands in its midst, for nobody reads it so', async () => {
    const evidence = await evidenceOf({ 'page.html': page });
    const quote = 'It was never more. The drivers were asked twice, and most of them said that';
    expect(await checked(evidence, { url: 'workspace:page.html#L16-L19', quote })).toMatchObject({
      checks: { quote: 'pass' },
    });
  });

  it('in a debate that kept the raw text is checked in that', async () => {
    const evidence = await evidenceOf({ 'page.html': page });
    const store = new SnapshotStore(tempFolder());
    const url = 'workspace:page.html';
    await store.add({
      url,
      finalUrl: url,
      title: 'page.html',
      contentType: 'text/html',
      accessed: '2025-01-01',
      body: Buffer.from(page),
      text: page,
      extractor: { name: 'plain', version: 1 },
    });
    const verifier = new Verifier({
      snapshots: store,
      reader: workspaceSourceReader(evidence),
      manifest: evidence.files,
      today: () => '2026-07-21',
    });
    const quote =
      'The drivers were asked twice, and most of them said that the new line is better than the old one was.';
    const check = await verifier.check(
      entry({
        seq: 4,
        type: 'argument',
        content: quote,
        sources: [{ url: `${url}#L19`, quote, claim: quote, title: 'page', accessed: '2025-01-01' }],
      }),
      `${url}#L19`,
      signal,
    );
    const data = check.isSettled ? check.data : check.settle(undefined);
    expect(data).toMatchObject({ checks: { exists: 'pass', quote: 'pass' } });
    expect(await verifier.capture(url, signal)).toMatchObject({ outcome: 'read', text: page });
  });
});

describe('a passage of HTML evidence in the editor', () => {
  const quote = 'Trams carried 41 percent of all passengers in the year that the survey covers.';
  const url = 'workspace:page.html#L12-L14';

  async function located(change: (root: string) => void) {
    const root = tempFolder({ 'page.html': page });
    const { files } = await readEvidence({ root });
    const folder = tempFolder();
    const snapshots = new SnapshotStore(folder);
    const verifier = new Verifier({
      snapshots,
      reader: workspaceSourceReader({ root, files }),
      manifest: files,
      today: () => '2026-07-21',
    });
    const record = new ReportRecord();
    record.setup({
      evidence: { root, files: files.map(({ path: file, bytes, sha256 }) => ({ path: file, bytes, sha256 })) },
    });
    const source = { url, title: 'page', accessed: '2026-07-21', quote, claim: quote };
    record.add({ speaker: 'sre', type: 'opening_statement', content: quote, sources: [source] });
    const check = await verifier.check(
      entry({ seq: 1, type: 'opening_statement', content: quote, sources: [source] }),
      url,
      signal,
    );
    const { status, passage, snapshot } = check.isSettled ? check.data : check.settle(undefined);
    record.verify(1, url, status, {
      ...(snapshot === null || snapshot === undefined ? {} : { snapshot }),
      ...(passage === null || passage === undefined ? {} : { passage }),
    });
    writeFileSync(path.join(folder, 'debate-log.jsonl'), record.lines.join(''));
    change(root);
    const log = await logIn(folder);
    return await locatePassage({ seq: 1, url }, { view: log.view, snapshots, workspaceFolders: [] });
  }

  it('is shown in the file itself', async () => {
    const found = await located(() => undefined);
    if (found.kind !== 'file') throw new Error(found.kind);
    expect(found).toMatchObject({ text: page, isCompared: true, passage: { basis: 'checked' } });
    expect(new TextLines(page).slice(found.passage.span)).toMatch(/^Trams carried <em>41[^]*covers\.$/);
  });

  it('is shown in what was kept, once the file says something else', async () => {
    const found = await located((root) => writeFileSync(path.join(root, 'page.html'), '<p>Gone</p>'));
    if (found.kind !== 'snapshot') throw new Error(found.kind);
    const shown = snapshotText(found.snapshot);
    expect(shown.text).not.toMatch(/[\u2003-\u2006\u2062\u2063<]/);
    expect(new TextLines(shown.text).slice(shown.span(found.passage.span)).replace(/\s+/g, ' ')).toBe(quote);
    expect(shown.marks.map(({ kind }) => kind)).toEqual(['part', 'part', 'part', 'part']);
  });
});

describe('tools of HTML evidence', () => {
  const use = async (name: string, input: unknown): Promise<string> => {
    const tool = evidenceTools(await evidenceOf({ 'page.html': page })).find((candidate) => candidate.name === name);
    return (await tool?.run(input, { signal, onProgress: () => undefined }))?.text ?? '';
  };

  it('read what the page says, with the numbers of its lines and what is not its own', async () => {
    expect(await use('read_evidence', { path: 'page.html' })).toBe(
      [
        'Lines 1–23 of 23.\nCite as: workspace:page.html#L1-L23 (or fewer of these lines)\n',
        '[Menus follow. They are not the page’s own words.]',
        '10: Every tram line of the city is listed here All other pages of the survey',
        '[What stands beside the article follows, such as titles and captions: quote the article itself.]',
        '11: Trams',
        '[The page’s own words go on.]',
        '12: Trams carried 41 percent of all\n14: passengers in the year that the survey covers.',
        '16: R&D took 7 % of the budget — less than anybody thought. It was never more.',
        '[Notices about cookies and the like follow. They are not the page’s own words.]',
        '18: Subscribe to the newsletter of the tram survey now.',
        '[The page’s own words go on.]',
        '19: The drivers were asked twice, and most of them said that the new line is better than the old one was.',
        '[A list of other works follows. It is not the page’s own words: quote those works themselves.]',
        '20: References',
        '21: Smith, A. (2019). A history of trams in large cities. Journal of Rails 3. Jones, B. (2020). On buses and their drivers. Press.',
      ].join('\n'),
    );
  });

  it('say so where the lines are nothing but markup', async () => {
    expect(await use('read_evidence', { path: 'page.html', start_line: 5, end_line: 7 })).toContain(
      '(These lines say nothing: they are markup.)',
    );
  });

  it('find words over tags', async () => {
    const found = await use('search_evidence', { query: 'survey passengers' });
    expect(found).toContain('14: passengers in the year that the survey covers.');
    expect(found).not.toMatch(/[<\u2062\u2063]/);
    expect(await use('search_evidence', { query: 'horses' })).toContain('No passage of the evidence matches');
  });
});

describe('offline debaters on HTML evidence', () => {
  it('quote clean text of the body, and all of it stands there', async () => {
    const evidence = await evidenceOf({ 'page.html': page });
    const passages = await new DocumentEvidence(evidence).passages();
    expect(passages.map(({ quote, heading, start, end }) => [quote, heading, start, end])).toEqual([
      ['Trams carried 41 percent of all passengers in the year that the survey covers.', undefined, 12, 14],
      ['R&D took 7 % of the budget — less than anybody thought.', undefined, 16, 16],
      [
        'The drivers were asked twice, and most of them said that the new line is better than the old one was.',
        undefined,
        19,
        19,
      ],
    ]);
    for (const passage of passages) {
      const { url, quote = '', title } = sourceOf(passage);
      expect(title).toBe('Trams & people');
      // The next sentence denies something: whether that turns the passage is for a judge.
      const status = quote.startsWith('R&D') ? 'unverified' : 'verified';
      const checks = { quote: 'pass', attribution: 'not_applicable' };
      expect(await checked(evidence, { url, quote, content: quote })).toMatchObject({ status, checks });
    }
  });

  it('hold a whole debate on it: all is verified, and every quotation is clean', async () => {
    const sentence = (team: string, at: number): string =>
      `<p class="day">The <em>${team}</em> team measured <b>${100 + at}</b>&nbsp;ms of la<wbr>tency in <a\n  href="#t${at}">trial ${at}</a>, because the R&amp;D gateway was ${at % 2 === 0 ? 'slower' : '<i>faster</i>'} then.</p>`;
    const html = (team: string): string =>
      `<title>${team} &amp; others</title><nav><a href="/">Home</a> <a href="/all">All the teams measured everything in all of their trials.</a></nav><h1>${team}</h1>\n${Array.from({ length: 25 }, (_, at) => sentence(team, at)).join('\n')}`;
    const base = tempFolder({ 'docs/payments.html': html('payments'), 'docs/search.html': html('search') });
    const output = path.join(base, 'output');
    const evidence = await gatherEvidence({ evidence: path.join(base, 'docs'), subject: [], output });
    const topic = 'Is the gateway too slow?';
    const performer = await prepareOffline(evidence);
    const debaters = documentLineup(topic, await performer.documentsOn(topic));
    const limits = { min_rounds: 1, max_rounds: 1, time_budget_minutes: 30, budget_usd: null };
    const folder = await createDebate({
      topic,
      debaters,
      limits,
      provider: 'offline',
      parent: output,
      evidence,
      now: () => new Date('2026-07-21T12:34:56.789Z'),
    });
    const runManager = new RunManager({ now: () => new Date(), host: 'unit test' });
    await runManager.run(folder);
    await runManager.settled(folder);
    const entries = await readEntries(folder);
    expect(entries.some(({ type }) => type === 'conclusion')).toBe(true);
    const quotes = entries.flatMap(({ sources }) => sources ?? []).map(({ quote }) => quote ?? '');
    expect(quotes.length).toBeGreaterThan(5);
    for (const quote of quotes)
      expect(quote).toMatch(
        /^The (?:payments|search) team measured \d+ ms of latency in trial \d+, because the R&D gateway was (?:slower|faster) then\.$/,
      );
    const statuses = entries.filter(({ type }) => type === 'verification_result').map(({ data }) => data?.['status']);
    expect(new Set(statuses)).toEqual(new Set(['verified']));
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:md|jsonl)$/.test(name),
    );
    for (const name of written)
      expect(readFileSync(path.join(folder, name), 'utf8'), name).not.toMatch(/[\u2003-\u2006\u2062\u2063]/);
  });

  it('do not quote other people’s titles from a text either', async () => {
    const text =
      '# Trams\n\nTrams carried more people than buses did in that year.\n\n## References\n\n- Smith, A. (2019). A history of trams in all large cities of the world.\n';
    const passages = await new DocumentEvidence(await evidenceOf({ 'notes.md': text })).passages();
    expect(passages.map(({ quote }) => quote)).toEqual(['Trams carried more people than buses did in that year.']);
  });
});

describe('a page of a document that nobody can read', () => {
  it('is no proof against a quotation', async () => {
    const scan = pdfFile({
      pages: [['Trams carried 41 percent of all passengers in the year', 'that the survey covers.'], ['2'], []],
    });
    const evidence = await evidenceOf({ 'paper.pdf': Buffer.from(scan) });
    for (const number of [2, 3]) {
      const data = await checked(evidence, {
        url: `workspace:paper.pdf#page=${number}`,
        quote: 'Buses carried 17 percent of all passengers in the year.',
      });
      expect(data).toMatchObject({
        status: 'unverified',
        checks: { exists: 'pass', quote: 'not_judged', figures: 'not_judged' },
      });
      expect(data.notes?.['quote']).toBe(`Page ${number} holds no text that could be read; it may be a picture.`);
    }
    expect(
      await checked(evidence, {
        url: 'workspace:paper.pdf#page=1',
        quote: 'Buses carried 17 percent of all passengers in the year.',
      }),
    ).toMatchObject({ status: 'unreliable' });
    expect(parseSourceUrl('workspace:paper.pdf#page=2')).toMatchObject({ page: 2 });
    expect((await fileText('paper.pdf', Buffer.from(scan))).ok).toBe(true);
  });
});
