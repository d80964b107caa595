import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatRequest } from '../../../support/chatServer/chatAnswer';
import { startChatServer, type ChatServer } from '../../../support/chatServer/chatServer';
import { logIn } from '../../../support/logs';
import {
  accessTo,
  askedOfChat,
  chatAnswer,
  modelFolder,
  openAiAt,
  participantsWith,
} from '../../../support/modelDebate';
import { fullScript, readEntries } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runStrict } from '../../../support/testSession';
import { isObject } from '../../../../src/debate/log/objects';
import type { Entry } from '../../../../src/debate/log/entry';

const names = ['ada', 'bob'];

type Change = (answer: ChatAnswer, request: ChatRequest) => ChatAnswer;

interface Held {
  end: unknown;
  entries: Entry[];
  retries: string[];
  server: ChatServer;
  usage: { input: number; output: number; estimated?: boolean | undefined };
}

/** A debate whose model gives its answers in another form. */
async function held(change: Change): Promise<Held> {
  const model = new ScriptedModel(fullScript({ names, rounds: 1 }), names);
  const server = await startChatServer({
    answer: (request) => change(chatAnswer(model.answer(askedOfChat(request))), request),
  });
  const folder = await modelFolder({ names, provider: 'openai-compatible', rounds: { min: 1, max: 1 } });
  const retries: string[] = [];
  const end = await runStrict(folder, {
    participants: participantsWith(accessTo(openAiAt(server.baseUrl))),
    onEvent: (event) => {
      model.onEvent(event);
      if (event.kind === 'retry') retries.push(`${event.step}: ${event.reasons.join(' ')}`);
    },
  });
  await server.close();
  expect(server.problems).toEqual([]);
  const { input, cache_read, output, estimated } = (await logIn(folder)).state.usage;
  return {
    end,
    entries: await readEntries(folder),
    retries,
    server,
    usage: { input: input + cache_read, output, estimated },
  };
}

const isTurn = ({ answer }: ChatRequest): boolean => answer?.name.startsWith('debater_') === true;

/** What the server has booked. */
function booked({ ledger }: ChatServer): { input: number; output: number } {
  return {
    input: ledger.reduce((sum, { usage }) => sum + usage.prompt_tokens, 0),
    output: ledger.reduce((sum, { usage }) => sum + usage.completion_tokens, 0),
  };
}

const spoken = (entries: readonly Entry[]): string[] =>
  entries.filter(({ speaker }) => names.includes(speaker)).map(({ speaker, content }) => `${speaker}: ${content}`);

/** Answers in JSON, as text. */
const inText =
  (write: (json: string, value: object) => string): Change =>
  (answer) =>
    isObject(answer.json) ? { text: write(JSON.stringify(answer.json), answer.json) } : answer;

