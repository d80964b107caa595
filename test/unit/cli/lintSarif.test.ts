import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSarif } from '../../../src/cli/lint';
import type { LintProblem } from '../../../src/debate/rules/lint/lint';
import { redaction } from '../../support/lintChange';
import { documentsOf, panelRecord } from '../../support/panelRecord';
import { logText, type RecordBuilder } from '../../support/recordBuilder';
import { rostrum } from '../../support/rostrum';
import { tempFolder } from '../../support/tempFolder';

interface Sarif {
  $schema: string;
  version: string;
  runs: [
    {
      tool: { driver: { name: string; rules: { id: string; name: string; shortDescription: { text: string } }[] } };
      originalUriBaseIds?: Record<string, { uri: string }>;
      results: {
        ruleId: string;
        ruleIndex: number;
        level: string;
        message: { text: string };
        locations: {
          physicalLocation: { artifactLocation: { uri: string; uriBaseId?: string }; region?: { startLine: number } };
        }[];
      }[];
    },
  ];
}

const problems: LintProblem[] = [
  { rule: '16', severity: 'error', seq: 2, line: 3, message: 'Too many.' },
  { rule: 'structure', severity: 'warning', seq: null, line: null, message: 'No line.' },
];
const sarif = (logPath: string) => toSarif(problems, logPath) as Sarif;

describe('SARIF', () => {
  it('has the rules, and for each problem its rule, level, message and line', () => {
    const { $schema, version, runs } = sarif('output/a debate/debate-log.jsonl');
    expect([$schema, version]).toEqual(['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0']);
    const [{ tool, results }] = runs;
    expect(tool.driver.name).toBe('rostrum');
    expect(tool.driver.rules.map(({ id }) => id).sort()).toEqual(
      ['format', 'structure', ...Array.from({ length: 24 }, (_, index) => String(index + 1))].sort(),
    );
    expect(tool.driver.rules.every(({ shortDescription }) => shortDescription.text.length > 10)).toBe(true);
    expect(results.map(({ ruleId, level, message }) => [ruleId, level, message.text])).toEqual([
      ['16', 'error', 'Too many.'],
      ['structure', 'warning', 'No line.'],
    ]);
    expect(results.map(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId)).toEqual([true, true]);
    expect(results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'output/a%20debate/debate-log.jsonl' },
      region: { startLine: 3 },
    });
    expect(results[1]?.locations[0]?.physicalLocation.region).toBeUndefined();
  });

  it.each([
    ['./output/x/debate-log.jsonl', 'output/x/debate-log.jsonl', undefined],
    ['output\\x\\debate-log.jsonl', 'output/x/debate-log.jsonl', undefined],
    ['/tmp/x y/debate-log.jsonl', 'debate-log.jsonl', 'file:///tmp/x%20y/'],
    ['C:\\x\\debate-log.jsonl', 'debate-log.jsonl', 'file:///C:/x/'],
  ])('places %s relatively', (logPath, uri, base) => {
    const [run] = sarif(logPath).runs;
    const place = run.results[0]?.locations[0]?.physicalLocation.artifactLocation;
    expect(place?.uri).toBe(uri);
    expect(run.originalUriBaseIds?.[place?.uriBaseId ?? '']?.uri).toBe(base);
  });

  it('is empty for a clean log, and can be written as JSON', () => {
    const clean = toSarif([], 'debate-log.jsonl') as Sarif;
    expect(clean.runs[0].results).toEqual([]);
    expect(JSON.parse(JSON.stringify(clean))).toEqual(clean);
  });
});

function debateFolder(record: RecordBuilder = panelRecord()): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'debate-log.jsonl'), logText(record.build()));
  for (const [name, text] of documentsOf(record)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('lint on the command line', () => {
  it('takes the files of a folder for documents, and names one that cannot be read', async () => {
    const folder = debateFolder();
    mkdirSync(join(folder, 'notes.md'));
    symlinkSync('nowhere.md', join(folder, 'gone.md'));
    const { code, out } = await rostrum(['lint', folder]);
    expect(out).toContain('gone.md could not be read, so nothing in it was checked.');
    expect(out).not.toContain('notes.md');
    expect(code).toBe(0);
  });

  it('prints each problem on one line that nothing in the log can break or fill, with its places readable', async () => {
    const record = panelRecord()
      .remove('verify/opening/ann')
      .edit('r1/audience', { speaker: 'zed\nNo problems.' })
      .edit('r1/go-on', { type: 'x'.repeat(5_000) as 'note' });
    const { code, out } = await rostrum(['lint', debateFolder(record)]);
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(1);
    expect(lines).not.toContain('No problems.');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(600);
    expect(out).toContain('The source opening-ann.md:1–3 of seq 2 has no');
    expect(lines.at(-1)).toMatch(/^\d+ errors, 1 warning\.$/);
  });

  it('says what it did not look at: the end of a debate that goes on, and the files beside a log', async () => {
    const whole = debateFolder();
    expect((await rostrum(['lint', whole])).out).toBe('No problems.\n');
    const log = join(whole, 'debate-log.jsonl');
    expect((await rostrum(['lint', log])).out).toBe(
      'No problems.\nDocuments and snapshots were not looked at: for these, give the folder instead of the log.\n',
    );
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    const cut = tempFolder();
    const untilEnd = lines.findIndex((line) => line.includes('"type":"conclusion"'));
    writeFileSync(join(cut, 'debate-log.jsonl'), `${lines.slice(0, untilEnd).join('\n')}\n`);
    const open = 'The debate is not over: what is due at its end was not looked for.';
    expect((await rostrum(['lint', cut])).out).toBe(`No problems.\n${open}\n`);
    const { out, err } = await rostrum(['lint', cut, '--json']);
    expect(JSON.parse(out)).toEqual({ ok: true, problems: [] });
    expect(err).toContain(open);
  });

  it('asks to make a document again only if it is one that is made', async () => {
    const secret = 'what nobody is to read in any of the documents again, ever';
    const record = panelRecord().edit('r1/turn/bob', { content: secret });
    record.after('r1/turn/bob', redaction('redaction', 'r1/turn/bob', 'workspace:x.md#L1'));
    const folder = debateFolder(record);
    writeFileSync(join(folder, 'mine.md'), secret);
    const { out } = await rostrum(['lint', folder]);
    const about = (name: string) => out.split('\n').find((line) => line.includes(`${name} holds text`));
    expect(about('mine.md')).toMatch(/in line 1\. Remove the passage from it\.$/);
    expect(about('transcript.md')).toMatch(/Make the documents again: rostrum report\.$/);
  });
});
