import { describe, expect, it } from 'vitest';
import { extractPage } from '../../../../src/research/extract/extractPage';
import { bounds, countLines, Work } from '../../../../src/research/extract/work';
import { fileText } from '../../../../src/research/fileText';

describe('the lines of a text', () => {
  it.each([
    ['', 1],
    ['a', 1],
    ['a\n', 2],
    ['a\r\nb', 2],
    ['a\rb\r', 3],
    ['\n\r', 3],
  ])('%j has %i', (text, lines) => {
    const work = new Work();
    countLines(text, work);
    expect(work.of('lines')).toBe(lines);
  });

  it.each(['\n', '\r', '\r\n'])('are read up to a bound, whether %j ends them', async (end) => {
    const text = end.repeat(bounds.lines - 1);
    expect(await fileText('a.txt', Buffer.from(text))).toMatchObject({ ok: true });
    const detail = '1,000,001 lines; at most 1,000,000 are read';
    expect(await fileText('a.txt', Buffer.from(`${text}${end}`))).toEqual({ ok: false, reason: 'too_complex', detail });
    const page = {
      kind: 'text' as const,
      text: `${text}${end}`,
      body: new Uint8Array(),
      finalUrl: 'https://example.org/x',
    };
    expect((await extractPage(page)).unread).toEqual({ reason: 'too_complex', detail });
  });
});
