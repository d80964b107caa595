import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryWords } from '../../../../src/ui/library/entryWords';
import { foldedLog, type LogText } from '../../../../src/ui/language/foldedLog';
import { kept } from '../../../support/oldRecords';
import { opened } from '../../../support/logs';

/** A document whose text can be set, as the editor hands it over; counts the lines that are read. */
class Document implements LogText {
  version = 0;
  read = 0;
  #lines: string[] = [];

  constructor(text: string) {
    this.set(text);
  }

  get lineCount(): number {
    return this.#lines.length;
  }

  set(text: string): void {
    this.version += 1;
    this.#lines = text.split('\n');
  }

  lineAt(line: number): { text: string } {
    this.read += 1;
    return { text: this.#lines[line] ?? '' };
  }
}

const log = join(kept('panel-struck'), 'debate-log.jsonl');
const text = readFileSync(log, 'utf8');
const lines = text.split('\n').slice(0, -1);

describe('a log that is open as text', () => {
  it('is folded as the log on disk is, with the line of each entry', async () => {
    const { view, entries, lines: placed } = await foldedLog(new Document(text));
    const disk = await opened(log);
    expect(view.state.headers).toEqual(disk.state.headers);
    expect([...view.state.redactions.keys()]).toEqual([...disk.state.redactions.keys()]);
    for (const { line, header } of entries) {
      expect(line + 1).toBe(disk.lineOf(header.seq));
      expect(placed.get(header.seq)).toBe(line);
    }
    for (const { seq } of disk.state.headers) expect(view.visible(seq)).toEqual(disk.view.visible(seq));
  });

  it('has the line of an entry also behind a torn copy of it, and what was redacted of it stays hidden', async () => {
    const whole = await foldedLog(new Document(text));
    const [[seq = -1] = []] = whole.view.state.redactions;
    const line = lines[seq] ?? '';
    const said = (JSON.parse(line) as { content: string }).content;
    const quoting = { ...(JSON.parse(lines[1] ?? '') as object), seq: lines.length, content: `He said: ${said}` };
    const torn = [...lines.slice(0, seq), line.slice(0, 60), ...lines.slice(seq), JSON.stringify(quoting)].join('\n');
    const { view, lines: placed } = await foldedLog(new Document(`${torn}\n`));
    expect(placed.get(seq)).toBe(seq + 1);
    expect(said.length).toBeGreaterThan(40);
    expect(view.visible(lines.length)?.content).not.toContain(said);
  });

  it('is read once for all that ask at the same time, and then only where it has grown', async () => {
    const document = new Document(`${lines.slice(0, -2).join('\n')}\n`);
    const [one, other] = await Promise.all([foldedLog(document), foldedLog(document)]);
    expect(one).toBe(other);
    const before = document.read;
    document.set(text);
    const grown = await foldedLog(document);
    expect(grown).toBe(one);
    expect(grown.entries.map(({ header }) => header.seq)).toEqual(lines.map((_, seq) => seq));
    // Those that were taken are only compared.
    expect(document.read - before).toBeLessThan(lines.length + 12);
  });

  it('has what each line says where a seq stands in it twice, and for all else the first', async () => {
    const at = lines.findIndex((line) => line.includes('"type":"rebuttal"'));
    const { seq, ...entry } = JSON.parse(lines[at] ?? '') as Record<string, unknown>;
    const other = JSON.stringify({ seq, ...entry, speaker: 'another', content: 'Written beside it.' });
    const folded = await foldedLog(new Document(`${[...lines, other].join('\n')}\n`));
    const words = (line: number) => {
      const placed = folded.at(line);
      return placed === undefined ? undefined : entryWords(placed.view, placed.header.seq, placed.header);
    };
    expect(words(lines.length)).toMatchObject({ speaker: 'another', body: { text: 'Written beside it.' } });
    expect(words(at)).toMatchObject({ speaker: entry['speaker'] });
    expect(words(at)?.body.text).not.toBe('Written beside it.');
    expect(words(at)).toEqual(entryWords(folded.view, Number(seq)));
  });

  it('is read anew when an early line is edited', async () => {
    const document = new Document(text);
    const speakerOf = async (): Promise<string | undefined> => (await foldedLog(document)).entries[2]?.header.speaker;
    const before = await speakerOf();
    document.set(text.replaceAll(`"speaker":"${before}"`, '"speaker":"zoe"'));
    expect(await speakerOf()).toBe('zoe');
    document.set(text);
    expect(await speakerOf()).toBe(before);
  });

  it('keeps no more references than the editor can take, and of them the first', async () => {
    const line = JSON.stringify({ seq: 0, type: 'note', content: 'seq 1; '.repeat(25_000) });
    const { references } = await foldedLog(new Document(`${line}\n${line}\n`));
    expect(references).toHaveLength(20_000);
    expect(new Set(references.map((one) => one.line))).toEqual(new Set([0]));
  });

  it('is read again where another log stands in its place', async () => {
    const document = new Document(text);
    const before = await foldedLog(document);
    document.set(`no entry\n${lines[0] ?? ''}\n{"seq": 1,`);
    const after = await foldedLog(document);
    expect(after).not.toBe(before);
    expect(after.entries.map(({ line }) => line)).toEqual([1]);
  });
});
