import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dialectic } from '../../../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../../../src/debate/formats/tribunal/tribunal';
import type { RunEnd } from '../../../../src/engine/engine';
import { objectOf } from '../../../../src/debate/log/objects';
import { helpFor } from '../../../../src/ui/run/causes';
import { startChatServer, type ChatServer } from '../../../support/chatServer/chatServer';
import { strictModes, type StrictMode } from '../../../support/chatServer/strictModes';
import { dialecticScript } from '../../../support/dialecticScript';
import { logIn } from '../../../support/logs';
import {
  accessTo,
  askedOfChat,
  chatAnswer,
  formatFolder,
  modelFolder,
  openAiAt,
  participantsWith,
} from '../../../support/modelDebate';
import { fullScript, readEntries } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runStrict, testSession } from '../../../support/testSession';
import { tribunalScript } from '../../../support/tribunalScript';

const names = ['ada', 'bob'];
const provider = 'openai-compatible' as const;

const formats = {
  panel: {
    script: () => new ScriptedModel(fullScript({ names, rounds: 1 }), names),
    folder: () => modelFolder({ names, provider, rounds: { min: 1, max: 1 } }),
  },
  tribunal: {
    script: () => new ScriptedModel(tribunalScript(1), []),
    folder: () =>
      formatFolder({
        format: tribunal,
        topic: 'Should the parcels go by the north depot?',
        options: { rounds: 1 },
        provider,
      }),
  },
  dialectic: {
    script: () => new ScriptedModel(dialecticScript(1), []),
    folder: () =>
      formatFolder({ format: dialectic, topic: 'Should the depots stay open?', options: { exchanges: 1 }, provider }),
  },
} as const;
type FormatName = keyof typeof formats;

const servers: ChatServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

interface Held {
  end: RunEnd;
  folder: string;
  server: ChatServer;
  /** That asked for an answer, refused ones included. */
  requests: number;
  /** What the debate went on without. */
  failures: unknown[];
}

async function hold(format: FormatName, strict?: StrictMode): Promise<Held> {
  const model = formats[format].script();
  const server = await startChatServer({
    answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
    ...(strict === undefined ? {} : { strict }),
  });
  servers.push(server);
  const folder = await formats[format].folder();
  const participants = participantsWith(accessTo(openAiAt(server.baseUrl)));
  const end = await runStrict(folder, { participants, onEvent: model.onEvent });
  const entries = await readEntries(folder);
  return {
    ...{ end, folder, server },
    requests: server.wire.filter(({ method }) => method === 'POST').length,
    failures: entries.filter(({ data }) => data?.['kind'] === 'failure').map(({ content }) => content),
  };
}

const usualDebates = new Map<FormatName, Promise<Held>>();

/** With a server that takes everything. */
function usual(format: FormatName): Promise<Held> {
  const known = usualDebates.get(format) ?? hold(format);
  usualDebates.set(format, known);
  return known;
}

const order: readonly FormatName[] = ['panel', 'tribunal', 'dialectic', 'panel'];

it.each(order.slice(0, 3))('a %s is held with a server that takes everything', async (format) => {
  expect((await usual(format)).end).toEqual({ status: 'done' });
});

const rows = [...new Set(strictModes.map(({ row }) => row))];

describe.each(rows)('a debate with servers that are known for %s', (row) => {
  const modes = strictModes.filter((mode) => mode.row === row);
  const held = order.map((format, at) => [modes[at % modes.length]?.name ?? '', format, at] as const);

  it.each(held)('in the words of %s, %s', async (_, format, at) => {
    const strict = modes[at % modes.length];
    if (strict === undefined) throw new Error(`There is no mode for ${row}.`);
    const expected = await usual(format);
    const { end, folder, server, requests, failures } = await hold(format, strict);
    expect(failures).toEqual(expected.failures);
    if (end.status === 'done') expect(requests).toBeLessThanOrEqual(expected.requests + strict.mostMore);
    else {
      expect(end).toMatchObject({ status: 'paused', code: strict.pausesFor ?? 'nothing' });
      expect(helpFor(strict.pausesFor)).toBe('changeModel');
    }
    expect(server.problems).toEqual([]);
    const { usage } = (await logIn(folder)).state;
    const sent = server.ledger.reduce((sum, one) => sum + one.usage.prompt_tokens, 0);
    const written = server.ledger.reduce((sum, one) => sum + one.usage.completion_tokens, 0);
    const kept = [usage.input + usage.cache_read + usage.cache_write, usage.output];
    // A trial without the question for usage is estimated, and so is an answer that broke off.
    if (strict.fault !== undefined) return;
    if (!strict.name.includes('without a word')) expect(kept).toEqual([sent, written]);
    else for (const [at, value] of [sent, written].entries()) expect((kept[at] ?? 0) / value).toBeCloseTo(1, 1);
  });
});

describe('what was learned about a server', () => {
  it('is told in debate.log, and not tried again when the debate is resumed by another program', async () => {
    const strict = strictModes.find(({ name }) => name === 'DeepSeek');
    if (strict === undefined) throw new Error('There is no such mode.');
    const model = formats.panel.script();
    const server = await startChatServer({
      answer: (request) => chatAnswer(model.answer(askedOfChat(request))),
      strict,
    });
    servers.push(server);
    const folder = await formats.panel.folder();
    const run = async (until?: string): Promise<RunEnd> => {
      const session = await testSession(folder, {
        participants: participantsWith(accessTo(openAiAt(server.baseUrl))),
        onEvent: (event) => {
          model.onEvent(event);
          if (event.kind === 'written' && event.speaker === until) session.pause('as wished');
        },
      });
      return await session.run();
    };
    expect(await run('ada')).toMatchObject({ status: 'paused' });
    const log = await readFile(join(folder, 'debate.log'), 'utf8');
    expect(log).toMatch(/SERVER — test-model at http:\/\/127\.0\.0\.1:\d+: answers in 8,192 tokens at most/);
    expect(await readFile(join(folder, 'servers.learned'), 'utf8')).not.toContain('127.0.0.1');
    const before = server.wire.length;
    expect(await run()).toEqual({ status: 'done' });
    const asked = server.wire.slice(before).map(({ body }) => Number(objectOf(body)['max_tokens'] ?? 0));
    expect(Math.max(...asked)).toBe(8_192);
  });
});
