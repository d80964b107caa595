import { HtmlValidate } from 'html-validate';
import MarkdownIt from 'markdown-it';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { foundStatus } from '../../../../src/debate/log/sourceMark';
import type { RecordView } from '../../../../src/debate/fold/view';
import { DebateLog } from '../../../../src/record/debateLog';
import { pathOfLog } from '../../../../src/record/logPath';
import { argumentGraph } from '../../../../src/projections/formats/argumentGraph';
import { sourceTally } from '../../../../src/projections/sources';
import { discussionOf } from '../../../../src/reports/export/discussion';
import { exportDebate, exportFormats, type ExportFormat } from '../../../../src/reports/export/exportDebate';
import { html } from '../../../../src/reports/export/html';
import { writeDocuments } from '../../../../src/reports/writeDocuments';
import { forgedDebate } from '../../../support/forgedDebate';
import { rostrum } from '../../../support/rostrum';
import { tempFolder } from '../../../support/tempFolder';
import { dialecticEntries } from '../../../support/formats/dialecticRecord';
import { viewOf } from '../../../support/formats/inMemory';
import { writeLargeLog } from '../../../bench/largeLog';

/** Of @argdown/core: its own types bring those of a browser's page into the whole project. */
interface Argdown {
  run(request: { input: string; process: string[]; logLevel: string }): {
    lexerErrors?: unknown[];
    parserErrors?: { message: string }[];
    arguments?: Record<string, unknown>;
    relations?: { relationType: string }[];
  };
}

/** Those that speak of the whole debate. */
const wholeDocuments: ReadonlySet<string> = new Set(
  ['transcript', 'verifier-report', 'summary', 'brief', 'issue-tracker', 'scoreboard', 'README'].map(
    (name) => `${name}.md`,
  ),
);

const argdownPackage = '@argdown/core';
let argdownApp: Argdown;

const records = [
  'scripted-3',
  'tribunal-two-rounds',
  'tribunal-redaction',
  'dialectic-three',
  'dialectic-struck',
] as const;
type Name = (typeof records)[number] | 'hostile' | 'wrapped' | 'signed';

const names: readonly Name[] = [...records, 'hostile', 'wrapped', 'signed'];

/**
 * The golden record of a name; `wrapped` is one whose mentions of entries stand on two lines, `signed` one whose entries begin with a
 * sign.
 */
async function goldenLog(name: Name): Promise<string> {
  const folder = name === 'wrapped' || name === 'signed' ? 'scripted-3' : name;
  const text = await readFile(join(__dirname, '..', '..', '..', 'golden', folder, 'debate-log.jsonl'), 'utf8');
  if (name === 'signed') return text.split('\n').map(withSign).join('\n');
  return name === 'wrapped' ? text.replace(/\b(seqs?) (?=\d)/g, String.raw`$1\n`) : text;
}

const signs = ['-5 % ', '+ ', '--> ', '-+ ', '+5 % '];

const withSign = (line: string, index: number): string =>
  /"type":"(?:opening_statement|new_point|rebuttal|conjecture)"/.test(line)
    ? line.replace('"content":"', `"content":"${signs[index % signs.length] ?? ''}`)
    : line;

/** Words that no export may pass on as anything but text, each where a writer could put it. */
const hostile =
  '=== <script>alert(1)</script> %%{init: {}}%% ===+ <img src=x onerror=alert(1)> [click](javascript:alert(1)) ![p](https://example.org/p.png) <a id="seq-0" onclick="x()">a</a>\n\n<style>*{display:none}</style>\n\n```\n</code></pre><script>2</script>\n```\n[Motion]: <Hijack> -> [x] {a: "b"} // */ #(tag) "quoted"; \u202edne\u2066 <https://example.org/%E2%80%AEgnp.exe> \u05e9\u05dc\u05d5\u05dd\u200f! end';

