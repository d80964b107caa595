import { readFileSync } from 'node:fs';
import type { Script } from '../../src/agents/scripted';
import type { Entry } from '../../src/debate/log/entry';
import type { DebateEvent } from '../../src/engine/events';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import type { Body } from '../../src/shared/protocol';
import { longestContent } from '../../src/shared/protocol';
import { bodyAt } from '../../src/ui/panel/bodies';
import { startMessagesServer } from './messagesServer/messagesServer';
import { answering, participantsAt } from './modelDebate';
import { readEntries } from './scriptedDebate';
import { ScriptedModel } from './scriptedModel';
import { runStrict } from './testSession';

/**
 * A debate by models through the Messages API in which one model cuts a sentence short, with its results for tests of
 * log, panel and documents.
 */

export const half = 'The levy cut traffic by 20 percent';
export const turned = 'but congestion was back within a year';
export const levyUrl = 'workspace:levy.md#L1';
export const cutShort = 'The levy works for good.';
export const files = { 'levy.md': `${half}, ${turned}.\n` };

/** Judges support from the sentences that follow the quotation. */
class ReadingModel extends ScriptedModel {
  readonly questions: string[] = [];

  override json(...asked: Parameters<ScriptedModel['json']>): unknown {
    const [kind, text = ''] = asked;
    if (kind !== 'verifier/support') return super.json(...asked);
    this.questions.push(text);
    return text.includes(cutShort) && text.includes(turned)
      ? { answer: 'does_not_say', explanation: 'The sentence goes on: congestion was back within a year.' }
      : { answer: 'supports', explanation: 'The passage says so.' };
  }
}

/** Seqs of the log's entries of a type, for answers that refer to them. */
export const seqsNow = (folder: string, type: string): number[] =>
  readFileSync(pathOfLog(folder), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)
    .filter((entry) => entry.type === type)
    .map(({ seq }) => seq);

export interface PlayedEvents {
  entries: Entry[];
  log: DebateLog;
  mistakes: readonly unknown[];
  /** Questions to the Verifier's model. */
  questions: readonly string[];
  /** Data of the entries of this type about the given one. */
  about: (type: string, target: Entry) => Entry['data'][];
  /** The first entry of a step; `speaker` if several agents were asked at once. */
  entryOf: (step: string, speaker?: string) => Entry;
  /** The entry as the host sends it to the panel. */
  rowOf: (entry: Entry) => Body;
  retriesOf: (step: string) => string[];
}

export async function playedEvents(folder: string, script: Script, names: readonly string[]): Promise<PlayedEvents> {
  const model = new ReadingModel(script, names);
  const events: DebateEvent[] = [];
  const server = await startMessagesServer({
    answer: answering(model),
  });
  const participants = participantsAt(server);
  const onEvent = (event: DebateEvent): void => {
    events.push(event);
    model.onEvent(event);
  };
  const end = await runStrict(folder, { participants, onEvent });
  await server.close();
  if (end.status !== 'done') throw new Error(`The debate ended so: ${JSON.stringify(end)}`);
  const entries = await readEntries(folder);
  const log = await DebateLog.open(pathOfLog(folder), { settleMs: 0 });
  const stepOf = (entry: Entry): string => (entry.data?.['step'] as { id: string } | undefined)?.id ?? '';
  return {
    entries,
    log,
    mistakes: server.mistakes,
    questions: model.questions,
    about: (type, target) =>
      entries.filter((entry) => entry.type === type && entry.target_seq === target.seq).map(({ data }) => data),
    entryOf: (step, speaker) => {
      const isIt = (entry: Entry): boolean =>
        stepOf(entry) === step && (speaker === undefined || entry.speaker === speaker);
      const found = entries.find(isIt);
      if (found === undefined) throw new Error(`nothing was written by ${step}`);
      return found;
    },
    rowOf: (entry) => {
      const body = bodyAt(log, entries.indexOf(entry), { limit: longestContent, isBeingChecked: false });
      if (body === undefined) throw new Error(`no body of seq ${entry.seq}`);
      return body;
    },
    retriesOf: (step) =>
      events.flatMap((event) => (event.kind === 'retry' && event.step === step ? [event.reasons.join(' ')] : [])),
  };
}
