import { describe, expect, it } from 'vitest';
import { currentModel, defaultModels, type ModelEntry } from '../../support/messagesServer/models';
import { PrefixCache, type CacheTicket, type PromptUsage } from '../../support/messagesServer/prefixCache';
import { messageBlock, renderPrompt } from '../../support/messagesServer/prompt';
import { readRequest } from '../../support/messagesServer/requestSchema';

const model = currentModel({ id: 'claude-test', name: 'Test', line: 'opus', minCacheTokens: 100 });
const other = currentModel({ id: 'claude-other', name: 'Other', line: 'opus', minCacheTokens: 100 });
const five = { type: 'ephemeral' } as const;
const hour = { type: 'ephemeral', ttl: '1h' } as const;
const minutes = 60_000;

type Body = Record<string, unknown>;
type Block = Record<string, unknown>;

/** A text of so many tokens that no other name has. */
const text = (name: string, tokens: number, control?: Body): Block => ({
  type: 'text',
  text: name.padEnd(tokens * 4, '.'),
  ...(control === undefined ? {} : { cache_control: control }),
});
const tool = (name: string, control?: Body): Block => ({
  name,
  description: 'd'.repeat(400),
  input_schema: { type: 'object' },
  ...(control === undefined ? {} : { cache_control: control }),
});
const user = (...content: Block[]): Block => ({ role: 'user', content });
const assistant = (...content: Block[]): Block => ({ role: 'assistant', content });

class Bench {
  time = 0;
  readonly cache = new PrefixCache(() => this.time);

  open(body: Body, of: ModelEntry = model): CacheTicket {
    const request = readRequest({ model: of.id, max_tokens: 10, stream: true, ...body });
    return this.cache.open(renderPrompt(request, of, () => of.id));
  }

  /** A request whose answer begins at once. */
  send(body: Body, of: ModelEntry = model): PromptUsage {
    const ticket = this.open(body, of);
    ticket.begin();
    return ticket.usage();
  }
}

const split = (usage: PromptUsage): [number, number, number, number] => [
  usage.input,
  usage.read,
  usage.write5m,
  usage.write1h,
];

describe('the prompt cache writes', () => {
  it('nothing without a breakpoint', () => {
    const bench = new Bench();
    const body = { system: [text('s', 500)], messages: [user(text('q', 10))] };
    expect(split(bench.send(body))).toEqual([510, 0, 0, 0]);
    expect(split(bench.send(body))).toEqual([510, 0, 0, 0]);
    expect(bench.cache.entries()).toEqual([]);
  });

  it('up to the breakpoint; what follows is input', () => {
    const bench = new Bench();
    const body = { system: [text('s', 500, five)], messages: [user(text('q', 10))] };
    expect(split(bench.send(body))).toEqual([10, 0, 500, 0]);
    expect(split(bench.send(body))).toEqual([10, 500, 0, 0]);
  });

  it('tools, then system, then messages: one breakpoint holds all before it', () => {
    const bench = new Bench();
    const one = bench.send({
      tools: [tool('a')],
      system: [text('s', 200)],
      messages: [user(text('r', 300, five), text('q', 10))],
    });
    expect(one.input).toBe(10);
    expect(one.write5m).toBeGreaterThan(200 + 300 + 100);
    const two = bench.send({
      messages: [user(text('r', 300, five), text('other', 20))],
      system: [text('s', 200)],
      tools: [tool('a')],
    });
    expect(split(two)).toEqual([20, one.write5m, 0, 0]);
  });

  it('only at breakpoints: content before one that changes is not found', () => {
    const bench = new Bench();
    const body = (stamp: string): Body => ({ system: [text('s', 500)], messages: [user(text(stamp, 10, five))] });
    expect(bench.send(body('12:00')).write5m).toBe(510);
    expect(split(bench.send(body('12:01')))).toEqual([0, 0, 510, 0]);
  });

  it('only what grew since the longest prefix that is there', () => {
    const bench = new Bench();
    bench.send({ messages: [user(text('1', 300, five))] });
    const grown = {
      messages: [user(text('1', 300)), assistant(text('a', 50)), user(text('2', 40, five), text('q', 5))],
    };
    expect(split(bench.send(grown))).toEqual([5, 300, 90, 0]);
  });

  it.each([
    ['claude-opus-5-5', 512],
    ['claude-sonnet-5', 1_024],
    ['claude-opus-4-7', 2_048],
    ['claude-haiku-4-5-20251001', 4_096],
  ])('no less than the minimum of %s, %i tokens, and says nothing', (id, minimum) => {
    const of = defaultModels.find((entry) => entry.id === id) ?? model;
    const bench = new Bench();
    const body = (tokens: number): Body => ({ system: [text('s', tokens, five)], messages: [user(text('q', 1))] });
    expect(split(bench.send(body(minimum - 1), of))).toEqual([minimum, 0, 0, 0]);
    expect(split(bench.send(body(minimum), of))).toEqual([1, 0, minimum, 0]);
  });

  it('at a breakpoint that is too early nothing, at a later one all', () => {
    const bench = new Bench();
    expect(split(bench.send({ system: [text('s', 60, five)], messages: [user(text('q', 60, five))] }))).toEqual([
      0, 0, 120, 0,
    ]);
    expect(bench.cache.entries().map(({ tokens }) => tokens)).toEqual([120]);
  });

  it('what comes before an hour at the price of an hour, the rest at that of five minutes', () => {
    const bench = new Bench();
    const body = { system: [text('s', 200, hour)], messages: [user(text('r', 300, five), text('q', 7))] };
    expect(split(bench.send(body))).toEqual([7, 0, 300, 200]);
    expect(split(bench.send(body))).toEqual([7, 500, 0, 0]);
  });
});

