import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineRangeToOffsets } from '../../../../src/matching/quote/quote';
import { formatWorkspaceUrl, parseSourceUrl } from '../../../../src/matching/text/sourceUrl';
import type { EvidencePort } from '../../../../src/research/tools/evidencePaths';
import { gatherEvidence, openEvidence } from '../../../../src/session/plan/evidenceSet';
import { tempFolder } from '../../../support/tempFolder';
import { call, context, evidenceOf, toolOf } from '../../../support/toolCalls';

describe('the evidence tools', () => {
  const files = {
    'notes/trams & buses.md':
      '# Trams\n\nTrams carried 41 % of passengers.\nBuses carried 33 %.\n\n## Costs\n\nA kilometre of track costs 24 million.',
    'data.csv': 'year,share\n2023,39\n2024,41\n',
    README: 'A folder about transport.',
    'crlf.txt': 'one\r\ntwo\r\nthree',
    '.env': 'SECRET=1',
  };

  it('list the files, and nothing that was left out', async () => {
    const evidence = await evidenceOf(files);
    expect(await call({ evidence }, 'list_evidence', {})).toEqual({
      text: 'Files 1–4 of 4.\n\nREADME\ncrlf.txt\ndata.csv\nnotes/trams & buses.md',
    });
    expect((await call({ evidence }, 'list_evidence', { containing: 'TRAM' })).text).toBe(
      'Files 1–1 of 1.\n\nnotes/trams & buses.md',
    );
    expect((await call({ evidence }, 'list_evidence', { containing: 'env' })).text).toMatch(/^None/);
    expect(await call({ evidence }, 'list_evidence', { offset: 4 })).toMatchObject({ isError: true });
  });

  it('list long lists in parts', async () => {
    const many = Array.from({ length: 900 }, (_, index) => ({
      path: `folder/sub/file-${String(index).padStart(4, '0')}.md`,
    }));
    const evidence = { files: many, text: () => Promise.resolve('') };
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { text } = await call({ evidence }, 'list_evidence', { offset });
      seen.push(...text.slice(text.indexOf('\n\n') + 2).split('\n'));
      const next = /offset (\d+)/.exec(text)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(many.map((file) => file.path));
  });

  it('read lines with their numbers, and an address that the Verifier finds them at', async () => {
    const evidence = await evidenceOf(files);
    const { text } = await call({ evidence }, 'read_evidence', {
      path: 'notes/trams & buses.md',
      start_line: 3,
      end_line: 4,
    });
    const address = 'workspace:notes/trams%20%26%20buses.md#L3-L4';
    expect(text).toBe(
      `Lines 3–4 of 8.\nCite as: ${address} (or fewer of these lines)\n\n3: Trams carried 41 % of passengers.\n4: Buses carried 33 %.`,
    );
    const source = parseSourceUrl(address);
    const whole = await evidence.text('notes/trams & buses.md');
    const range = lineRangeToOffsets(whole, 3, 4);
    expect(source).toMatchObject({ kind: 'workspace', path: 'notes/trams & buses.md', lines: { start: 3, end: 4 } });
    expect(whole.slice(range?.start, range?.end)).toBe('Trams carried 41 % of passengers.\nBuses carried 33 %.');
  });

  it.each([
    ['notes/trams & buses.md', 'Lines 1–8 of 8'],
    ['workspace:notes/trams%20%26%20buses.md', 'Lines 1–8 of 8'],
    ['workspace:notes/trams%20%26%20buses.md#L3', 'Lines 3–3 of 8'],
    ['notes/trams & buses.md#L3-L4', 'Lines 3–4 of 8'],
    ['./notes/../notes/trams & buses.md', 'Lines 1–8 of 8'],
    ['crlf.txt', '3: three'],
    ['README', '1: A folder about transport.'],
  ])('read %s as it is named', async (named, words) => {
    const evidence = await evidenceOf(files);
    const answer = await call({ evidence }, 'read_evidence', { path: named });
    expect(answer.isError).toBeUndefined();
    expect(answer.text).toContain(words);
  });

  it.each([
    ...[
      '../outside.md',
      '../../../../etc/passwd',
      '/etc/passwd',
      'notes/../../outside.md',
      'workspace:../outside.md',
      'workspace:%2e%2e/outside.md',
      'workspace:/etc/passwd',
      'workspace:..%2Foutside.md',
    ],
    ...[
      'C:\\Windows\\win.ini',
      'c:/x',
      'file:///etc/passwd',
      'https://example.com/',
      '..\\outside.md',
      'notes',
      'notes/',
      '.',
      '.env',
      'link.md',
      'linked/passwd',
      'README/../.env',
      'a\u0000b',
      'readme\u0000',
      '%2e%2e%2foutside.md',
      '__proto__',
      'constructor',
    ],
  ])('refuse %j with words, and open nothing', async (named) => {
    const root = tempFolder({
      'root/README': 'r',
      'root/.env': 'SECRET=1',
      'root/notes/a.md': 'a',
      'outside.md': 'OUTSIDE',
    });
    symlinkSync('../outside.md', path.join(root, 'root/link.md'));
    symlinkSync('/etc', path.join(root, 'root/linked'));
    const set = await gatherEvidence({
      evidence: path.join(root, 'root'),
      subject: [],
      output: path.join(root, 'output'),
    });
    const opened = await openEvidence(set);
    const asked: string[] = [];
    const evidence: EvidencePort = { files: opened.files, text: (file) => (asked.push(file), opened.text(file)) };
    const answer = await call({ evidence }, 'read_evidence', { path: named });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('evidence') as string });
    expect(answer.text).not.toMatch(/OUTSIDE|SECRET|root:/);
    expect(asked).toEqual([]);
  });

  it('read no file that became a link to the outside, or that went', async () => {
    const evidence = await evidenceOf({ 'a.md': 'a', 'b.md': 'b' });
    const outside = tempFolder({ 'secret.md': 'OUTSIDE' });
    rmSync(path.join(evidence.root, 'a.md'));
    symlinkSync(path.join(outside, 'secret.md'), path.join(evidence.root, 'a.md'));
    rmSync(path.join(evidence.root, 'b.md'));
    for (const file of ['a.md', 'b.md']) {
      const answer = await call({ evidence }, 'read_evidence', { path: file });
      expect(answer).toEqual({
        isError: true,
        text: `read_evidence failed: The evidence file ${file} can no longer be read.`,
      });
    }
    expect((await call({ evidence }, 'search_evidence', { query: 'outside' })).text).toMatch(
      /No passage.*\n\n2 files are not searched/s,
    );
  });

  it('read long files in parts, and say so of lines that are cut', async () => {
    const lines = Array.from(
      { length: 600 },
      (_, index) => `Line ${index + 1} says that trams carried ${index} passengers.`,
    );
    const evidence = await evidenceOf({
      'long.txt': lines.join('\n'),
      'wide.json': `"${'x'.repeat(30_000)}"`,
      'wrong.txt': 'a\nb',
    });
    const seen: string[] = [];
    let start: number | undefined = 1;
    while (start !== undefined) {
      const { text } = await call({ evidence }, 'read_evidence', { path: 'long.txt', start_line: start });
      seen.push(...text.slice(text.indexOf('\n\n') + 2).split('\n'));
      const next = /start_line (\d+)/.exec(text)?.[1];
      start = next === undefined ? undefined : Number(next);
    }
    expect(seen).toEqual(lines.map((line, index) => `${index + 1}: ${line}`));
    expect((await call({ evidence }, 'read_evidence', { path: 'wide.json' })).text).toMatch(
      /… \(28002 more characters\)$/,
    );
    expect(await call({ evidence }, 'read_evidence', { path: 'wrong.txt', start_line: 3 })).toEqual({
      isError: true,
      text: 'wrong.txt has 2 lines; there is no line 3.',
    });
    expect(await call({ evidence }, 'read_evidence', { path: 'wrong.txt', start_line: 2, end_line: 1 })).toMatchObject({
      isError: true,
    });
  });

  it('find passages by their words, the best first, with an address for each', async () => {
    const evidence = await evidenceOf({
      ...files,
      'jp.md': '# 交通\n\n路面電車は市内の乗客の四割を運んだ。',
      'fr.txt': 'Le métro dessert les écoles.',
    });
    const found = async (query: string): Promise<string> =>
      (await call({ evidence }, 'search_evidence', { query, count: 3 })).text;
    const first = (text: string): string => text.split('\n')[2] ?? '';
    const costs = await found('cost of a kilometre');
    expect(first(costs)).toBe('workspace:notes/trams%20%26%20buses.md#L6-L8');
    expect(costs).toContain('8: A kilometre of track costs 24 million.');
    expect(first(await found('2024'))).toMatch(/^workspace:data\.csv#L1-L/);
    expect(first(await found('路面電車'))).toMatch(/^workspace:jp\.md#L/);
    expect(first(await found('METRO ecole'))).toBe('workspace:fr.txt#L1');
    expect(first(await found('passengres'))).toMatch(/trams/);
    expect(await found('zeppelin')).toMatch(/^No passage/);
  });

  it('give passages that stand where their address says', async () => {
    const texts: Record<string, string> = {
      'a.md': files['notes/trams & buses.md'],
      'b.txt': 'x\n'.repeat(40) + '\n\n\n' + 'word '.repeat(500) + '\nend',
      'c.txt': '\n\n  \nonly\n\n',
    };
    const evidence = await evidenceOf(texts);
    const { text } = await call({ evidence }, 'search_evidence', { query: 'trams x word end only costs', count: 20 });
    const passages = text.split('\n\n').filter((block) => block.startsWith('workspace:'));
    expect(passages.length).toBeGreaterThan(4);
    for (const passage of passages) {
      const [address = '', ...shown] = passage.split('\n');
      const source = parseSourceUrl(address);
      if (source.kind !== 'workspace' || source.lines === undefined) throw new Error(address);
      expect(formatWorkspaceUrl(source)).toBe(address);
      const lines = (texts[source.path] ?? '').split('\n');
      for (const line of shown) {
        const [, number = '', words = ''] = /^(\d+): (.*)$/.exec(line) ?? [];
        expect(lines[Number(number) - 1]?.startsWith(words.replace(/… \(\d+ more characters\)$/, ''))).toBe(true);
      }
    }
  });

  it('index once for everybody, and let one who is cancelled go', async () => {
    const reads: string[] = [];
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const evidence: EvidencePort = {
      files: [{ path: 'a.md' }],
      text: async (file) => {
        reads.push(file);
        await gate;
        return 'Trams are fast.';
      },
    };
    const tool = toolOf({ evidence }, 'search_evidence');
    const controller = new AbortController();
    const cancelled = tool.run({ query: 'trams' }, context(controller.signal));
    const waiting = tool.run({ query: 'trams' }, context());
    controller.abort(new Error('enough'));
    await expect(cancelled).rejects.toThrow('enough');
    go();
    expect((await waiting).text).toContain('workspace:a.md#L1\n1: Trams are fast.');
    expect(reads).toEqual(['a.md', 'a.md']);
  });

  it('say what the index has no room for', async () => {
    const evidence: EvidencePort = {
      files: [{ path: 'a.txt' }, { path: 'huge.txt' }, { path: 'z.txt' }],
      text: (file) => Promise.resolve(file === 'huge.txt' ? 'x'.repeat(7_000_000) : 'trams'),
    };
    expect((await call({ evidence }, 'search_evidence', { query: 'trams' })).text).toMatch(
      /workspace:a\.txt[\s\S]*2 files are not searched/,
    );
  });

  it('see a file as it is now', async () => {
    const evidence = await evidenceOf({ 'a.md': 'before' });
    writeFileSync(path.join(evidence.root, 'a.md'), 'after');
    expect((await call({ evidence }, 'read_evidence', { path: 'a.md' })).text).toMatch(/1: after$/);
  });

  it('read no file into which a key was written since', async () => {
    const evidence = await evidenceOf({ 'a.md': 'Trams run on rails.', 'b.md': 'Buses run on roads.' });
    writeFileSync(path.join(evidence.root, 'a.md'), `Trams run on rails.\nkey: sk-ant-${'a1B2'.repeat(6)}`);
    expect(await call({ evidence }, 'read_evidence', { path: 'a.md' })).toEqual({
      isError: true,
      text: 'read_evidence failed: The evidence file a.md is not read: line 2 looks like an Anthropic key.',
    });
    const found = await call({ evidence }, 'search_evidence', { query: 'trams buses' });
    expect(found.text).toMatch(/Buses[\s\S]*1 file is not searched/);
    expect(found.text).not.toContain('sk-ant');
  });
});
