import { join } from 'node:path';
import * as z from 'zod';
import { findSecret } from '../research/secretFilter';
import { formats } from '../debate/formats/registry';
import { standardFormat } from '../debate/formats/formatName';
import type { Debater, HostsData } from '../debate/log/entryData';
import { judgesIn } from '../debate/flow/judges';
import { wishesFor } from '../debate/flow/options';
import type { Format } from '../debate/flow/step';
import { defined } from '../debate/log/objects';
import { cutText, plainLine } from '../matching/text/shortText';
import { wordCount } from '../matching/text/text';
import { parseModelRef } from '../models/provider';
import { createDebate } from '../session/plan/createDebate';
import { gatherEvidence } from '../session/plan/evidenceSet';
import { seatedDebaters } from '../session/plan/formatPlan';
import { planModels } from '../session/plan/modelPlan';
import { checkedLineup, checkedTopic, formatOf } from '../session/plan/plan';
import { assessPlan, planTerms, refuseProblems } from '../session/plan/planDebate';
import { plainLineup, undescribed } from '../session/plan/plainLineup';
import { McpError } from './mcpError';
import type { Roots } from './roots';

const debater = z.object({
  name: z.string().min(1).max(60).describe('Letters, digits and hyphens; unique.'),
  persona: z.string().max(2_000).optional().describe('Who speaks: one or two sentences.'),
  starting_position: z.string().max(2_000).optional().describe('The thesis: one or two sentences.'),
  incentives: z.string().max(2_000).optional(),
});

export const startInput = z.object({
  topic: z
    .string()
    .max(4_000)
    .optional()
    .describe('What is debated, as one question or motion. Needed unless you resume.'),
  format: z
    .enum(formats.map(({ name }) => name))
    .optional()
    .describe(`Default: ${standardFormat}.`),
  debaters: z
    .union([z.string().max(4_000), z.array(debater).min(2).max(8)])
    .optional()
    .describe('Of a panel: who debates, as a list, or one in a line. Better with a persona and a position each.'),
  evidence: z
    .union([z.string().max(4_000), z.array(z.string().max(4_000)).max(20)])
    .optional()
    .describe('A file or folder to argue from, or several, in a folder of this server.'),
  context: z
    .string()
    .optional()
    .describe('What led to this debate, at most 2,000 words. Debaters and the Chair read it.'),
  rounds: z.int().min(1).max(20).optional().describe('How many rounds at most.'),
  min_rounds: z.int().min(1).max(20).optional(),
  exchanges: z.int().min(1).max(20).optional().describe('Of a dialectic.'),
  motion: z.string().max(2_000).optional().describe('Of a dialectic: the topic as a motion.'),
  judges: z
    .union([z.int().min(0).max(5), z.array(z.string().max(200)).max(5)])
    .optional()
    .describe(
      'Judges that read the whole record without names, each in both orders, each reading by a ticket of its own: 0, 1 (the default) or 3.',
    ),
  plain_answer: z
    .int()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'Whether one plain answer is asked for before the debate, sealed until the end and shown beside the outcome: 0 (the default) or 1.',
    ),
  minutes: z.number().positive().max(10_080).optional().describe('Time that tasks of models may take together.'),
  seats: z
    .record(z.string(), z.string().max(200))
    .optional()
    .describe(
      'Who sits where, by role or debater: "host" (your subagents; the default) or a model, as "anthropic:ID".',
    ),
  budget_usd: z.number().positive().optional().describe('Most that models may cost.'),
  subagents: z
    .object({
      model: z.string().max(200).optional().describe('The model that your subagents run on.'),
      restricted: z.boolean().optional().describe('Whether they have the tools of a ticket and no others.'),
    })
    .optional(),
  resume: z.string().max(4_000).optional().describe('Folder of a debate to go on with; then nothing else is given.'),
});
export type StartInput = z.infer<typeof startInput>;

const mostContextWords = 2_000;

interface StartOptions {
  roots: Roots;
  isWebRead: boolean;
  client: { name: string; version: string };
}

/** A debate as asked for, checked, and not made yet. */
export type PlannedDebate = Awaited<ReturnType<typeof plannedDebate>>;