describe('the prompt cache reads', () => {
  it('what was written once the answer to its writer has begun, and not before', () => {
    const bench = new Bench();
    const body = { system: [text('s', 500, five)], messages: [user(text('q', 10))] };
    const first = bench.open(body);
    expect(bench.open(body).usage().write5m).toBe(500);
    first.begin();
    expect(bench.open(body).usage()).toEqual({ input: 10, read: 500, write5m: 0, write1h: 0 });
  });

  it('the longest of several prefixes', () => {
    const bench = new Bench();
    bench.send({ system: [text('s', 200, five)], messages: [user(text('r', 300, five))] });
    expect(
      split(bench.send({ system: [text('s', 200, five)], messages: [user(text('r', 300, five), text('q', 5))] })),
    ).toEqual([5, 500, 0, 0]);
    expect(split(bench.send({ system: [text('s', 200, five)], messages: [user(text('x', 300, five))] }))).toEqual([
      0, 200, 300, 0,
    ]);
  });

  const history = (blocks: number, mark: number): Body => ({
    messages: [user(...Array.from({ length: blocks }, (_, n) => text(`${n}`, 100, n === mark - 1 ? five : undefined)))],
  });

  it('at most 20 positions back, its own the first', () => {
    const near = new Bench();
    near.send(history(15, 15));
    expect(near.send(history(34, 34)).read).toBe(1_500);
    const far = new Bench();
    far.send(history(15, 15));
    expect(far.send(history(35, 35)).read).toBe(0);
  });

  it('further back from a second breakpoint on the way', () => {
    const bench = new Bench();
    bench.send(history(15, 15));
    const blocks = Array.from({ length: 35 }, (_, n) => text(`${n}`, 100, n === 14 || n === 34 ? five : undefined));
    expect(split(bench.send({ messages: [user(...blocks)] }))).toEqual([0, 1_500, 2_000, 0]);
  });

  it('past a run of tool calls, or of their results, as past one position', () => {
    const bench = new Bench();
    const calls = Array.from({ length: 30 }, (_, n) => ({ type: 'tool_use', id: `t${n}`, name: 'a', input: {} }));
    const results = calls.map(({ id }, n) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: 'found',
      ...(n === 29 ? { cache_control: five } : {}),
    }));
    bench.send({ messages: [user(text('q', 300, five))] });
    expect(bench.send({ messages: [user(text('q', 300)), assistant(...calls), user(...results)] }).read).toBe(300);
  });

  it('nothing whose earlier part differs', () => {
    const bench = new Bench();
    bench.send({ system: [text('s', 200)], messages: [user(text('r', 300, five))] });
    expect(bench.send({ system: [text('S', 200)], messages: [user(text('r', 300, five))] }).read).toBe(0);
  });

  it('whatever the marks are: a breakpoint that moved on is no change', () => {
    const bench = new Bench();
    bench.send({ system: [text('s', 200, five)], messages: [user(text('1', 300, five))] });
    const moved = {
      system: [text('s', 200)],
      messages: [user(text('1', 300)), assistant(text('a', 10)), user(text('2', 20, five))],
    };
    expect(bench.send(moved).read).toBe(500);
  });
});

