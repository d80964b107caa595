import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../../src/debate/log/codec';
import type { DebateLog } from '../../../../src/record/debateLog';
import { isObject } from '../../../../src/debate/log/objects';
import { unansweredIn } from '../../../../src/projections/sources';
import type { Script } from '../../../../src/agents/scripted';
import type { Entry } from '../../../../src/debate/log/entry';
import { checkAgain } from '../../../../src/session/review/sourceReview';
import { supportJudgeOf, type SupportJudge } from '../../../../src/session/review/supportJudge';
import type { Head } from '../../../../src/shared/head';
import { Feed } from '../../../../src/ui/panel/feed';
import { headOf } from '../../../../src/ui/panel/head';
import { statusOf } from '../../../../src/session/library/status';
import { logIn } from '../../../support/logs';
import type { Answer } from '../../../support/messagesServer/answer';
import { startMessagesServer } from '../../../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../../../support/messagesServer/requestSchema';
import { askedOfMessages, messagesAnswer, modelFolder, participantsAt } from '../../../support/modelDebate';
import { fullScript } from '../../../support/scriptedDebate';
import { ScriptedModel } from '../../../support/scriptedModel';
import { runStrict } from '../../../support/testSession';

const names = ['ada', 'bob'];
const refusal: Answer = { text: '', stop: 'refusal', refusal: { category: null, explanation: 'not this' } };
const isSupport = ({ output_config: config }: MessagesRequest): boolean =>
  JSON.stringify(config?.format ?? '').includes('does_not_say');

/** Each entry says something of its own by its sources, so that somebody has to judge whether they bear it. */
const arguing = (script: Script): Script =>
  JSON.parse(
    JSON.stringify(script, (_key, value: unknown) => {
      if (!isObject(value) || typeof value['content'] !== 'string' || !Array.isArray(value['sources'])) return value;
      const claim = 'The parcels should therefore go by rail, whatever the depots say.';
      const sources = value['sources'].map((source: unknown) => (isObject(source) ? { ...source, claim } : source));
      return { ...value, content: `${value['content']} ${claim}`, sources };
    }),
  ) as Script;

/** As the panel shows it. */
function headIn(log: DebateLog): Head {
  const feed = new Feed(log);
  feed.take();
  const alone = { lease: { state: 'free' }, run: undefined, isGone: false, isTrusted: true, now: new Date() } as const;
  return headOf(log.folder, feed, alone, { list: [], isWritten: true });
}

/** A debate in which the given models refuse to judge support; which models were asked for each question. */
async function debateWith({
  refusing,
  chair,
  afterwards,
}: {
  refusing: readonly string[];
  chair?: string;
  /** With the debate's end, while the server is there. */
  afterwards?: (log: DebateLog, participants: ReturnType<typeof participantsAt>) => Promise<void>;
}) {
  const model = new ScriptedModel(arguing(fullScript({ names, rounds: 1 })), names);
  const asked: string[] = [];
  const server = await startMessagesServer({
    answer: (request) => {
      if (isSupport(request)) asked.push(request.model);
      return isSupport(request) && refusing.includes(request.model)
        ? refusal
        : messagesAnswer(model.answer(askedOfMessages(request)));
    },
  });
  const folder = await modelFolder({
    names,
    provider: 'anthropic',
    rounds: { min: 1, max: 1 },
    ...(chair === undefined ? {} : { models: { chair } }),
  });
  expect(await runStrict(folder, { participants: participantsAt(server), onEvent: model.onEvent })).toEqual({
    status: 'done',
  });
  const log = await logIn(folder);
  await afterwards?.(log, participantsAt(server));
  await log.refresh();
  await server.close();
  const results = log.state.headers.flatMap(({ seq, type }) => {
    const entry = type === 'verification_result' ? log.entry(seq) : undefined;
    return entry === undefined ? [] : [dataOf(entry, 'verification_result')];
  });
  const status = await statusOf(log);
  const head = headIn(log);
  const totals = server.totals();
  const support = server.requests.flatMap(({ body, usage }) =>
    usage !== undefined && JSON.stringify(body).includes('does_not_say') ? [usage] : [],
  );
  return { asked, results, status, head, unanswered: unansweredIn(log.state), usage: log.state.usage, totals, support };
}

