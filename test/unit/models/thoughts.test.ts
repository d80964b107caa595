import { describe, expect, it } from 'vitest';
import { ThoughtFilter, withoutThoughts } from '../../../src/models/thoughts';

const said = (text: string): string => withoutThoughts(text).said;

function filtered(text: string, length: number): string {
  const filter = new ThoughtFilter();
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
  return pieces.map((piece) => filter.push(piece)).join('') + filter.finish();
}

describe('thinking in the content of an answer', () => {
  it.each([
    ['<think>hm</think>\n\nYes.', 'Yes.'],
    ['\n<thinking>a </think> b</thinking>Yes <think>kept</think>.', 'Yes <think>kept</think>.'],
    ['<think></think>Yes.', 'Yes.'],
    ['<think>never ends', ''],
    ['<thi', '<thi'],
    ['  <thing> is a tag', '  <thing> is a tag'],
    ['Plain.', 'Plain.'],
    ['[THINK]so {"a": 1} or[/THINK]{"a":2}', '{"a":2}'],
    ['◁think▷so◁/think▷Yes.', 'Yes.'],
    ['<thought>\nso\n</thought>\nYes.', 'Yes.'],
    ['<|begin_of_thought|>so<|end_of_thought|>Yes.', 'Yes.'],
    ['<|START_THINKING|>so<|END_THINKING|>Yes.', 'Yes.'],
    ['<seed:think budget="512">so</seed:think>Yes.', 'Yes.'],
    ['<|channel|>analysis<|message|>so<|end|><|start|>assistant<|channel|>final<|message|>Yes.', 'Yes.'],
    ['<|channel>thought\nso<channel|>Yes.', 'Yes.'],
    ['[Thoughts](https://example.org) of a page', '[Thoughts](https://example.org) of a page'],
    ['[1] A list', '[1] A list'],
  ])('%j is read, and shown while it comes, however it is cut', (text, expected) => {
    expect(said(text)).toBe(expected);
    for (let length = 1; length <= text.length; length += 1) expect(filtered(text, length)).toBe(expected);
  });

  it.each([
    ['so {"a": 1} or not</think>\n{"a": 2}', '{"a": 2}'],
    ['{"draft": 1} is too thin.\n[/THINK]\n{"a": 2}', '{"a": 2}'],
    ['so◁/think▷Yes.', 'Yes.'],
    ['<think>one</think>\n<think>two</think>Yes.', 'Yes.'],
    ['<think><think>one</think> two</think>Yes.', 'Yes.'],
    ['<think>another name</thinking>Yes.', 'Yes.'],
    ['First part.\n<think>hm</think>\nSecond part.', 'First part.\n\nSecond part.'],
    ['<reasoning>so</reasoning>{"a":2}', '{"a":2}'],
    ['analysisWe need {"a":1}.assistantfinal{"a":2}', '{"a":2}'],
    [
      'analysis<|message|>so<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{"a":2}<|return|>',
      '{"a":2}',
    ],
    ['<|channel|>final<|message|>Yes.', 'Yes.'],
  ])('%j is read without it', (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  it.each([
    '{"text": "models write <think>…</think> first"}',
    '{"text": "the end is </think>"}',
    '{"text": "the end is </think>", "broken',
    'A model closes its thinking with `</think>`, we read.',
    '[Analysis] The sources agree.',
    '<analysis> is a heading here',
    'It says “</thinking>” at the end.',
    '{"text": "<|channel|>analysis<|message|>"}',
  ])('%j speaks of it and stays', (text) => {
    expect(said(text)).toBe(text);
  });

  it('is kept apart, for servers that put the answer into it', () => {
    expect(withoutThoughts('<think>{"a": 1}</think>')).toEqual({ said: '', thought: '{"a": 1}' });
    expect(withoutThoughts('<think>{"a": "as [S1] says <b1>"}</think>').thought).toBe('{"a": "as [S1] says <b1>"}');
  });

  it('takes no long time in a text of open marks and braces', () => {
    const since = performance.now();
    said(`<think>${'{"a":['.repeat(20_000)}`);
    said('<think>'.repeat(20_000));
    said('[THINK] {'.repeat(20_000));
    expect(performance.now() - since).toBeLessThan(5_000);
  });
});
