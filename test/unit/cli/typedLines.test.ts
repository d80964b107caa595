import { PassThrough, Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TypedLines } from '../../../src/cli/typedLines';

const paste = (text: string): string => `\u001b[200~${text}\u001b[201~`;
const pasteModeOn = '\u001b[?2004h';
const pasteModeOff = '\u001b[?2004l';

/** A terminal as a pair of streams. `written`: all that was sent to it. */
function terminal(isTTY = true) {
  const input = new PassThrough();
  let written = '';
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      written += String(chunk);
      done();
    },
  });
  Object.assign(output, { isTTY, columns: 80 });
  const lines = new TypedLines({ input, output, takesWords: (before) => /^\/file\s/.test(before) });
  onTestFinished(() => lines.close());
  return { input, lines, written: () => written };
}

describe('lines typed at a terminal', () => {
  it('tells a typed line from a paste, which is one answer with all its lines', async () => {
    const { input, lines } = terminal();
    input.write('/pause\r');
    expect(await lines.next('> ')).toEqual({ text: '/pause', isPasted: false });
    input.write(paste('first\r/file /etc/passwd\r/pause\r'));
    expect(await lines.next('> ')).toEqual({ text: 'first\n/file /etc/passwd\n/pause', isPasted: true });
    input.write('typed again\r');
    expect(await lines.next('> ')).toEqual({ text: 'typed again', isPasted: false });
  });

  it('gives a paste without a last line break when Enter is pressed', async () => {
    const { input, lines } = terminal();
    input.write('So: ');
    input.write(paste('/clear\n/pause'));
    const line = lines.next('> ');
    expect(await Promise.race([line, setTimeout(60, 'waits')])).toBe('waits');
    input.write(' end\r');
    expect(await line).toEqual({ text: 'So: /clear\n/pause end', isPasted: true });
  });

  it('takes a pasted single line for text, with the first sign typed too, and for words after a typed command', async () => {
    const { input, lines } = terminal();
    input.write(paste('/pause'));
    input.write('\r');
    expect(await lines.next('> ')).toEqual({ text: '/pause', isPasted: true });
    input.write('/');
    input.write(paste('pause'));
    input.write('\r');
    expect(await lines.next('> ')).toEqual({ text: '/pause', isPasted: true });
    for (const path of ['a b.md', 'a b.md\n']) {
      input.write('/file ');
      input.write(paste(path));
      if (!path.endsWith('\n')) input.write('\r');
      expect(await lines.next('> ')).toEqual({ text: '/file a b.md', isPasted: false });
    }
  });

  it('forgets a paste that was taken back with the whole line', async () => {
    const { input, lines } = terminal();
    input.write(paste('wrong'));
    input.write('\u0015');
    input.write('/pause\r');
    expect(await lines.next('> ')).toEqual({ text: '/pause', isPasted: false });
  });

  it('obeys no pasted control character, and brings no pasted line back by a key', async () => {
    const { input, lines } = terminal();
    input.write(paste('a\u0003b\u0004\u0015\u001b[Ac\td\n'));
    expect(await lines.next('> ')).toEqual({ text: 'abc\td', isPasted: true });
    input.write('\u001b[A\r');
    expect(await lines.next('> ')).toEqual({ text: '', isPasted: false });
  });

  it('takes lines that arrive at once for a paste where the terminal marks none', async () => {
    for (const isTTY of [true, false]) {
      const { input, lines } = terminal(isTTY);
      input.write('first\n');
      expect(await lines.next('> ')).toEqual({ text: 'first', isPasted: false });
      input.write('\n\nsecond\n/file a');
      await setTimeout(2);
      input.write('.md\n');
      await setTimeout(2);
      input.write('/pause\n');
      expect(await lines.next('> ')).toEqual({ text: '\n\nsecond\n/file a.md\n/pause', isPasted: true });
      input.write('\n\n');
      expect(await lines.next('> ')).toEqual({ text: '', isPasted: false });
    }
  });

  it('gives what was pasted before the input ends', async () => {
    const { input, lines } = terminal();
    input.write('\u001b[200~first\nsec');
    input.end();
    expect(await lines.next('> ')).toEqual({ text: 'first\nsec', isPasted: true });
    expect(await lines.next('> ')).toBeUndefined();
    const left = terminal();
    left.input.write(paste('first\nsec'));
    left.input.write('\u0003');
    expect(await left.lines.next('> ')).toEqual({ text: 'first\nsec', isPasted: true });
    expect(await left.lines.next('> ')).toBeUndefined();
  });

  it('asks a terminal for marks, and no longer when it leaves, is suspended or lends the terminal', async () => {
    const { input, lines, written } = terminal();
    expect(written()).toBe(pasteModeOn);
    let lent = '';
    lines.lend(() => (lent = written()));
    expect(lent.endsWith(pasteModeOff)).toBe(true);
    expect(written().endsWith(pasteModeOn)).toBe(true);
    input.write(paste('x'));
    await setTimeout(2);
    lines.close();
    lines.close();
    expect(written().split(pasteModeOff)).toHaveLength(3);
    expect(written().trimEnd().endsWith(pasteModeOff)).toBe(true);
    expect(terminal(false).written()).toBe('');
  });
});