/** Of the same shape, and not what is meant in the end. */
const draft = (value: object): string =>
  JSON.stringify(value).replace(/"(?:content|reason|text|summary|flow|body)":"/g, '$&DRAFT ');

const pretty = (value: object): string => JSON.stringify(value, null, 2);

const forms: Record<string, Change> = {
  'thoughts of Magistral': inText((json, value) => `[THINK]Perhaps ${draft(value)}? No.[/THINK]${json}`),
  'thoughts of Kimi': inText((json, value) => `◁think▷${draft(value)}◁/think▷\n${json}`),
  'thoughts whose beginning is lost': inText((json, value) => `So: ${draft(value)}\n</think>\n\n${json}`),
  channels: inText(
    (json, value) =>
      `<|channel|>analysis<|message|>${draft(value)}<|end|><|start|>assistant<|channel|>final<|message|>${json}`,
  ),
  'channels without their tokens': inText((json, value) => `analysis${draft(value)}assistantfinal${json}`),
  'thoughts of no known form': inText((json, value) => `~~ thinking ~~\n${draft(value)}\n~~ done ~~\n${json}`),
  'drafts that break off': inText((json, value) => `I try ${draft(value).slice(0, 60)} … no:\n\n${json}`),
  'a sentence and a fence': inText((json) => `Here is my answer:\n\n\`\`\`json\n${json}\n\`\`\`\nI hope it helps.`),
  'a list of one': inText((json) => `[${json}]`),
  'raw line breaks, commas and comments': inText((_, value) =>
    pretty(value)
      .replace(/\\n/g, '\n')
      .replace(/(["\]}\dl])\n(\s*)([}\]])/g, '$1, // the last\n$2$3'),
  ),
  'the whole answer as thinking': (answer) =>
    answer.json === undefined ? answer : { reasoning: JSON.stringify(answer.json) },
  'the whole answer within marks of thinking': inText((json) => `<think>\n${json}\n</think>`),
};

describe('a debate whose model answers in another form', () => {
  it('comes to the same, by the same number of requests, and its usage is the server’s', async () => {
    const plain = await held((answer) => answer);
    expect(plain.end).toEqual({ status: 'done' });
    expect(spoken(plain.entries).length).toBeGreaterThan(3);
    for (const [form, change] of Object.entries(forms)) {
      const other = await held(change);
      expect([form, other.end, other.retries]).toEqual([form, { status: 'done' }, []]);
      expect([form, spoken(other.entries)]).toEqual([form, spoken(plain.entries)]);
      expect([form, JSON.stringify(other.entries).includes('DRAFT')]).toEqual([form, false]);
      expect([form, other.server.requests.length]).toEqual([form, plain.server.requests.length]);
      expect([form, { input: other.usage.input, output: other.usage.output }]).toEqual([form, booked(other.server)]);
      // The schema goes with every request.
      expect(other.server.requests.filter(({ messages }) => JSON.stringify(messages).includes('JSON Schema'))).toEqual(
        [],
      );
    }
  });

  it('tells the model by the line what is no JSON, and takes the mended answer', async () => {
    const other = await held((answer, request) => {
      if (!isObject(answer.json) || !isTurn(request) || isMending(request)) return answer;
      return { text: pretty(answer.json).replace(/,\n/, '\n') };
    });
    expect(other.end).toEqual({ status: 'done' });
    expect(other.retries.length).toBeGreaterThan(2);
    for (const retry of other.retries)
      expect(retry).toMatch(/rule json: The answer was not valid JSON: line \d+: a comma is missing before “/);
    const told = other.server.requests.filter(({ lastUser }) => lastUser.includes('a comma is missing before'));
    expect(told.length).toBe(other.retries.length);
    expect({ input: other.usage.input, output: other.usage.output }).toEqual(booked(other.server));
  });
});

const isMending = ({ lastUser }: ChatRequest): boolean => lastUser.includes('Your answer was not accepted.');

const phrase = 'and once more the very same words stand here, ';

const runaways: Record<string, (json: string) => string> = {
  'white space': (json) => `${json.slice(0, -1)}${' \n'.repeat(20_000)}`,
  'one phrase': (json) => `${json.slice(0, 40)}${phrase.repeat(20_000)}`,
  'ever new words': (json) =>
    `${json.slice(0, 40)}${Array.from({ length: 60_000 }, (_, index) => `word ${index} of no end`).join(', ')}`,
};

describe('a model that does not end its answer', () => {
  it.each(Object.keys(runaways))(
    '%s: is cut, counted, and asked once more with the reason',
    async (kind) => {
      const other = await held((answer, request) => {
        if (answer.json === undefined || !isTurn(request) || isMending(request)) return answer;
        return { text: runaways[kind]?.(JSON.stringify(answer.json)) ?? '', pieceLength: 1_000 };
      });
      expect(other.end).toEqual({ status: 'done' });
      const asked = other.server.requests.filter(({ lastUser }) => lastUser.includes('It was cut because'));
      expect(asked.length).toBeGreaterThan(1);
      expect(spoken(other.entries).length).toBeGreaterThan(3);
      expect(other.usage.estimated).toBe(true);
      // A cut answer is paid as far as it came.
      const cut = other.server.ledger.filter(({ answer }) => (answer.text?.length ?? 0) > 30_000);
      const whole = other.server.ledger.filter((each) => !cut.includes(each));
      const paid = other.usage.output - booked({ ...other.server, ledger: whole }).output;
      expect(paid / cut.length).toBeGreaterThan(500);
      expect(paid / cut.length).toBeLessThan(
        kind === 'ever new words' ? 60_000 : kind === 'one phrase' ? 6_000 : 3_500,
      );
    },
    60_000,
  );

  it('twice fails by name, and the debate goes on without that turn', async () => {
    const other = await held((answer, request) =>
      isTurn(request) &&
      request.messages.some(({ content }) => content?.includes('<persona-0123456789ab name="bob"') === true)
        ? { text: `{"entries": [{"content": "${phrase.repeat(2_000)}`, pieceLength: 500 }
        : answer,
    );
    expect(other.end).toEqual({ status: 'done' });
    const skipped = other.entries.filter(({ content }) => content.includes('did not end its answer'));
    expect(skipped.length).toBeGreaterThan(0);
    expect(spoken(other.entries).every((line) => line.startsWith('ada: '))).toBe(true);
  }, 60_000);
});

describe('a model that only calls tools', () => {
  const isResearch = ({ tools }: ChatRequest): boolean => tools.includes('search_evidence');
  const calls = (query: string): ChatAnswer => ({ toolCalls: [{ name: 'search_evidence', input: { query } }] });

  /** Requests of the research, by the turn that they belong to. */
  const perTurn = ({ requests }: ChatServer): number[] => {
    const counts: number[] = [];
    for (const request of requests.filter(isResearch)) {
      if (request.messages.length === 2) counts.push(0);
      counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    }
    return counts;
  };

  it('the same again is told so and then asked for its notes; the debate goes on', async () => {
    const other = await held((answer, request) => (isResearch(request) ? calls('parcels') : answer));
    expect(other.end).toEqual({ status: 'done' });
    expect(Math.max(...perTurn(other.server))).toBeLessThanOrEqual(5);
    expect(spoken(other.entries).length).toBeGreaterThan(3);
  });

  it('ever others has at most 8 requests and 16 calls a turn, over all its tries', async () => {
    let n = 0;
    const other = await held((answer, request) => {
      if (isResearch(request))
        return {
          toolCalls: [0, 1, 2].map(() => ({ name: 'search_evidence', input: { query: `parcels ${(n += 1)}` } })),
        };
      // Refused for its source, which looking up would mend: each try could look up again.
      if (!isTurn(request)) return answer;
      const entries = [
        { ...emptyEntry, type: 'new_point', content: 'A claim of some kind, without any source at all.' },
      ];
      return { json: { entries, memo: null } };
    });
    expect(Math.max(...perTurn(other.server))).toBeLessThanOrEqual(8);
    const tries = other.retries.length;
    expect(tries).toBeGreaterThan(3);
    expect(other.server.requests.filter(isResearch).length).toBeLessThanOrEqual(8 * 4);
  });

  it('where it has to answer is asked once more, and then skipped by name', async () => {
    const other = await held((answer, request) => (isTurn(request) ? calls('parcels') : answer));
    expect(JSON.stringify(other.entries)).toContain('called tools instead of giving its answer, twice');
    const again = other.server.requests.filter(({ lastUser }) => lastUser.includes('there are no tools now'));
    expect(again.length).toBeGreaterThan(1);
    const mended = await held((answer, request) =>
      isTurn(request) && !request.lastUser.includes('there are no tools now') ? calls('parcels') : answer,
    );
    expect(mended.end).toEqual({ status: 'done' });
    expect(spoken(mended.entries).length).toBeGreaterThan(3);
    expect({ input: mended.usage.input, output: mended.usage.output }).toEqual(booked(mended.server));
  });
});

const emptyEntry = {
  sources: [],
  rebuttal_to_seq: null,
  target_seq: null,
};
