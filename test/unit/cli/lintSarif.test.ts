import { describe, expect, it } from 'vitest';
import { toSarif } from '../../../src/cli/lint';
import type { LintProblem } from '../../../src/debate/rules/lint/lint';

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
