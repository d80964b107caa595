import { describe, expect, it } from 'vitest';
import { CallAssembler, ReplyAssembler } from '../../../../src/models/openai/replyAssembler';
import { chatParams, effortsOf } from '../../../../src/models/openai/chatParams';
import { Abilities } from '../../../../src/models/openai/abilities';
import { errorBody } from '../../../../src/models/refusals';
import { eventLines } from '../../../../src/models/openai/eventLines';
import { entryFor, modelEntries } from '../../../../src/models/openai/modelList';
import { request } from '../../../support/chatServer/chatProvider';

describe('OpenAI-compatible parameters', () => {
  it('follow the names of OpenAI there, and only there', () => {
    const asked = request({ effort: 'high', model: 'gpt-5.2' });
    const there = new Abilities(['max_tokens']).bodyFor(chatParams(asked, true));
    const elsewhere = new Abilities().bodyFor(chatParams(asked, false));
    expect(there).toMatchObject({ max_completion_tokens: 500, reasoning_effort: 'high' });
    expect(there).not.toHaveProperty('max_tokens');
    expect(elsewhere).toMatchObject({ max_tokens: 500 });
    expect(elsewhere).not.toHaveProperty('reasoning_effort');
    expect(
      ['gpt-4o', 'gpt-3.5-turbo', 'ft:gpt-4o:x', 'gpt-5-chat-latest', 'o4-mini', 'gpt-5'].map(
        (id) => effortsOf(id, true).length,
      ),
    ).toEqual([0, 0, 0, 0, 3, 3]);
  });

  it('repeat broken arguments of earlier calls as an object', () => {
    const messages = [
      {
        role: 'assistant' as const,
        parts: [
          { type: 'tool_call' as const, id: 'a', name: 'search', input: '{"q": ' },
          { type: 'opaque' as const, value: 1 },
        ],
      },
    ];
    const { messages: sent } = chatParams(request({ system: [], messages }), false);
    expect(sent).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'search', arguments: '{"unreadable":"{\\"q\\": "}' } },
        ],
      },
    ]);
  });
});

describe('usage', () => {
  it('tells what was read from the cache and what was written to it, each token once', () => {
    const used = (prompt_tokens_details: object): unknown => {
      const assembler = new ReplyAssembler(undefined);
      assembler.add({ usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details } });
      return assembler.usage;
    };
    expect(used({ cached_tokens: 60, cache_write_tokens: 30 })).toEqual({
      input: 10,
      cache_read: 60,
      cache_write: 30,
      output: 7,
    });
    expect(used({ cached_tokens: 60, cache_write_tokens: 90 })).toMatchObject({ input: 0, cache_write: 40 });
    expect(used({})).toMatchObject({ input: 100, cache_read: 0, cache_write: 0 });
  });
});

describe('tool calls in pieces', () => {
  const assembled = (...deltas: Parameters<CallAssembler['add']>[0][]) => {
    const assembler = new CallAssembler();
    for (const delta of deltas) assembler.add(delta);
    return assembler.parts();
  };

  it('are told apart by index, interleaved', () => {
    const parts = assembled(
      { index: 0, id: 'a', function: { name: 'one', arguments: '' } },
      { index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } },
      { index: 0, function: { arguments: '{}' } },
      { index: 1, function: { arguments: ':1}' } },
    );
    expect(parts).toMatchObject([
      { id: 'a', name: 'one', input: {} },
      { id: 'b', name: 'two', input: { x: 1 } },
    ]);
  });

  it('are told apart by id where every index is 0, or none is given', () => {
    const whole = (id: string, index?: number) => ({
      ...(index === undefined ? {} : { index }),
      id,
      function: { name: id, arguments: { x: 1 } },
    });
    for (const index of [0, undefined]) {
      expect(assembled(whole('a', index), whole('b', index))).toMatchObject([
        { id: 'a', input: { x: 1 } },
        { id: 'b', input: { x: 1 } },
      ]);
    }
    const twice = assembled(whole('a', 0), whole('a', 1));
    expect(new Set(twice.map(({ id }) => id)).size).toBe(2);
  });
});

describe('what servers send', () => {
  it.each([
    ['{"error":{"message":"m","code":400,"type":"t","param":"p"}}', { message: 'm', code: 400, type: 't', param: 'p' }],
    ['{"error":"m"}', { message: 'm' }],
    ['{"object":"error","message":"m"}', { message: 'm' }],
    ['{"detail":[{"loc":["body","tools"]}]}', { message: '{"detail":[{"loc":["body","tools"]}]}' }],
    ['<html>no</html>', { message: '' }],
    ['404 page not found', { message: '404 page not found' }],
  ])('is read as an error: %s', (sent, expected) => {
    expect(errorBody(sent)).toEqual(expected);
  });

  it('is cut into events wherever the bytes are cut', async () => {
    const sent = Buffer.from(': ping\r\nevent: thread.x\r\ndata: {"é":1}\r\ndata:{"b":2}\n\nerror: lost\ndata: {"cut');
    for (let length = 1; length <= sent.length; length += 1) {
      const pieces = async function* () {
        await Promise.resolve();
        for (let at = 0; at < sent.length; at += length) yield sent.subarray(at, at + length);
      };
      const out: Uint8Array[] = [];
      for await (const piece of eventLines(pieces())) out.push(piece);
      expect(Buffer.concat(out).toString()).toBe(
        'data: {"é":1}\n\ndata: {"b":2}\n\ndata: {"error":{"message":"lost"}}\n\n',
      );
    }
  });

  it('is read as a list of models', () => {
    const entries = modelEntries({ data: [{ id: 'a:latest' }, { id: 'b', max_model_len: 5 }, { no: 'id' }] }) ?? [];
    expect(entries.map(({ id, contextLength }) => [id, contextLength])).toEqual([
      ['a:latest', undefined],
      ['b', 5],
    ]);
    expect(['a', 'b', 'b:online', 'c'].map((id) => entryFor(id, entries)?.id)).toEqual([
      'a:latest',
      'b',
      'b',
      undefined,
    ]);
    expect([modelEntries([{ id: 'x' }])?.length, modelEntries('<html>'), modelEntries({ data: null })]).toEqual([
      1,
      undefined,
      [],
    ]);
  });
});
