import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { referencesInLine } from '../../../../src/ui/language/foldedLog';

const found = (line: string) => {
  const { seq, references } = referencesInLine(line);
  return {
    seq,
    all: references.map(
      ({ start, end, to }) => `${to.kind} ${line.slice(start, end)}${to.kind === 'source' ? ` = ${to.url}` : ''}`,
    ),
  };
};

const entry = (fields: Record<string, unknown>): string =>
  JSON.stringify({ seq: 4, type: 'new_point', content: 'x', ...fields });

describe('what leads somewhere in a line of a log', () => {
  it('is the own seq, and those of other entries', () => {
    expect(found(entry({ rebuttal_to_seq: 2, target_seq: null }))).toEqual({ seq: 4, all: ['own 4', 'entry 2'] });
    expect(found(entry({ rebuttal_to_seq: null, target_seq: 12 }))).toEqual({ seq: 4, all: ['own 4', 'entry 12'] });
  });

  it('is what the data refers to', () => {
    const data = { concedes: [{ seq: 1, claim: 'c' }], points: [{ text: 't', seqs: [2, 3] }], acknowledges: [7] };
    expect(found(entry({ data }))).toEqual({ seq: 4, all: ['own 4', 'entry 1', 'entry 2', 'entry 3'] });
  });

  it('is the URL of a source, decoded', () => {
    const line = entry({ sources: [{ url: 'workspace:a "b"\\.md#L1' }, { url: 'https://a.example/é' }] });
    expect(found(line).all).toEqual([
      'own 4',
      'source workspace:a \\"b\\"\\\\.md#L1 = workspace:a "b"\\.md#L1',
      'source https://a.example/é = https://a.example/é',
    ]);
  });

  it('is what its texts mention, as they are read', () => {
    const reason = 'See seqs 2, 3 and 5.';
    const content = '"Seq 7" is quoted.\nseq\t12–14 too, “é” 😀 \\ (seq 3).';
    const all = ['own 4', 'entry Seq 7', 'entry seq\\t12', 'entry 14', 'entry seq 3'];
    expect(found(entry({ content })).all).toEqual(all);
    const escaped = JSON.stringify({ seq: 4, content }).replaceAll(/[^ -~]/gu, (character) =>
      [...character.split('')].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    );
    expect(found(escaped).all).toEqual(all);
    expect(found(entry({ data: { reason } })).all).toEqual(['own 4', 'entry seqs 2', 'entry 3', 'entry 5']);
    expect(found(entry({ sources: [{ url: 'u', quote: 'seq 9' }] })).all).toEqual(['own 4', 'source u = u']);
  });

  it('is nothing inside a text that looks like it', () => {
    const content = 'He wrote {"seq": 9, "target_seq":8,"url":"https://x"} and \\"seq":7';
    expect(found(entry({ content })).all).toEqual(['own 4']);
    expect(found(entry({ content: 'ends with a backslash \\', sources: [{ url: 'u' }] })).all).toEqual([
      'own 4',
      'source u = u',
    ]);
  });

  it('knows the own seq wherever another writer puts it', () => {
    expect(found('{"data":{"concedes":[{"seq":1}]},"seq":4,"target_seq":2}')).toEqual({
      seq: 4,
      all: ['entry 1', 'own 4', 'entry 2'],
    });
    expect(found('{"data":{"correction":{"seq":4}},"seq":4}').all).toEqual(['entry 4', 'own 4']);
    expect(found('\ufeff{ "seq" : 4 }')).toEqual({ seq: 4, all: ['own 4'] });
  });

  it('is nothing in a line that is no entry', () => {
    for (const line of [
      '',
      'not json "seq"',
      '{"content":"x"}',
      '[{"seq":1}]',
      '{"data":{"seq":1}',
      '{"seq":1.5}',
      '{"seq":"1"}',
    ]) {
      expect(found(line).seq).toBeUndefined();
    }
  });

  it('is found in a torn line as far as it goes', () => {
    expect(found('{"seq":4,"rebuttal_to_seq":2,"content":"torn')).toEqual({ seq: 4, all: ['own 4', 'entry 2'] });
    expect(found('{"seq":4,"content":"as seq 3 says, torn').all).toEqual(['own 4', 'entry seq 3']);
  });

  it('is found in a line of a megabyte', () => {
    const line = entry({ content: '\\"seq\\": "'.repeat(100_000) });
    expect(found(line).all).toEqual(['own 4']);
  });

  it('names the line of every entry of a real debate', () => {
    const lines = readFileSync('test/golden/scripted-3/debate-log.jsonl', 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => referencesInLine(line).seq)).toEqual(lines.map((_, index) => index));
  });
});

interface Rule {
  include?: string;
  match?: string;
  begin?: string;
  end?: string;
  patterns?: Rule[];
}

describe('the grammar', () => {
  const grammar = JSON.parse(readFileSync('syntaxes/debate-log.tmLanguage.json', 'utf8')) as Rule & {
    scopeName: string;
    repository: Record<string, Rule>;
  };
  const rules = (rule: Rule): Rule[] => [rule, ...(rule.patterns ?? []).flatMap(rules)];
  const all = [...rules(grammar), ...Object.values(grammar.repository).flatMap(rules)];
  const matching = (name: string): RegExp =>
    new RegExp((grammar.repository[name]?.match ?? '').replaceAll('\\x{FEFF}', '\\ufeff'), 'u');

  it('is the one that the manifest names', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { languages: { id: string }[]; grammars: { language: string; scopeName: string; path: string }[] };
    };
    const named = manifest.contributes.grammars.find(({ language }) => language === 'rostrum-debate-log');
    expect(named).toEqual({
      language: 'rostrum-debate-log',
      scopeName: grammar.scopeName,
      path: './syntaxes/debate-log.tmLanguage.json',
    });
  });

  it('includes only what it has itself', () => {
    for (const { include } of all)
      if (include !== undefined) expect(grammar.repository).toHaveProperty(include.replace('#', ''));
  });

  it('ends every rule with the line, so that a torn line does no harm to the next', () => {
    for (const { begin, end } of all) if (begin !== undefined) expect(end).toMatch(/\|\$$/);
  });

  it('knows seqs, references, sources and results', () => {
    const line = '{"seq":3,"target_seq":2,"data":{"url":"workspace:a.md#L1","status":"fabricated"}}';
    expect(matching('own-seq').exec(line)?.[3]).toBe('3');
    expect(matching('reference').exec(line.slice(9))?.[3]).toBe('2');
    expect(matching('url').exec(line)?.[4]).toBe('workspace:a.md#L1');
    expect(matching('status').exec(line)?.[5]).toBe('"fabricated"');
    expect(matching('not-an-entry').test(line)).toBe(false);
    expect(matching('not-an-entry').test('# no entry')).toBe(true);
    expect(matching('not-an-entry').test('  ')).toBe(false);
  });
});
