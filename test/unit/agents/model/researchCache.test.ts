import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Caller } from '../../../../src/agents/model/caller';
import { Fence } from '../../../../src/agents/model/fence';
import { PromptBook } from '../../../../src/agents/model/promptBook';
import { LookUps, research, toolSpecs } from '../../../../src/agents/model/research';
import { TokenMeter } from '../../../../src/agents/model/tokens';
import type { ResearchTool } from '../../../../src/research/tool';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import { anthropicAt, hurried } from '../../../support/modelDebate';

const reading: ResearchTool = {
  name: 'read',
  description: 'Reads a page.',
  input: z.object({ page: z.number() }),
  run: (input) =>
    Promise.resolve({ text: `${JSON.stringify(input)} ${'The depot holds parcels of all kinds. '.repeat(300)}` }),
};

/** A research pass of so many rounds of readings, three at a time; the requests with what they used. */
async function researched(rounds: number) {
  const model = 'claude-sonnet-5-5';
  const server = await startMessagesServer({
    answer: (_request, { n }) =>
      n < rounds
        ? { toolCalls: [0, 1, 2].map((at) => ({ name: 'read', input: { page: 3 * n + at } })) }
        : { text: 'Notes.' },
  });
  const provider = anthropicAt(server.url);
  const { signal } = new AbortController();
  const description = await provider.describe(model, signal);
  const context = { signal, progress: () => undefined };
  const shared = { context, fence: new Fence(() => 'f00d'), book: PromptBook.bundled() };
  const meter = new TokenMeter('anthropic', model);
  const caller = new Caller({ ...shared, provider, description, meter, clock: hurried() });
  const asked = {
    model,
    system: [{ type: 'text' as const, text: 'The rules of the debate. '.repeat(200), isCachePoint: true as const }],
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Look it up.' }] }],
    tools: toolSpecs([reading]),
  };
  const captures = { keep: () => Promise.resolve(), hold: () => undefined };
  expect(
    await research(asked, { ...shared, caller, lookUps: new LookUps(), tools: [reading], captures }),
  ).toMatchObject({
    notes: 'Notes.',
  });
  await server.close();
  expect(server.mistakes).toEqual([]);
  return server.requests.filter(({ stopReason }) => stopReason !== undefined);
}

describe('a research pass', () => {
  it('reads from the cache what its tools returned before', async () => {
    const requests = await researched(4);
    const [, ...later] = requests.map(({ usage }) => usage);
    const sizes = later.map((usage) => usage?.cache_creation_input_tokens ?? 0);
    // Who is asked for what is paid once, too.
    expect(requests[0]?.usage?.input_tokens).toBeLessThan(50);
    // Each request pays for the readings that are new, and for nothing else.
    expect(Math.max(...later.map((usage) => usage?.input_tokens ?? Infinity))).toBeLessThan(50);
    expect(Math.min(...sizes)).toBeGreaterThan(3_000);
    expect(Math.max(...sizes)).toBeLessThan(2 * Math.min(...sizes));
    expect(later.at(-1)?.cache_read_input_tokens).toBeGreaterThan(3 * Math.min(...sizes));
  });

  it('keeps nothing that no request can read any more', async () => {
    const requests = await researched(7);
    expect(requests).toHaveLength(8);
    const last = requests.at(-1)?.usage;
    expect(last?.cache_creation_input_tokens).toBe(0);
    expect(last?.cache_read_input_tokens).toBeGreaterThan(10_000);
  });
});