const [sonnet, opus] = ['claude-sonnet-5-5', 'claude-opus-5-5'];

describe('whether a source supports a claim', () => {
  it('is asked of the Chair’s model once where the Verifier’s gives no answer', async () => {
    const { asked, results, status, usage, totals } = await debateWith({ refusing: [sonnet] });
    expect(asked.filter((model) => model === opus)).toHaveLength(asked.filter((model) => model === sonnet).length);
    expect(asked.length).toBeGreaterThan(3);
    expect(results.length).toBeGreaterThan(1);
    expect(results.every((result) => result?.unanswered === undefined)).toBe(true);
    expect(status.warnings).toEqual([]);
    expect(usage.output).toBe(totals.output);
  });

  it('is named in record, warnings and header where that gives none either', async () => {
    const { asked, results, status, head, unanswered } = await debateWith({ refusing: [sonnet, opus] });
    const open = results.filter((result) => result?.unanswered === true);
    expect(open.length).toBeGreaterThan(1);
    expect(open).toHaveLength(asked.length / 2);
    expect(open.map((result) => result?.status)).not.toContain('verified');
    expect(unanswered).toHaveLength(open.length);
    expect(status.warnings.join('\n')).toMatch(/was asked, and not answered .*\. In the editor, Check Again/);
    expect(head.unanswered).toBe(open.length);
  });

  it('stays named where it is asked again in vain, what that took is counted', async () => {
    const [before, checked]: [number[], Entry[]] = [[], []];
    const { status, head, unanswered, usage, totals } = await debateWith({
      refusing: [sonnet, opus],
      afterwards: async (log, { models }) => {
        before.push(...unansweredIn(log.state));
        const [seq = -1] = before;
        const [url = ''] = log.state.findings.get(seq)?.keys() ?? [];
        const { signal } = new AbortController();
        checked.push(await checkAgain(log, { seq, url }, { signal, models }));
        // Without anybody to ask, too.
        checked.push(await checkAgain(log, { seq, url }, { signal }));
      },
    });
    expect(checked.map(({ data }) => [data?.['unanswered'], data?.['status']])).toEqual([
      [true, 'unverified'],
      [true, 'unverified'],
    ]);
    expect(unanswered).toEqual(before);
    expect(status.warnings.join('\n')).toMatch(/was asked, and not answered/);
    expect(head.unanswered).toBe(before.length);
    expect([usage.input, usage.output]).toEqual([totals.input, totals.output]);
  });

  it('is counted where asking again is given up', async () => {
    const stop = new AbortController();
    const { usage, totals } = await debateWith({
      refusing: [sonnet, opus],
      afterwards: async (log, { models }) => {
        const [seq = -1] = unansweredIn(log.state);
        const [url = ''] = log.state.findings.get(seq)?.keys() ?? [];
        const judge: SupportJudge = async (question, signal, spending) => {
          const said = await supportJudgeOf(log, { models }, () => new Date())(question, signal, spending);
          stop.abort(new Error('given up'));
          return said;
        };
        await expect(checkAgain(log, { seq, url }, { signal: stop.signal, judge })).rejects.toThrow('given up');
      },
    });
    expect([usage.input, usage.output]).toEqual([totals.input, totals.output]);
  });

  it('is asked in one lineage: what says how to judge is read from the cache', async () => {
    const { support } = await debateWith({ refusing: [] });
    const [first, ...others] = support;
    const read = others.map((used) => used.cache_read_input_tokens ?? 0);
    expect(others.length).toBeGreaterThan(2);
    expect(first?.cache_creation_input_tokens).toBeGreaterThan(1_024);
    expect(new Set(read)).toEqual(new Set([first?.cache_creation_input_tokens]));
    expect(Math.max(...others.map((used) => used.input_tokens))).toBeLessThan(600);
  });

  it('is not asked of the same model twice', async () => {
    const { asked, unanswered } = await debateWith({ refusing: [sonnet], chair: sonnet });
    expect(unanswered.length).toBeGreaterThan(1);
    expect(asked).toHaveLength(unanswered.length);
  });
});