function hostileLog(): string {
  const base = { timestamp: '2026-01-01T00:00:00.000Z', rebuttal_to_seq: null, target_seq: null };
  const source = {
    url: 'https://example.org/a"onmouseover="x\u202e',
    title: hostile,
    accessed: '2026-01-01',
    quote: hostile,
  };
  const entries = [
    {
      seq: 0,
      ...base,
      phase: 'system',
      speaker: 'chair',
      type: 'setup',
      content: `Debate session initialised. Debaters: ada, bob. Topic: ${hostile}`,
      sources: null,
    },
    {
      seq: 1,
      ...base,
      phase: 'opening',
      speaker: 'ada',
      type: 'opening_statement',
      content: hostile,
      sources: [source],
    },
    {
      seq: 2,
      ...base,
      phase: 'rebuttal',
      speaker: 'bob',
      type: 'rebuttal',
      content: hostile,
      sources: [source],
      rebuttal_to_seq: 1,
    },
  ];
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

let root: string;
const logs = new Map<Name, DebateLog>();

async function opened(name: Name): Promise<void> {
  const golden = name === 'hostile' ? hostileLog() : await goldenLog(name);
  const folder = await mkdtemp(join(root, `${name}-`));
  await writeFile(
    pathOfLog(folder),
    golden.replaceAll('<time>', '2026-02-03T04:05:06.789Z').replaceAll('<day>', '2026-02-03'),
  );
  logs.set(name, await DebateLog.open(pathOfLog(folder)));
}

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] });

/** What the HTML standard holds against a page. */
async function faultsOf(page: string): Promise<string[]> {
  const { results } = await validator.validateString(page);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  );
}

const logOf = (name: Name): DebateLog => {
  const log = logs.get(name);
  if (log === undefined) throw new Error(`${name} is not open`);
  return log;
};
const exported = (name: Name, format: ExportFormat): Promise<string> => exportDebate(logOf(name), format);

const parsedArgdown = (input: string): ReturnType<Argdown['run']> =>
  argdownApp.run({ input, process: ['parse-input', 'build-model'], logLevel: 'error' });

beforeAll(async () => {
  ({ argdown: argdownApp } = (await import(argdownPackage)) as { argdown: Argdown });
  root = await mkdtemp(join(tmpdir(), 'rostrum-exports-'));
  for (const name of names) await opened(name);
});

afterAll(async () => {
  for (const log of logs.values()) await log.close();
  await rm(root, { recursive: true, force: true });
});

