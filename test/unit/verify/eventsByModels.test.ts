import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Script } from '../../../src/agents/scripted';
import { dataOf } from '../../../src/debate/codec';
import type { Entry } from '../../../src/debate/entry';
import type { DebateEvent } from '../../../src/engine/events';
import { DebateLog } from '../../../src/record/debateLog';
import { pathOfLog } from '../../../src/record/logPath';
import { Session } from '../../../src/session/session';
import type { Body } from '../../../src/shared/protocol';
import { bodyAt, longestContent } from '../../../src/ui/panel/bodies';
import { startMessagesServer } from '../../support/messagesServer/messagesServer';
import {
  accessTo,
  anthropicAt,
  askedOfMessages,
  fixedFence,
  hurried,
  messagesAnswer,
  modelFolder,
} from '../../support/modelDebate';
import { expectPlayedAgain } from '../../support/playedAgain';
import { fact, factSource, factUrl, fullScript, readEntries } from '../../support/scriptedDebate';
import { ScriptedModel } from '../../support/scriptedModel';

/**
 * One debate by models, through the Messages API: a debater misquotes and corrects itself, another cuts a sentence short before its turn,
 * cites what nobody read, and invents a file. What becomes of each is in log, panel and documents.
 */

const names = ['ada', 'bob'];
const misquoted = 'Depot ada handled 1007 parcels on each and every day of the trial.';
const half = 'The levy cut traffic by 20 percent';
const turned = 'but congestion was back within a year';
const levyUrl = 'workspace:levy.md#L1';
const unreadUrl = 'https://board.example/minutes';
const inventedUrl = 'workspace:vault.md#L1';
const cutShort = 'The levy works for good.';
const openingOfAda = 2;

const sourceOf = (url: string, quote: string, claim = quote) => ({ url, title: url, quote, claim });

function scriptIn(folder: () => string): Script {
  const script = fullScript({ names, rounds: 2, outcome: 'ada_wins' });
  const redactions = (): number[] =>
    readFileSync(pathOfLog(folder()), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
      .filter(({ type }) => type === 'redaction')
      .map(({ seq }) => seq);
  const correction = {
    seq: openingOfAda,
    old_url: factUrl('ada', 1),
    new_url: factUrl('ada', 2),
    reason: 'I took one day for all.',
    statement: misquoted,
    instead: fact('ada', 2),
  };
  const corrects = `SOURCE CORRECTION for seq ${openingOfAda}: replacing ${factUrl('ada', 1)} with ${factUrl('ada', 2)} — ${correction.reason}`;
  const summary = script['documents/summary'] as { flow: string };
  return {
    ...script,
    'opening/ada': {
      entries: [{ type: 'opening_statement', content: misquoted, sources: [sourceOf(factUrl('ada', 1), misquoted)] }],
    },
    'r1/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `${corrects}\n\n${fact('ada', 2)}`,
          sources: [factSource('ada', 2)],
          correction,
        },
      ],
    },
    'r1/turn/bob': {
      entries: [{ type: 'new_point', content: `${cutShort} “${half}”`, sources: [sourceOf(levyUrl, half, half)] }],
    },
    'r2/turn/ada': {
      entries: [
        {
          type: 'new_point',
          content: `Here is more. ${fact('ada', 3)} The board says so.`,
          sources: [factSource('ada', 3), sourceOf(unreadUrl, 'The board counted the parcels.', 'The board says so.')],
        },
      ],
    },
    'r2/turn/bob': {
      entries: [
        {
          type: 'new_point',
          content: 'The vault holds nine thousand parcels a day.',
          sources: [sourceOf(inventedUrl, 'The vault holds nine thousand parcels a day.')],
        },
      ],
    },
    'closing/bob': () => ({
      entries: [{ type: 'closing_statement', content: 'What stands, stands.', acknowledges: redactions() }],
    }),
    'conclusion#1': { ...(script['conclusion'] as object), reason: `Ada showed this: ${misquoted}` },
    'documents/summary#1': { ...summary, flow: `Ada opened so: ${misquoted}` },
  };
}

/** Support is judged by who reads on. */
class ReadingModel extends ScriptedModel {
  readonly questions: string[] = [];

  override json(kind: Parameters<ScriptedModel['json']>[0], text = ''): unknown {
    if (kind !== 'verifier/support') return super.json(kind, text);
    this.questions.push(text);
    return text.includes(cutShort) && text.includes(turned)
      ? { answer: 'does_not_say', explanation: 'The sentence goes on: congestion was back within a year.' }
      : { answer: 'supports', explanation: 'The passage says so.' };
  }
}

let entries: Entry[];
let log: DebateLog;
let folder = '';
let mistakes: readonly unknown[];
const events: DebateEvent[] = [];
const model = new ReadingModel(
  scriptIn(() => folder),
  names,
);

beforeAll(async () => {
  const server = await startMessagesServer({
    answer: (request) => messagesAnswer(model.answer(askedOfMessages(request))),
  });
  folder = await modelFolder({ names, provider: 'anthropic', files: { 'levy.md': `${half}, ${turned}.\n` } });
  const participants = { models: accessTo(anthropicAt(server.url)), patience: hurried(), fence: fixedFence() };
  const onEvent = (event: DebateEvent): void => {
    events.push(event);
    model.onEvent(event);
  };
  const session = await Session.open({ folder, program: 'test', isStrict: true, participants, onEvent });
  expect(await session.run()).toEqual({ status: 'done' });
  await server.close();
  mistakes = server.mistakes;
  entries = await readEntries(folder);
  log = await DebateLog.open(pathOfLog(folder), { settleMs: 0 });
}, 120_000);

