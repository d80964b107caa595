import { describe, expect, it } from 'vitest';
import { passageIn, passageInChecked, withTextFragment } from '../../../../src/ui/sources/passage';
import { TextLines } from '../../../../src/ui/sources/textSpans';

const at = (line: number, character: number) => ({ line, character });

describe('TextLines', () => {
  it('ends lines as the editor does: at CRLF, LF and a lone CR', () => {
    const text = 'one\r\ntwo\rthree\nfour';
    const lines = new TextLines(text);
    expect(lines.count).toBe(4);
    expect(lines.span(text.indexOf('two'), text.indexOf('four') + 4)).toEqual({ start: at(1, 0), end: at(3, 4) });
  });

  it('does not end lines at characters that only other programs take for line ends', () => {
    expect(new TextLines('a\u2028b\u0085c\vd').count).toBe(1);
  });

  it('takes an offset between CR and LF to the end of the line', () => {
    expect(new TextLines('one\r\ntwo').span(4, 5)).toEqual({ start: at(0, 3), end: at(1, 0) });
  });

  it('leaves a byte order mark out of the first line, as the editor does', () => {
    const text = '\ufeffone\ntwo';
    expect(new TextLines(text).span(1, 4)).toEqual({ start: at(0, 0), end: at(0, 3) });
    expect(new TextLines(text).span(0, 8)).toEqual({ start: at(0, 0), end: at(1, 3) });
  });

  it('cuts no surrogate pair in two', () => {
    const text = 'a😀b';
    expect(new TextLines(text).span(2, 2)).toEqual({ start: at(0, 1), end: at(0, 3) });
    expect(new TextLines(text).span(0, 2)).toEqual({ start: at(0, 0), end: at(0, 3) });
  });

  it('takes offsets outside of the text to its ends, and swapped ones as they were meant', () => {
    expect(new TextLines('one').span(-5, 99)).toEqual({ start: at(0, 0), end: at(0, 3) });
    expect(new TextLines('one').span(3, 1)).toEqual({ start: at(0, 1), end: at(0, 3) });
    expect(new TextLines('').span(0, 7)).toEqual({ start: at(0, 0), end: at(0, 0) });
  });

  it('gives the cited lines without the last line end', () => {
    const lines = new TextLines('one\r\ntwo\r\nthree\r\n');
    expect(lines.lines({ start: 2, end: 3 })).toEqual({
      span: { start: at(1, 0), end: at(2, 5) },
      beyondEnd: undefined,
    });
  });

  it('clamps lines beyond the end, and says how many there are', () => {
    const cited = { start: 3, end: 9 };
    expect(new TextLines('one\ntwo\nthree\n').lines(cited)).toEqual({
      span: { start: at(2, 0), end: at(2, 5) },
      beyondEnd: { cited, lines: 3 },
    });
    expect(new TextLines('one\n').lines({ start: 7, end: 8 }).span).toEqual({ start: at(0, 0), end: at(0, 3) });
    expect(new TextLines('').lines({ start: 1, end: 1 })).toEqual({
      span: { start: at(0, 0), end: at(0, 0) },
      beyondEnd: undefined,
    });
  });

  it('finds the offset of a position again', () => {
    const text = '\ufeffone\r\ntwo\rthree';
    const lines = new TextLines(text);
    for (const word of ['one', 'two', 'three']) {
      const { start } = lines.span(text.indexOf(word), text.indexOf(word) + 1);
      expect(lines.offsetOf(start)).toBe(text.indexOf(word));
    }
    expect(lines.offsetOf(at(99, 0))).toBe(text.length);
  });
});

const quote = 'p99 latency over gRPC was 49 ms';
const report = ['# Report', '', `It is said that ${quote} in May.`, 'Nothing else was measured.', ''].join('\n');