/** @throws PlanError, McpError, EvidenceError; nothing is on disk before `make` is called. */
export async function plannedDebate(input: StartInput, { roots, isWebRead, client }: StartOptions) {
  const topic = checkedTopic(input.topic ?? '');
  const format = formatOf(defined({ format: input.format }));
  const background = checkedContext(input.context, format);
  const { standard, models } = planModels({ provider: 'host', models: input.seats ?? {}, roles: format.roles });
  refuseSeats(models);
  const terms = planTerms({
    topic,
    format: format.name,
    provider: 'host',
    wishes: defined({
      options: wishesFor(format, input),
      judges: input.judges,
      plainAnswer: input.plain_answer,
    }),
    explicit: defined({
      min_rounds: input.min_rounds ?? (input.rounds === undefined ? undefined : 1),
      max_rounds: input.rounds,
      time_budget_minutes: input.minutes,
      budget_usd: input.budget_usd,
    }),
    seats: models,
  });
  const debaters = lineupOf(input, { topic, standard, models });
  const parent = join(roots.first, 'output');
  const paths = typeof input.evidence === 'string' ? [input.evidence] : (input.evidence ?? []);
  const real = await Promise.all(paths.map((path) => roots.inside(path)));
  const evidence = await gatherEvidence({ evidence: real, subject: [], output: parent });
  const plan = { topic, format: format.name, provider: 'host' as const, debaters, ...terms };
  const sources = {
    files: evidence.files.length,
    bytes: evidence.files.reduce((total, { bytes }) => total + bytes, 0),
    isWebRead,
    isSearched: false,
  };
  const { problems, estimate } = assessPlan(plan, sources);
  refuseProblems(problems, plan);
  const seated = { ...Object.fromEntries(format.roles.map((role) => [role, standard])), ...terms.models };
  const judges = judgesIn(terms).map(({ agent, model }) => [agent, model] as const);
  const speakers = debaters.map(({ name, model }) => [name, model] as const);
  const seats: Record<string, string> = { ...seated, ...Object.fromEntries([...judges, ...speakers]) };
  const byHost = Object.keys(seats).filter((seat) => seats[seat] === 'host');
  return {
    seats,
    estimate,
    leftOut: evidence.leftOut.map(({ path, detail }) => `${path} (${detail})`),
    make: () =>
      createDebate({
        ...plan,
        evidence,
        parent,
        now: () => new Date(),
        hosts: [{ seats: byHost, ...saidOf(client, input.subagents) }],
        ...defined({ background, estimate: estimate && { ...estimate } }),
      }),
  };
}

/** Characters of what a client says of itself. */
const mostSaid = 100;

/** What the record holds of a client, in its own words. */
export const saidOf = (
  { name, version }: StartOptions['client'],
  { model, restricted }: NonNullable<StartInput['subagents']> = {},
): Omit<HostsData, 'seats'> => ({
  client: { name: cutText(plainLine(name), mostSaid), version: cutText(plainLine(version), mostSaid) },
  ...(model === undefined ? {} : { model: cutText(plainLine(model), mostSaid) }),
  restricted: restricted === true ? 'as told' : 'unknown',
});

function lineupOf(
  { format, debaters }: StartInput,
  { topic, standard, models }: { topic: string; standard: string; models: Readonly<Record<string, string>> },
): Debater[] {
  const known = formatOf(defined({ format }));
  const given = typeof debaters === 'string' ? undefined : debaters;
  const modelOf = (name: string): string => models[name] ?? standard;
  if (known.seats !== undefined)
    return seatedDebaters(known, standard, given).map((one) => ({ ...one, model: modelOf(one.name) }));
  const lineup =
    given?.map(({ name, persona, starting_position, incentives }) => ({
      ...undescribed,
      name,
      ...defined({ persona, starting_position, incentives }),
    })) ?? plainLineup(topic, typeof debaters === 'string' ? debaters : '');
  return checkedLineup(lineup.map((one) => ({ ...one, model: modelOf(one.name) })));
}

/** Only agents of the client and models can be named: a script, a person or a document has no place here. */
function refuseSeats(models: Readonly<Record<string, string>>): void {
  for (const [seat, named] of Object.entries(models)) {
    const ref = parseModelRef(named);
    if (ref?.kind === 'host' || ref?.kind === 'model') continue;
    throw new McpError(
      'seat',
      `The seat ${seat} can be "host" or a model here. People sit in the editor and on the terminal: rostrum resume DIR --models ${seat}=human`,
    );
  }
}

function checkedContext(text: string | undefined, format: Format): string | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const words = wordCount(text);
  if (words > mostContextWords)
    throw new McpError('context', `The context has ${words} words; at most ${mostContextWords} are taken. Shorten it.`);
  if (findSecret(text) !== undefined)
    throw new McpError('context', 'The context holds what looks like a key or a password. Leave it out.');
  const problem = format.backgroundProblem?.(text);
  if (problem !== undefined) throw new McpError('context', `The context cannot be given: ${problem} Leave that out.`);
  return text.trim();
}

export const modelSeats = (seats: Readonly<Record<string, string>>): string[] =>
  Object.keys(seats).filter((seat) => parseModelRef(seats[seat] ?? '')?.kind === 'model');