afterAll(() => log.close());

const stepOf = (entry: Entry): string => (entry.data?.['step'] as { id: string } | undefined)?.id ?? '';
const entryOf = (step: string): Entry => {
  const found = entries.find((entry) => stepOf(entry) === step);
  if (found === undefined) throw new Error(`nothing was written by ${step}`);
  return found;
};
const about = (type: string, target: Entry): Entry['data'][] =>
  entries.filter((entry) => entry.type === type && entry.target_seq === target.seq).map(({ data }) => data);
const rowOf = (entry: Entry): Body => {
  const at = entries.indexOf(entry);
  const body = bodyAt(log, at, { limit: longestContent, isBeingChecked: false });
  if (body === undefined) throw new Error(`no body at ${at}`);
  return body;
};
const documents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
const retriesOf = (step: string): string[] =>
  events.flatMap((event) => (event.kind === 'retry' && event.step === step ? [event.reasons.join(' ')] : []));

describe('a debate by models in which debaters misquote, correct, cut short and invent', () => {
  it('asks the server nothing that it refuses, and is played again from its record', async () => {
    expect(mistakes).toEqual([]);
    expect(await expectPlayedAgain(folder)).toEqual({ status: 'done' });
  }, 60_000);

  it('sends a misquotation back with what stands there, then logs and rules on it', () => {
    const opening = entryOf('opening/ada');
    expect(opening.seq).toBe(openingOfAda);
    expect(retriesOf('opening/ada')).toHaveLength(2);
    expect(retriesOf('opening/ada')[0]).toContain(`What stands there: “${fact('ada', 1)}”`);
    expect(about('verification_result', opening)).toMatchObject([{ status: 'unreliable', checks: { quote: 'fail' } }]);
    expect(about('ruling', opening)).toMatchObject([{ kind: 'unreliable', url: factUrl('ada', 1) }]);
    expect(rowOf(opening).sources).toMatchObject([{ status: 'unreliable' }]);
  });

  it('takes the correction of the sentence, shows it as withdrawn, and repeats it in no document', () => {
    const correcting = entryOf('r1/turn/ada');
    expect(correcting.data?.['correction']).toMatchObject({ statement: misquoted, instead: fact('ada', 2) });
    expect(about('verification_result', correcting)).toMatchObject([{ status: 'verified' }]);
    const asides = rowOf(correcting).asides.filter(({ kind }) => kind === 'corrects');
    expect(asides.map(({ text }) => text).join('\n')).toContain(`Withdraws of seq ${openingOfAda}: “${misquoted}”`);
    expect(rowOf(entryOf('opening/ada')).sources).toMatchObject([{ ruling: correcting.seq }]);
    const { 'transcript.md': transcript = '', 'verifier-report.md': report = '', ...others } = documents();
    expect(transcript).toContain('Withdraws of');
    expect(report).toContain(`corrected in [seq ${correcting.seq}]`);
    expect(Object.entries(others).filter(([, text]) => text.includes(misquoted))).toEqual([]);
    expect(retriesOf('conclusion').join(' ')).toContain('The conclusion repeats what');
    expect(retriesOf('documents/summary').join(' ')).toContain('summary.md repeats what');
  });

  it('has a sentence that was cut before its turn judged with how it goes on', () => {
    const cut = entryOf('r1/turn/bob');
    expect(model.questions.filter((text) => text.includes(cutShort))).toHaveLength(1);
    expect(about('verification_result', cut)).toMatchObject([
      { status: 'unreliable', support_answer: 'does_not_say', checks: { quote: 'pass', support: 'fail' } },
    ]);
    expect(about('ruling', cut)).toMatchObject([{ kind: 'unreliable', url: levyUrl }]);
    expect(rowOf(cut).sources).toMatchObject([
      { status: 'unreliable', words: expect.stringContaining('not supported') as string },
    ]);
    expect(documents()['verifier-report.md']).toContain('congestion was back within a year');
  });

  it('leaves out what nobody could read, and says so in the record, the panel and the transcript', () => {
    const spoken = entryOf('r2/turn/ada');
    expect(spoken.type).toBe('new_point');
    expect(spoken.sources?.map(({ url }) => url)).toEqual([factUrl('ada', 3)]);
    expect(spoken.data?.['left_out']).toMatchObject([{ url: unreadUrl }]);
    expect(rowOf(spoken).asides.filter(({ kind }) => kind === 'left-out')).toMatchObject([
      { text: expect.stringContaining('board.example/minutes') as string },
    ]);
    expect(documents()['transcript.md']).toContain('**Left out, because nobody could read it**');
  });

  it('redacts what was invented, whose author cannot win', () => {
    const invented = entryOf('r2/turn/bob');
    expect(about('verification_result', invented)).toMatchObject([{ status: 'fabricated' }]);
    expect(about('redaction', invented)).toHaveLength(1);
    expect(rowOf(invented)).toMatchObject({ sources: [] });
    expect(entries.map((entry) => dataOf(entry, 'conclusion')?.outcome).filter(Boolean)).toEqual(['ada_wins']);
    const all = Object.values(documents()).join('\n');
    expect(all).not.toContain('nine thousand parcels a day');
    expect(documents()['verifier-report.md']).toContain('fabricated');
  });
});