describe.each(names)('the exports of %s', (name) => {
  it('in Argdown are taken by its own parser, with every argument and relation', async () => {
    const { claims, relations } = discussionOf(logOf(name).view);
    const read = parsedArgdown(await exported(name, 'argdown'));
    expect(read.lexerErrors ?? []).toEqual([]);
    expect((read.parserErrors ?? []).map(({ message }) => message)).toEqual([]);
    expect(Object.keys(read.arguments ?? {})).toHaveLength(claims.length);
    expect(claims.length).toBeGreaterThan(1);
    // Two relations of one kind between the same two are one to Argdown.
    const pairs = new Set(relations.map(({ from, to, kind }) => `${from} ${to ?? ''} ${kind}`));
    const found = (read.relations ?? []).filter(({ relationType }) => ['attack', 'support'].includes(relationType));
    expect(found.length).toBeGreaterThanOrEqual(pairs.size);
  });

  it('in xAIF are a whole graph: no edge into nothing, every scheme between two nodes, every claim in somebody’s mouth', async () => {
    const { AIF: aif } = JSON.parse(await exported(name, 'aif')) as {
      AIF: {
        nodes: { nodeID: string; type: string; text: string }[];
        edges: { fromID: string; toID: string }[];
        locutions: { nodeID: string; personID: number }[];
        participants: { participantID: number }[];
      };
    };
    const ids = new Set(aif.nodes.map(({ nodeID }) => nodeID));
    expect(ids.size).toBe(aif.nodes.length);
    for (const { fromID, toID } of aif.edges) expect(ids.has(fromID) && ids.has(toID)).toBe(true);
    for (const { nodeID, type } of aif.nodes.filter((node) => ['RA', 'CA', 'YA'].includes(node.type))) {
      expect(
        aif.edges.some(({ toID }) => toID === nodeID),
        `${type} ${nodeID} has no premise`,
      ).toBe(true);
      expect(
        aif.edges.some(({ fromID }) => fromID === nodeID),
        `${type} ${nodeID} leads nowhere`,
      ).toBe(true);
    }
    const { claims } = discussionOf(logOf(name).view);
    expect(aif.locutions).toHaveLength(claims.length);
    for (const { personID } of aif.locutions)
      expect(aif.participants.some(({ participantID }) => participantID === personID)).toBe(true);
  });

  it('in CSL-JSON name each page or file once, with what is known of it', async () => {
    const items = JSON.parse(await exported(name, 'csl-json')) as {
      id: string;
      type: string;
      title: string;
      URL?: string;
      note: string;
    }[];
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    for (const { type, title, URL: url, note } of items) {
      expect(['webpage', 'document']).toContain(type);
      expect(title).not.toBe('');
      expect(note).toMatch(/Cited at seq \d+/);
      if (type === 'webpage') expect(url).toMatch(/^https?:/);
    }
    const found = items.flatMap(({ note }) => [...note.matchAll(/\): (\w+)/g)].map(([, word]) => word));
    const { verified, quoted } = sourceTally(logOf(name).view);
    const count = (word: string): number => found.filter((one) => one === word).length;
    expect([count('verified'), count('quoted')]).toEqual([verified - quoted, quoted]);
  });

  it('in Mermaid have a node for each argument, and nothing that could end a label', async () => {
    const text = await exported(name, 'mermaid');
    expect(text).toMatch(/^flowchart (TD|BT)\n/);
    const { nodes } = argumentGraph(logOf(name).view);
    for (const { id } of nodes) expect(text).toContain(id);
    for (const line of text.split('\n')) expect((line.match(/"/g) ?? []).length % 2, line).toBe(0);
    expect(text).not.toMatch(/<(?!br\/>)/);
    // Mermaid obeys a directive wherever it stands, also in a label.
    expect(text).not.toContain('%%{');
  });

  it('as a web page run nothing, load nothing and hold the whole transcript', async () => {
    const page = await exported(name, 'html');
    expect(page).not.toMatch(/<(script|img|iframe|object|embed|link|form|input|base)\b/i);
    expect(page.match(/<style/g)).toHaveLength(1);
    expect(page).not.toMatch(/<[a-z][^<>]*\son\w+\s*=/i);
    expect(page).not.toMatch(/(?:href|src)="(?!#|https?:)/i);
    expect(page).toContain("default-src 'none'");
    for (const { seq } of logOf(name).view.state.headers) expect(page).toContain(`id="seq-${seq}"`);
    // Every link within the page leads somewhere.
    const ids = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]));
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) expect(ids.has(target), target).toBe(true);
  });

  it('as a web page are valid by the HTML standard', async () => {
    expect(await faultsOf(await exported(name, 'html'))).toEqual([]);
  });

  it('as one Markdown file have one title, and a chapter for each document', async () => {
    const text = await exported(name, 'markdown');
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text).toMatch(/^## Transcript$/m);
    expect(text).toMatch(/^## Verifier’s Report$/m);
  });

  it('as one Markdown file link to nothing outside of it but the web', async () => {
    const text = await exported(name, 'markdown');
    const links = new MarkdownIt({ html: true })
      .parse(text, {})
      .flatMap(({ children }) => children ?? [])
      .flatMap(({ type, attrs }) => (type === 'link_open' ? [String(attrs?.[0]?.[1])] : []));
    expect(links.filter((href) => !/^(?:https?:|#)/.test(href))).toEqual([]);
    for (const { id, seq } of argumentGraph(logOf(name).view).nodes) expect(text).toContain(`[${id}](#seq-${seq})`);
  });

  it('turn no text around, and leave what is written from right to left as it is', async () => {
    for (const format of exportFormats) {
      const text = await exported(name, format);
      expect(text, format).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      if (name !== 'hostile') continue;
      // Neither names a source.
      if (format !== 'mermaid' && format !== 'madr')
        expect(text, format).toMatch(/https:\/\/example\.org\/a\S*x%E2%80%AE/);
      if (format === 'html' || format === 'markdown') expect(text).toContain('\u05e9\u05dc\u05d5\u05dd\u200f!');
    }
  });

  it('name the lines that could not be read, each document in its head', async () => {
    const folder = await mkdtemp(join(root, 'damaged-'));
    const whole = await readFile(logOf(name).path, 'utf8');
    await writeFile(pathOfLog(folder), `${whole}no entry\n{"seq":`);
    const log = await DebateLog.open(pathOfLog(folder));
    const line = whole.split('\n').length;
    const words = `2 lines of the log could not be read and are left out: line ${line}, ${line + 1}.`;
    try {
      expect(await exportDebate(log, 'html')).toContain(`</strong> ${words}</p></header>`);
      const written = await writeDocuments(log);
      for (const document of written.filter((path) => wholeDocuments.has(path)))
        expect((await readFile(join(folder, document), 'utf8')).split('\n## ')[0], document).toContain(words);
      expect(JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8'))).toMatchObject({
        unread_lines: [line, line + 1],
      });
      expect((await exportDebate(log, 'mermaid')).split('\n')[0]).toBe(`%% Incomplete: ${words}`);
      const text = await exportDebate(log, 'argdown');
      expect(text).toContain(`\n// Incomplete: ${words}\n`);
      const read = [text, await exported(name, 'argdown')].map(parsedArgdown);
      expect(read[0]?.lexerErrors).toEqual([]);
      expect(Object.keys(read[0]?.arguments ?? {})).toEqual(Object.keys(read[1]?.arguments ?? {}));
      expect(JSON.parse(await exportDebate(log, 'aif'))).toEqual({
        ...(JSON.parse(await exported(name, 'aif')) as object),
        unread_lines: [line, line + 1],
      });
    } finally {
      await log.close();
    }
    expect(await readFile(logOf(name).path, 'utf8')).toBe(whole);
    for (const format of exportFormats) expect(await exported(name, format)).not.toMatch(/Incomplete|unread_lines/);
  });
});

describe('a web page', () => {
  const structured = [
    '# Same\n\n## Same\n\n### Same\n\nargument-graph-title',
    '- one\n  - two\n\n    three\n\n    ![Argument graph](argument-graph.svg)\n- ![Argument graph](./argument-graph.svg)',
    '> a quotation\n> - with a list\n>\n> | a | b |\n> |---|---|\n> | <a id="seq-1"></a>1 | [x <a id="seq-2"></a>](https://example.org) |',
    'Words ![Argument graph](argument-graph.svg) around it.\n\n![Argument graph](argument-graph.svg)',
    '</p><figure></section></main><p>\n\n<div>\n\n[![pic](p.png)](https://example.org/?a=1&b=2 "t") **a *b** c*\n\n1. one\n1) two\n\n***',
  ].join('\n\n');

  it('of any words that a report or an entry may hold is valid, and has the graph once', async () => {
    const entries = dialecticEntries({ exchanges: 2, requested: 2, passes: 1 });
    const report = {
      ...entries.at(-1),
      seq: entries.length,
      speaker: 'reporter',
      type: 'document',
      phase: 'system',
      content: structured,
      data: { name: 'README.md' },
    } as Entry;
    const page = html(viewOf([...entries, report]));
    expect(await faultsOf(page)).toEqual([]);
    expect(page.match(/<figure/g)).toHaveLength(1);
    expect(page.match(/<svg/g)).toHaveLength(1);
    const spoken = entries.map((entry) => (entry.type === 'setup' ? entry : { ...entry, content: structured }));
    expect(await faultsOf(html(viewOf(spoken)))).toEqual([]);
  });

  it('with a faulty page in its hands, the validator says so', async () => {
    const faulty =
      '<!doctype html><html lang="en"><head><title>x</title></head><body><p><figure id="a"></figure></p><p id="a">x</p></p></body></html>';
    expect((await faultsOf(faulty)).join('\n')).toMatch(/no-dup-id[^]*close-order|close-order[^]*no-dup-id/);
  });
});

it('a chart that Mermaid draws only where it is told to says so', async () => {
  const folder = await mkdtemp(join(root, 'long-'));
  writeLargeLog(pathOfLog(folder), 3_000);
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const text = await exportDebate(log, 'mermaid');
    const arrows = text.split('\n').filter((line) => /^ {4}n\d+ (?:-->|-\.->)/.test(line)).length;
    expect(arrows).toBeGreaterThan(500);
    const [note = '', ...chart] = text.split('\n');
    expect(note).toMatch(new RegExp(`^%% Large: ${chart.join('\n').length} characters, ${arrows} arrows\\.`));
    expect(note).toContain('unless maxTextSize and maxEdges are raised');
  } finally {
    await log.close();
  }
});

describe('what an export says of its claims', () => {
  it('is where they stand: the position of a debater in the setup, and in no entry of theirs', () => {
    const { claims } = discussionOf(logOf('scripted-3').view);
    const positions = claims.filter(({ id }) => id.startsWith('position.'));
    expect(positions.map(({ seq }) => seq)).toEqual(positions.map(() => 0));
    expect(positions.length).toBeGreaterThan(1);
  });

  it('is found of each source by its address, also where what is shown of that is masked', () => {
    const { view } = logOf('scripted-3');
    const visible = (seq: number) => {
      const entry = view.visible(seq);
      const sources = entry?.sources?.map((source) => ({ ...source, url: '█' }));
      return entry === undefined ? undefined : { ...entry, ...(sources === undefined ? {} : { sources }) };
    };
    const statuses = (of: RecordView): unknown[] =>
      discussionOf(of).claims.map(({ grounds }) => grounds.map(({ status }) => status));
    expect(statuses({ ...view, visible })).toEqual(statuses(view));
  });

  it.each(['scripted-3', 'tribunal-two-rounds', 'dialectic-three'] as const)(
    'of %s is what became of each source',
    async (name) => {
      const { view } = logOf(name);
      const cited = discussionOf(view).claims.flatMap(({ seq, grounds }) =>
        grounds.map((ground) => ({ ...ground, seq })),
      );
      const [aif, argdown] = [await exported(name, 'aif'), await exported(name, 'argdown')];
      expect(cited.length).toBeGreaterThan(0);
      for (const { seq, url = '', status } of cited) {
        const finding = view.state.findings.get(seq)?.get(url);
        expect(status).toBe(finding === undefined ? 'not checked' : foundStatus(finding));
        expect(aif).toContain(`(${url}, ${status})`);
        expect(argdown).toContain(`{source: ${JSON.stringify(url)}, status: ${JSON.stringify(status)}}`);
      }
    },
  );
});

describe('what was struck', () => {
  it.each(['tribunal-redaction', 'dialectic-struck'] as const)('of %s is in no export', async (name) => {
    const { view } = logOf(name);
    const redacted = [...view.state.redactions.keys()];
    expect(redacted.length).toBeGreaterThan(0);
    // The longest sentence of each: short ones may stand elsewhere too.
    const sentences = redacted.map(
      (seq) => (view.raw(seq)?.content ?? '').split(/(?<=[.!?])\s+|\n+/).sort((a, b) => b.length - a.length)[0] ?? '',
    );
    for (const format of exportFormats) {
      const text = await exported(name, format);
      for (const sentence of sentences) {
        expect(sentence.length).toBeGreaterThan(40);
        expect(text, format).not.toContain(sentence);
      }
    }
  });
});

describe('CSL-JSON of a debate whose snapshots were changed', () => {
  it('takes nothing from a snapshot that does not fit the record, and says so', async () => {
    const { folder } = await forgedDebate(tempFolder(), tempFolder());
    const { code, out } = await rostrum(['export', folder, '--to', 'csl-json']);
    expect(code).toBe(0);
    const items = JSON.parse(out) as { title: string; note: string }[];
    const of = (name: string): { title: string; note: string } | undefined =>
      items.find(({ note }) => note.includes(`File: ${name}.md`));
    expect(of('honest')).toMatchObject({ title: 'honest', note: expect.stringContaining('quoted') as string });
    expect(of('retold')?.title).toBe('retold');
    expect(of('retold')?.note).toContain('Its snapshot was changed: nothing is taken from it');
    expect(of('retold')?.note).toContain('unverified');
    expect(out).not.toContain('Another');
  });
});
