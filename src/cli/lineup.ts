import { createInterface } from 'node:readline/promises';
import type { Performer } from '../agents/performer';
import type { Debater } from '../debate/entryData';
import { taskOutputs, type TaskInputs, type TaskKind } from '../debate/tasks';
import { checkedLineup, PlanError } from '../session/plan';
import type { GivenDebater } from './configFiles';
import type { Output } from './output';

export interface LineupRequest {
  topic: string;
  /** Free text of the user; empty when the Chair is to choose. */
  hints: string;
  given: readonly GivenDebater[] | undefined;
  evidence: readonly string[];
  model: string;
}

/** The Chair proposes; what was given is kept to the letter. @throws PlanError */
export async function proposeLineup(request: LineupRequest, performer: Performer): Promise<Debater[]> {
  const { topic, evidence, given, model } = request;
  if (given === undefined) {
    const proposed = await ask(performer, 'chair/propose_lineup', { topic, evidence, hints: request.hints });
    return checkedLineup(proposed.map((debater) => ({ ...debater, model })));
  }
  const isComplete = given.every((debater) => filled(debater.persona) && filled(debater.starting_position) && filled(debater.incentives));
  const names = checkedLineup(given.map((debater) => complete(debater, undefined, model)));
  if (isComplete) return names;
  const hints = given.map((debater) => `${debater.name}: ${debater.persona ?? ''} ${debater.starting_position ?? ''}`.trim()).join('\n');
  const proposed = await ask(performer, 'chair/propose_lineup', { topic, evidence, hints });
  return checkedLineup(given.map((debater, index) => complete(debater, proposed[index], model)));
}

const filled = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

function complete(given: GivenDebater, proposed: Partial<Debater> | undefined, model: string): Debater {
  const field = (name: 'persona' | 'starting_position' | 'incentives'): string => {
    const own = given[name];
    return own !== undefined && filled(own) ? own : (proposed?.[name] ?? '');
  };
  return {
    name: given.name,
    persona: field('persona'),
    starting_position: field('starting_position'),
    incentives: field('incentives'),
    model: given.model ?? model,
  };
}

async function ask<K extends TaskKind & ('chair/propose_lineup' | 'chair/revise_lineup')>(
  performer: Performer,
  kind: K,
  input: TaskInputs[K],
): Promise<Debater[]> {
  const answer = await performer.perform(
    { id: 'lineup', kind, agent: 'chair', input, attempt: 1, feedback: [] },
    { signal: new AbortController().signal, progress: () => undefined },
  );
  const parsed = taskOutputs[kind].safeParse(answer.output);
  if (!parsed.success) {
    throw new PlanError('lineup', 'No lineup could be made of that. Name the debaters, for example "a data engineer, an auditor".');
  }
  return parsed.data.debaters.map((debater) => ({ ...debater, model: debater.model ?? '' }));
}

export function lineupLines(topic: string, debaters: readonly Debater[], out: Output): string[] {
  return [
    `Topic: ${topic}`,
    'Proposed lineup:',
    ...debaters.flatMap(({ name, persona, starting_position: position, incentives }) => [
      `  ${out.paint('bold', name)}: ${persona}`,
      `    Position: ${position}`,
      `    Incentives: ${incentives}`,
    ]),
  ];
}

/** On a terminal the user approves the lineup, asks for one revision in words, or stops. Undefined: the user stopped. */
export async function approveLineup(
  request: LineupRequest,
  debaters: Debater[],
  tools: { performer: Performer; out: Output },
): Promise<Debater[] | undefined> {
  const { performer, out } = tools;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    for (const line of lineupLines(request.topic, debaters, out)) out.tell(line);
    const answer = (await terminal.question('Start with this lineup? [Y]es, [n]o, or say what to change: ')).trim();
    if (answer === '' || /^y(es)?$/i.test(answer)) return debaters;
    if (/^(n|no|q|quit)$/i.test(answer)) return undefined;
    const { topic, evidence, hints } = request;
    const input = { topic, evidence, hints, proposed: debaters, request: answer };
    const revised = await ask(performer, 'chair/revise_lineup', input);
    const checked = checkedLineup(revised.map((debater) => ({ ...debater, model: request.model })));
    for (const line of lineupLines(topic, checked, out)) out.tell(line);
    const again = (await terminal.question('Start with this lineup? [Y]es or [n]o: ')).trim();
    return again === '' || /^y(es)?$/i.test(again) ? checked : undefined;
  } catch (error) {
    // Ctrl-D or Ctrl-C at the question: nothing was started, and that is no failure.
    if (error instanceof Error && error.name === 'AbortError') return undefined;
    throw error;
  } finally {
    terminal.close();
  }
}
