import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Script } from '../../src/agents/scripted';
import { dialectic } from '../../src/debate/formats/dialectic/dialectic';
import { tribunal } from '../../src/debate/formats/tribunal/tribunal';
import type { TaskKind } from '../../src/debate/flow/tasks';
import { priceOf, providers, costOf } from '../../src/models/providers';
import type { Effort } from '../../src/models/provider';
import { estimateOf } from '../../src/session/plan/estimate';
import { paceOf } from '../../src/session/run/pace';
import { Session } from '../../src/session/run/session';
import type { Answer } from '../support/messagesServer/answer';
import { startMessagesServer, type MessagesServer } from '../support/messagesServer/messagesServer';
import type { MessagesRequest } from '../support/messagesServer/requestSchema';
import { askedOfMessages, formatFolder, messagesAnswer, modelFolder, participantsAt } from '../support/modelDebate';
import { longDialectic, longPanel, longTribunal, words } from '../support/longScripts';
import { lineup } from '../support/scriptedDebate';
import { ScriptedModel } from '../support/scriptedModel';
import { seeded } from '../support/seeded';
import { times, type Bench, type Figure } from './bench';

/**
 * Estimates against spending, over 30 debates that are drawn: formats, rounds, debaters, length of turns, sources, thinking, research. The local
 * Messages server keeps the accounts; nothing is measured in seconds, so any machine gives the same.
 *
 * Thinking is drawn around 0, 2,500 and 7,000 tokens a request, by as much as a third; with low effort it is a third of that. What the
 * estimate may know of it is what a user knows: a model that does not think, an effort that was set, or what the model thought of the lineup.
 */

interface Drawn {
  format: 'panel' | 'tribunal' | 'dialectic';
  debaters: number;
  min: number;
  /** Rounds, or exchanges, that are held. */
  rounds: number;
  max: number;
  characters: number;
  sources: number;
  thinking: 0 | 2_500 | 7_000;
  effort: Effort | undefined;
  isMeasured: boolean;
  /** Calls of tools in a pass of research. */
  calls: number;
}

const count = 30;
/** None of those that the sizes were looked at with. */
const firstSeed = 20_000;

