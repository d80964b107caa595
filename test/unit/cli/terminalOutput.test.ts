import { describe, expect, it } from 'vitest';
import { broken } from '../../../src/cli/output';
import { activityText } from '../../../src/cli/progressLines';

/** What a terminal is given to say. */

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

it('an agent that waits for its model says why on a terminal', () => {
  expect(activityText('loading qwen3:8b')).toBe('loading the model qwen3:8b');
  expect(activityText('awaiting /models/My Model.gguf (120 s)')).toBe(
    'no word from /models/My Model.gguf yet (120 s): its server reads, or loads the model',
  );
  expect(activityText('searching “loading docks”')).toBe('searching “loading docks”');
});

describe('lines on a terminal', () => {
  it('are broken at white space, as far in as they begin, and never within a word', () => {
    const text =
      '    Position: share the week between island and mainland for two winters, by numbers agreed beforehand.';
    for (const columns of [40, 80, 120]) {
      const lines = broken(text, columns).split('\n');
      expect(lines.every((line) => line.length < columns && /^ {4}\S/.test(line))).toBe(true);
      expect(lines.map((line) => line.trim()).join(' ')).toBe(text.trim());
    }
  });

  it('take no room for colours, and leave longer words than the line whole', () => {
    const word = 'w'.repeat(60);
    expect(broken(red(`one two three ${word} four`), 40)).toBe(`\u001b[31mone two three\n${word}\nfour\u001b[39m`);
    expect(broken(red('x'.repeat(38)), 40)).toBe(red('x'.repeat(38)));
    expect(broken('a  b', 80)).toBe('a  b');
  });
});
