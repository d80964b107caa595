import { formatNamed } from '../../src/debate/formats/registry';
import type { Script } from '../../src/agents/scripted';
import { withLog } from './logs';
import { readEntries } from './scriptedDebate';
import { ScriptedModel } from './scriptedModel';
import type { HostClient, Value } from './hostClient';

/** Debates whose seats a client's subagents take: each ticket is answered by a fresh reader, from what the ticket opens. */

export interface NamedTask {
  ticket: string;
  seat: string;
  role: string;
}

export const tasksIn = (value: Value): NamedTask[] => value['tasks'] as NamedTask[];

export interface HostDebate {
  /** What `debate_next` said at the end. */
  end: Value;
  tickets: string[];
  /** Everything that the tickets opened, by seat. */
  opened: { seat: string; task: Value }[];
  refusals: string[];
}

interface Reading {
  script: Script;
  names: readonly string[];
  folder: string;
  handle: string;
  /** Changes an honest answer. */
  change?: (task: Value, honest: unknown) => unknown;
}

/** Whole text of a task: long input comes in parts. */
export async function openTask(host: HostClient, ticket: string): Promise<Value> {
  const first = await host.call('task_open', { ticket });
  let input = String(first['input']);
  for (let part = 2; part <= Number(first['parts'] ?? 1); part += 1)
    input += String((await host.call('task_open', { ticket, part }))['input']);
  return { ...first, input };
}

/** The answer of a reader who has only the task. `model` knows the script. */
export function answerTo(task: Value, model: ScriptedModel): unknown {
  const schema = task['schema'] as { properties?: { answers?: unknown } };
  const text = `${String(task['instructions'])}\n${String(task['input'])}`;
  if (task['kind'] === 'verifier/support') {
    const one = { answer: 'supports', explanation: 'The passage says so.' };
    if (schema.properties?.answers === undefined) return one;
    const numbers = [...String(task['input']).matchAll(/^## Question (\d+)$/gm)].map(([, number]) => Number(number));
    return { answers: numbers.map((question) => ({ question, ...one })) };
  }
  const said = model.answer({ schema, text, tools: [], results: 0 });
  return 'json' in said ? said.json : said;
}

/** The scripted reader, told by the record where the debate stands. */
export function readerFor({ script, names, folder }: Pick<Reading, 'script' | 'names' | 'folder'>) {
  const model = new ScriptedModel(script, names, false);
  return async (): Promise<ScriptedModel> => {
    for (const { seq, data } of await readEntries(folder)) {
      const step = (data?.['step'] as { id?: string } | undefined)?.id;
      if (step !== undefined) model.wasWritten(step, seq);
    }
    await withLog(folder, ({ state }) => {
      const steps = formatNamed(state.setup?.format)?.decide(state) ?? [];
      for (const { id, lane } of steps) if (lane === 'main') model.onEvent({ kind: 'handover', agent: '', step: id });
      return Promise.resolve();
    });
    return model;
  };
}

/** Answers every ticket until the debate is over or paused. */
export async function heldThrough(host: HostClient, reading: Reading): Promise<HostDebate> {
  const { handle, change = (_, honest) => honest } = reading;
  const reader = readerFor(reading);
  const debate: HostDebate = { end: {}, tickets: [], opened: [], refusals: [] };
  for (;;) {
    const next = await host.call('debate_next', { handle });
    if (next['state'] !== 'running') return { ...debate, end: next };
    for (const { ticket, seat } of tasksIn(next)) {
      const task = await openTask(host, ticket);
      if (!debate.tickets.includes(ticket)) debate.tickets.push(ticket);
      debate.opened.push({ seat, task });
      const honest = answerTo(task, await reader());
      const outcome = await host.call('task_answer', { ticket, answer: change(task, honest) });
      if ('refused' in outcome) debate.refusals.push(`${seat}: ${String(outcome['refused'])}`);
    }
  }
}