describe('the prompt cache forgets', () => {
  const body = (control: Body): Body => ({ system: [text('s', 500, control)], messages: [user(text('q', 10))] });

  it.each([
    ['five minutes', five, 5],
    ['one hour', hour, 60],
  ])('after %s', (_, control, life) => {
    const bench = new Bench();
    bench.send(body(control));
    bench.time = life * minutes;
    expect(bench.cache.entries()).toEqual([]);
    expect(bench.send(body(control)).read).toBe(0);
  });

  it.each([
    ['five minutes', five, 5],
    ['one hour', hour, 60],
  ])('not while it is read within %s', (_, control, life) => {
    const bench = new Bench();
    bench.send(body(control));
    for (let n = 0; n < 4; n++) {
      bench.time += life * minutes - 1;
      expect(bench.send(body(control)).read).toBe(500);
    }
  });

  it('counting from the start of the request, not of its answer', () => {
    const bench = new Bench();
    const ticket = bench.open(body(five));
    bench.time = 4 * minutes;
    ticket.begin();
    bench.time = 5 * minutes;
    expect(bench.send(body(five)).read).toBe(0);
  });

  it('a shorter prefix not, while requests that mark it read a longer one', () => {
    const bench = new Bench();
    const long = { system: [text('s', 200, five)], messages: [user(text('r', 300, five))] };
    bench.send(long);
    bench.time = 4 * minutes;
    expect(bench.send(long).read).toBe(500);
    bench.time = 8 * minutes;
    expect(bench.send({ system: [text('s', 200, five)], messages: [user(text('x', 10))] }).read).toBe(200);
  });
});

describe('a change costs the prompt cache', () => {
  const base = (change: Body = {}): Body => ({
    tools: [tool('a', five)],
    system: [text('s', 200, five)],
    messages: [user(text('r', 300, five), text('q', 10))],
    ...change,
  });
  const format = {
    output_config: {
      format: { type: 'json_schema', schema: { type: 'object', properties: {}, additionalProperties: false } },
    },
  };
  const sizes = (): { tools: number; all: number } => {
    const usage = new Bench().send(base());
    return { tools: usage.write5m - 500, all: usage.write5m };
  };
  const read = (change: Body, of?: ModelEntry, before: Body = {}): number => {
    const bench = new Bench();
    bench.send(base(before), of);
    return bench.send(base(change), of).read;
  };

  it('nothing, where nothing changed', () => {
    expect(read({})).toBe(sizes().all);
  });

  it('everything: another model', () => {
    const bench = new Bench();
    bench.send(base());
    expect(bench.send(base(), other).read).toBe(0);
    expect(bench.send(base()).read).toBe(sizes().all);
  });

  it.each([
    ['one more', [tool('b'), tool('a', five)]],
    ['another description', [{ ...tool('a', five), description: 'e'.repeat(400) }]],
    ['none', []],
  ])('everything: tools, %s', (_, tools) => {
    expect(read({ tools })).toBe(0);
  });

  it('everything: the order of tools', () => {
    expect(read({ tools: [tool('b'), tool('a', five)] }, model, { tools: [tool('a'), tool('b', five)] })).toBe(0);
  });

  it('everything: the format of the answer', () => {
    expect(read(format)).toBe(0);
    expect(read({}, model, format)).toBe(0);
  });

  it('system and messages: the system', () => {
    expect(read({ system: [text('S', 200, five)] })).toBe(sizes().tools);
  });

  it('system and messages: web search switched on', () => {
    const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };
    expect(read({ tools: [tool('a', five), search] })).toBe(sizes().tools);
  });

  it('messages only: effort', () => {
    expect(read({ output_config: { effort: 'low' } })).toBe(sizes().tools + 200);
  });

  it('nothing: the default of effort spelt out', () => {
    expect(read({ output_config: { effort: 'high' } })).toBe(sizes().all);
  });

  it('everything: effort, on a model that reads it before its tools', () => {
    const ahead = currentModel({
      id: 'claude-ahead',
      name: 'Ahead',
      line: 'opus',
      minCacheTokens: 100,
      thinking: { breaks: 'all' },
    });
    expect(read({ output_config: { effort: 'low' } }, ahead)).toBe(0);
  });

  it('what follows: a message in the middle', () => {
    const talk = (middle: string): Body => ({
      messages: [user(text('1', 200, five)), assistant(text(middle, 50)), user(text('2', 60, five))],
    });
    const bench = new Bench();
    bench.send(talk('a'));
    expect(split(bench.send(talk('b')))).toEqual([0, 200, 110, 0]);
  });
});

describe('a tool on the server’s side', () => {
  const answered = [messageBlock('assistant', { type: 'text', text: 'found'.padEnd(400) } as { type: string })];

  it('makes the model read everything again', () => {
    const ticket = new Bench().open({ messages: [user(text('q', 300))] });
    ticket.begin();
    ticket.iterate(answered);
    expect(split(ticket.usage())).toEqual([300 + 400, 0, 0, 0]);
  });

  it('writes a breakpoint of its own where the request uses the cache', () => {
    const bench = new Bench();
    const ticket = bench.open({ messages: [user(text('q', 300, five), text('x', 10))] });
    ticket.begin();
    ticket.iterate(answered);
    expect(split(ticket.usage())).toEqual([10, 300, 300 + 110, 0]);
    const next = {
      messages: [
        user(text('q', 300), text('x', 10)),
        assistant({ type: 'text', text: 'found'.padEnd(400) }),
        user(text('on', 20, five)),
      ],
    };
    expect(split(bench.send(next))).toEqual([0, 410, 20, 0]);
  });
});