/** Seeds in a row would draw in a row: they are mixed first. */
function drawnFrom(seed: number): () => number {
  let mixed = Math.imul(Math.round(seed * 2) + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return seeded((mixed ^ (mixed >>> 13)) >>> 0);
}

function draw(index: number): Drawn {
  const random = drawnFrom(index);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
  const format = pick(['panel', 'panel', 'tribunal', 'dialectic'] as const);
  const thinking = pick([0, 2_500, 7_000] as const);
  const rounds = pick([1, 2, 3, 4, 5, 6]);
  const isRange = format === 'panel' && pick([false, true]);
  const isMeasured = format === 'panel' && pick([false, true]);
  return {
    format,
    debaters: pick([2, 3, 4, 5]),
    min: isRange ? Math.max(1, rounds - pick([0, 1, 2])) : rounds,
    rounds,
    max: isRange ? rounds + pick([0, 1, 2, 3]) : rounds,
    characters: pick([900, 1_400, 2_000]),
    sources: pick([1, 2, 3, 4]),
    thinking,
    effort: thinking === 7_000 && !isMeasured ? 'high' : undefined,
    isMeasured,
    calls: pick([1, 2, 4, 7]),
  };
}

/** A third of the way around what it thinks at its own effort; less where little is asked. */
function thought({ thinking, effort }: Drawn, request: MessagesRequest, random: () => number): number {
  const share = 2 / 3 + random() * (2 / 3);
  const asked = request.output_config?.effort;
  return Math.round(thinking * share * (asked === 'low' && effort === undefined ? 1 / 3 : 1));
}

interface Played {
  drawn: Drawn;
  usd: number;
  low: number;
  high: number;
  /** Half way through. */
  pace: { low: number; high: number } | undefined;
}

async function play(drawn: Drawn, index: number): Promise<Played> {
  const random = drawnFrom(index + 0.5);
  const names = drawn.format === 'panel' ? lineup(drawn.debaters).map(({ name }) => name) : [];
  const model = drawn.thinking === 0 ? 'claude-sonnet-4-6' : 'claude-sonnet-5-5';
  const scripted = new ScriptedModel(scriptOf(drawn, names), names);
  const server = await startMessagesServer({
    chunk: 4_000,
    answer: (request) => {
      const asked = askedOfMessages(request);
      const more = asked.schema === undefined && asked.results < drawn.calls;
      const said = more ? lookUp(asked.results) : messagesAnswer(scripted.answer(asked));
      return {
        ...atLength(said, scripted.kindOf(asked.schema, asked.text)),
        ...thinkingOf(thought(drawn, request, random)),
      };
    },
  });
  const folder = await folderOf(drawn, names, model);
  const participants = participantsAt(server);
  const paces: Played['pace'][] = [];
  const session: Session = await Session.open({
    folder,
    program: 'bench',
    participants,
    onEvent: (event) => {
      scripted.onEvent(event);
      if (event.kind === 'handover') paces.push(paceOf(session.log.state));
    },
  });
  const { setup, limits } = session.log.state;
  const end = await session.run();
  await server.close();
  if (end.status !== 'done' || server.mistakes.length > 0)
    throw new Error(`Debate ${index} did not end well: ${JSON.stringify([drawn, end, server.mistakes])}`);
  await rm(dirname(folder), { recursive: true, force: true });
  const { options = {}, debaters = [], models = {} } = setup ?? {};
  const estimate = estimateOf({
    options,
    debaters,
    models,
    format: drawn.format,
    provider: 'anthropic',
    limits,
    files: Math.max(2, names.length) + 1,
    effort: drawn.effort,
    measured: drawn.isMeasured ? { [`anthropic:${model}`]: drawn.thinking * (2 / 3 + random() * (2 / 3)) } : undefined,
  });
  const { usd_low: low = 0, usd_high: high = 0 } = estimate ?? {};
  return { drawn, usd: spent(server), low, high, pace: paces[Math.floor(paces.length / 2)] };
}

/** By the ledger of the server, not by the record. */
const spent = ({ requests }: MessagesServer): number =>
  requests.reduce((sum, { usage, request }) => {
    const price =
      request === undefined ? undefined : priceOf('anthropic', request.model, providers.anthropic.server.url);
    if (usage === undefined || price === undefined) return sum;
    const used = {
      input: usage.input_tokens,
      cache_write: usage.cache_creation_input_tokens ?? 0,
      cache_read: usage.cache_read_input_tokens ?? 0,
      output: usage.output_tokens,
    };
    return sum + costOf(used, price);
  }, 0);

function scriptOf({ format, rounds, max, characters, sources }: Drawn, names: readonly string[]): Script {
  if (format === 'tribunal') return longTribunal(rounds);
  if (format === 'dialectic') return longDialectic(rounds);
  const script = longPanel({ names, rounds: max, characters, sources });
  for (let round = 1; round <= max; round += 1)
    script[`r${round}/go-on`] = { go_on: round < rounds, reason: 'There is something left to say, or not.' };
  return script;
}

export const lookUp = (n: number): Answer => ({
  toolCalls: [{ name: 'read_evidence', input: { path: 'archive.md', start_line: 1 + n * 60, end_line: 60 + n * 60 } }],
});

/** Scripts are terse where nothing hangs on the words. */
function atLength(said: Answer, kind: TaskKind | undefined): Answer {
  if (kind === undefined && said.text !== undefined) return { ...said, text: `${said.text} ${words(1_600)}` };
  if (kind === 'verifier/support') return { json: { answer: 'supports', explanation: words(240) } };
  return said;
}

export const thinkingOf = (tokens: number): Pick<Answer, 'thinking'> =>
  tokens === 0 ? {} : { thinking: 'So. '.repeat(tokens) };

/** Lines that answer whatever is looked up: about 2,500 tokens for 60 of them. */
export const archive = Array.from(
  { length: 600 },
  (_, line) =>
    `On day ${line} the clerk wrote down what came in, what went out and who had signed for it, as the rules of the depot have it, and closed the book at ${line} past six.`,
).join('\n');

async function folderOf(drawn: Drawn, names: readonly string[], model: string): Promise<string> {
  const files = { 'archive.md': archive };
  const { rounds, min, max, sources } = drawn;
  if (drawn.format === 'panel')
    return await modelFolder({
      names,
      provider: 'anthropic',
      model,
      rounds: { min, max },
      evidenceLines: (max + 2) * sources + 6,
      files,
      effort: drawn.effort,
    });
  const format = drawn.format === 'tribunal' ? tribunal : dialectic;
  const options = drawn.format === 'tribunal' ? { rounds } : { exchanges: rounds };
  return await formatFolder({
    format,
    options,
    topic: 'Should the parcels go by the north depot?',
    provider: 'anthropic',
    model,
    files,
    effort: drawn.effort,
  });
}

const within = (usd: number, range: { low: number; high: number } | undefined): boolean =>
  range !== undefined && usd >= range.low && usd <= range.high;

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

const line = ({ drawn, usd, low, high, pace }: Played, index: number): Figure => {
  const { format, debaters, min, rounds, max, thinking, effort, isMeasured, calls, sources } = drawn;
  const size = format === 'panel' ? `${debaters} debaters, ${rounds} of ${min}–${max} rounds` : `${rounds} rounds`;
  const known = isMeasured ? ' measured' : effort === undefined ? '' : ` at ${effort}`;
  return {
    what: `${index + 1}. ${format}, ${size}, ${sources} sources, thinking ${thinking}${known}, ${calls} calls`,
    figure: dollars(usd),
    baseline: `${dollars(low)}–${dollars(high)}; half way ${pace === undefined ? '–' : `${dollars(pace.low)}–${dollars(pace.high)}`}`,
    ratio: times(usd / Math.sqrt(low * high)),
    aim: within(usd, { low, high }) ? 'inside' : 'outside',
  };
};

export const estimates: Bench = {
  name: 'estimates',
  async run() {
    const played: Played[] = [];
    for (let index = 0; index < count; index += 1) played.push(await play(draw(firstSeed + index), firstSeed + index));
    const inside = played.filter(({ usd, low, high }) => within(usd, { low, high })).length;
    const widest = Math.max(...played.map(({ low, high }) => high / low));
    const paced = played.filter(({ usd, pace }) => within(usd, pace)).length;
    const widestPace = Math.max(...played.map(({ pace }) => (pace === undefined ? 0 : pace.high / pace.low)));
    return [
      ...played.map(line),
      {
        what: 'debates that cost what was estimated',
        figure: `${inside} of ${count}`,
        baseline: `ranges at most ${widest.toFixed(2)} wide`,
        ratio: `${Math.round((100 * inside) / count)} %`,
        aim: '≥ 90 %, ≤ 2.5',
        isMet: inside >= 0.9 * count && widest <= 2.5 + 1e-9,
      },
      {
        what: 'debates that cost what was said half way through',
        figure: `${paced} of ${count}`,
        baseline: `ranges at most ${widestPace.toFixed(2)} wide`,
        ratio: `${Math.round((100 * paced) / count)} %`,
        aim: '≥ 75 %, ≤ 2.5',
        isMet: paced >= 0.75 * count && widestPace <= 2.5 + 1e-9,
      },
    ];
  },
};