describe('the passage', () => {
  it('is where the Verifier found it', () => {
    const start = report.indexOf(quote);
    const found = passageInChecked(report, {
      checked: { start, end: start + quote.length },
      quote,
      lines: { start: 3, end: 3 },
    });
    expect(found).toEqual({ span: { start: at(2, 16), end: at(2, 16 + quote.length) }, basis: 'checked' });
  });

  it('is looked for where the offsets do not fit the text', () => {
    for (const checked of [
      { start: 5, end: 5 },
      { start: 9, end: 3 },
      { start: 0, end: 1e9 },
    ]) {
      expect(passageInChecked(report, { checked, quote }).basis).toBe('quote');
    }
  });

  it('is the quotation at the cited lines rather than one before', () => {
    const text = `${report}${report}`;
    expect(passageIn(text, { quote, lines: { start: 7, end: 7 } }).span.start).toEqual(at(6, 16));
  });

  it('is the quotation near the cited lines, when lines were added above it', () => {
    const text = `${'New line.\n'.repeat(15)}${report}`;
    expect(passageIn(text, { quote, lines: { start: 3, end: 3 } })).toMatchObject({
      basis: 'quote',
      span: { start: at(17, 16) },
    });
  });

  it('is the quotation anywhere, when nothing is near the cited lines', () => {
    const text = `${'New line.\n'.repeat(500)}${report}`;
    expect(passageIn(text, { quote, lines: { start: 3, end: 3 } })).toMatchObject({
      basis: 'quote',
      span: { start: at(502, 16) },
    });
  });

  it('is the best place at the cited lines, when the words differ', () => {
    const found = passageIn(report.replace('49 ms', '71 ms'), { quote, lines: { start: 3, end: 3 } });
    expect(found).toMatchObject({ basis: 'near', span: { start: { line: 2 } } });
  });

  it('is the cited lines, when the quotation is gone or was none', () => {
    expect(passageIn('a\nb\nc\n', { quote, lines: { start: 2, end: 3 } })).toMatchObject({
      basis: 'lines',
      span: { start: at(1, 0), end: at(2, 1) },
    });
    expect(passageIn('a\nb\nc\n', { quote: ' ', lines: { start: 2, end: 2 } })).toMatchObject({ basis: 'lines' });
  });

  it('is the top, when nothing says where', () => {
    expect(passageIn(report, {})).toEqual({ span: { start: at(0, 0), end: at(0, 0) }, basis: 'top' });
  });

  it('tells of lines beyond the end', () => {
    expect(passageIn('a\nb\n', { lines: { start: 10, end: 20 } })).toMatchObject({
      basis: 'lines',
      beyondEnd: { lines: 2 },
    });
  });
});

describe('a text fragment', () => {
  it('leads to the quotation, encoded for a directive', () => {
    expect(withTextFragment('https://a.example/p', 'well-known, and  100 % sure')).toBe(
      'https://a.example/p#:~:text=well%2Dknown%2C%20and%20100%20%25%20sure',
    );
  });

  it('stands behind an anchor that was cited', () => {
    expect(withTextFragment('https://a.example/p#part', 'some words')).toBe(
      'https://a.example/p#part:~:text=some%20words',
    );
  });

  it('names only both ends of a long quotation, and the longest part of one with an ellipsis', () => {
    const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    expect(withTextFragment('https://a.example', long)).toBe(
      'https://a.example#:~:text=word0%20word1%20word2%20word3%20word4%20word5,word54%20word55%20word56%20word57%20word58%20word59',
    );
    expect(withTextFragment('https://a.example', '“Brief … then the longer part”')).toBe(
      'https://a.example#:~:text=then%20the%20longer%20part',
    );
  });

  it('leaves the address alone without words, or with a directive in it', () => {
    expect(withTextFragment('https://a.example', undefined)).toBe('https://a.example');
    expect(withTextFragment('https://a.example', ' … ')).toBe('https://a.example');
    expect(withTextFragment('https://a.example#:~:text=x', 'some words')).toBe('https://a.example#:~:text=x');
  });

  it('survives half a character', () => {
    expect(withTextFragment('https://a.example', 'half \ud83d here')).toContain('half%20%EF%BF%BD%20here');
  });
});
