import { describe, expect, it } from 'vitest';
import { anthropicAt, aRequest, failureOf, quietWatch } from '../../../support/anthropic';
import { said, stream, type RawMessage } from '../../../support/rawMessage';
import { rawServer } from '../../../support/rawServer';

const pieces = (type: string, field: string, text: string, count: number) => ({
  deltas: Array.from({ length: count }, () => ({ type, [field]: text })),
});

const text = { type: 'text', text: '', citations: [] };
const thinking = { type: 'thinking', thinking: '', signature: '' };
const tool = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {}, caller: { type: 'direct' } };

describe('an answer of the Messages API that does not end', () => {
  it.each<[string, string, RawMessage]>([
    ['white space', 'blank', { blocks: [{ start: text, ...pieces('text_delta', 'text', ' \n'.repeat(100), 200) }] }],
    [
      'one phrase',
      'repeated',
      { blocks: [{ start: text, ...pieces('text_delta', 'text', 'and the same again, '.repeat(20), 400) }] },
    ],
    [
      'the input of a tool',
      'blank',
      { blocks: [{ start: tool, ...pieces('input_json_delta', 'partial_json', ' '.repeat(200), 200) }] },
    ],
    [
      'thinking',
      'repeated',
      { blocks: [{ start: thinking, ...pieces('thinking_delta', 'thinking', 'Or is it? '.repeat(20), 400) }] },
    ],
  ] as [string, string, RawMessage][])('is cut: %s', async (_, kind, message) => {
    const server = await rawServer((_request, response) => stream(response, message));
    const unseen: number[] = [];
    const heard: string[] = [];
    const watch = {
      ...quietWatch(),
      onText: (piece: string) => void heard.push(piece),
      onUnseen: (characters: number) => void unseen.push(characters),
    };
    const error = await failureOf(anthropicAt(server).send({ ...aRequest(), maxOutputTokens: 16_000 }, watch));
    expect(error).toMatchObject({ code: 'runaway', blocks: false, isRetryable: false, facts: { runaway: kind } });
    expect(error.message).toContain('did not end its answer');
    const written = heard.join('').length + unseen.reduce((sum, count) => sum + count, 0);
    expect(written).toBeGreaterThan(4_000);
    expect(written).toBeLessThan(14_000);
    expect(server.requests).toHaveLength(1);
  });

  it('is none where it ends', async () => {
    const server = await rawServer((_, response) => stream(response, { blocks: [said('Moths fly.')] }));
    await expect(anthropicAt(server).send(aRequest(), quietWatch())).resolves.toMatchObject({ stop: 'end' });
  });
});
