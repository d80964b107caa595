import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import type { Entry } from '../../src/debate/log/entry';
import type { TaskKind } from '../../src/debate/flow/tasks';
import type { RunEnd } from '../../src/engine/engine';
import type { DebateLog } from '../../src/record/debateLog';
import { withLog } from './logs';
import { startMessagesServer } from './messagesServer/messagesServer';
import { askedOfMessages, formatFolder, type FormatSetup, messagesAnswer, participantsAt } from './modelDebate';
import { readEntries } from './scriptedDebate';
import { ScriptedModel } from './scriptedModel';
import { testSession } from './testSession';

/** Whole debates of other formats by models with scripted answers, with all requests. */

/** One request, as text and as sent. */
export interface SentRequest {
  /** Debater or role that it was for, and the number of earlier requests to that one. */
  agent: string;
  n: number;
  /** Whether it is research, which has no answer schema. */
  isResearch: boolean;
  /** System and messages. */
  text: string;
  /** The whole body: system, messages, tools, schema. */
  body: string;
}

export interface FormatPlay extends Omit<FormatSetup, 'provider'> {
  script: Script;
  /** Whether the models research before they answer. */
  isResearching?: boolean;
  /** Changes an honest answer, as a manipulated model would. */
  change?: (kind: TaskKind, honest: Record<string, unknown>, told: string) => unknown;
  /** Type of entry after which the run pauses once, for the user's messages. */
  restAfter?: string;
  meanwhile?: (log: DebateLog) => Promise<unknown>;
  /** Called with the finished debate's folder before it is removed. */
  atEnd?: (folder: string) => Promise<unknown>;
}

export interface FormatPlayed {
  end: RunEnd;
  entries: Entry[];
  sent: SentRequest[];
  retries: string[];
  totals: { input: number; read: number; write5m: number; output: number };
}

export async function playFormat({
  script,
  isResearching = false,
  change,
  restAfter,
  meanwhile,
  atEnd,
  ...setup
}: FormatPlay): Promise<FormatPlayed> {
  const model = new ScriptedModel(script, [], isResearching);
  const sent: SentRequest[] = [];
  const server = await startMessagesServer({
    answer: (request) => {
      const asked = askedOfMessages(request);
      const said = model.answer(asked);
      const agent = agentIn(asked.text);
      const n = sent.filter((one) => one.agent === agent).length;
      sent.push({ agent, n, isResearch: asked.schema === undefined, text: asked.text, body: JSON.stringify(request) });
      const kind = model.kindOf(asked.schema, asked.text);
      if (change === undefined || kind === undefined || !('json' in said)) return messagesAnswer(said);
      return { json: change(kind, said.json as Record<string, unknown>, asked.text), isUnchecked: true };
    },
  });
  const folder = await formatFolder({ ...setup, provider: 'anthropic' });
  const participants = participantsAt(server);
  const retries: string[] = [];
  let isRested = restAfter === undefined;
  let end: RunEnd;
  for (;;) {
    const session = await testSession(folder, {
      participants,
      onEvent: (event) => {
        model.onEvent(event);
        if (event.kind === 'retry') retries.push(`${event.step}: ${event.reasons.join(' ')}`);
        if (!isRested && event.kind === 'written' && event.type === restAfter) session.pause('for the user');
      },
    });
    end = await session.run();
    if (isRested || end.status === 'done') break;
    isRested = true;
    await withLog(folder, async (log) => await meanwhile?.(log));
  }
  await server.close();
  if (server.mistakes.length > 0)
    throw new Error(`The server was asked for what no model could do: ${JSON.stringify(server.mistakes)}`);
  const [entries, { input, read, write5m, output }] = [await readEntries(folder), server.totals()];
  await atEnd?.(folder);
  await rm(dirname(folder), { recursive: true });
  return { end, entries, sent, retries, totals: { input, read, write5m, output } };
}

/** Agent of a request: a debater's prompt holds its name, a role is in the first words of its prompt. */
function agentIn(text: string): string {
  const name = [...text.matchAll(/<persona-\S+ name="([^"]+)">/g)].at(-1)?.[1];
  if (name !== undefined) return name;
  return (
    ['Judge', 'Reporter', 'Verifier'].find((role) => text.includes(`You are the ${role}`))?.toLowerCase() ?? 'nobody'
  );
}
