import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { speeds, type Speed } from '../agents/pace';
import { parseScript, type Script } from '../agents/scripted';
import { issuesOf } from '../debate/log/entry';
import type { Limits } from '../debate/log/entryData';
import { standardFormat } from '../debate/formats/formatName';
import { formatNamed, formats } from '../debate/formats/registry';
import { ownOptions, wishKey, type OptionWishes } from '../debate/flow/options';
import type { Format } from '../debate/flow/step';
import type { DebatePlan } from '../session/plan/createDebate';
import { givenDebaters, type GivenDebater, type DebateConfig } from '../session/plan/configFiles';
import { givenPricesSchema, type GivenPrices } from '../models/prices';
import { efforts, isModelProvider, type Effort } from '../models/provider';
import { isServer } from '../models/providers';
import type { FormatWishes } from '../session/plan/formatPlan';
import { configuredDebaters, providerNames, rolesOf, type ProviderName } from '../session/plan/modelPlan';
import { parseMotionFile } from '../session/plan/motionFile';
import { replayAt, type Replay } from '../session/run/replay';
import type { ModelChoice } from './modelOffers';
import { fileFlag, jsonFlag, listFlags, namesIn, numberFlag, partsOf, wholeFlag, webFlags, withLists } from './options';
import { flagsOf, UsageError } from './usage';
import { defined, errorText } from '../debate/log/objects';

/** Flags of the formats' options. */
const optionFlags: Record<string, { type: 'string' | 'boolean' }> = Object.fromEntries(
  formats
    .flatMap((format) => ownOptions(format))
    .map(({ flag, schema }) => [flag, { type: schema instanceof z.ZodBoolean ? 'boolean' : 'string' }]),
);

const flags = {
  ...optionFlags,
  topic: { type: 'string' },
  format: { type: 'string', default: standardFormat },
  lineup: { type: 'string' },
  debaters: { type: 'string' },
  evidence: { type: 'string' },
  subject: { type: 'string', multiple: true, default: [] as string[] },
  provider: { type: 'string' },
  script: { type: 'string' },
  model: { type: 'string' },
  ...listFlags,
  effort: { type: 'string' },
  search: { type: 'string' },
  ...webFlags,
  'min-rounds': { type: 'string' },
  'max-rounds': { type: 'string' },
  rounds: { type: 'string' },
  'motion-definitions': { type: 'string' },
  judges: { type: 'string' },
  'plain-answer': { type: 'string' },
  'time-budget': { type: 'string' },
  'budget-usd': { type: 'string' },
  out: { type: 'string', default: 'output' },
  pace: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'trust-workspace': { type: 'boolean', default: false },
  anyway: { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
} as const;

type ParsedFlags = ReturnType<typeof parseFlags>;
export type Flags = ParsedFlags & { provider: string };

export const parseFlags = (args: readonly string[]) =>
  withLists(parseArgs({ args: [...args], options: flags, allowPositionals: false }).values);

/** The value of a flag, which may belong to a format's option. */
export const givenFlag = (values: Readonly<Record<string, unknown>>, flag: string): unknown => values[flag];

const flagsOfSample: readonly string[] = ['sample', 'format', 'pace', 'out', 'json', 'quiet', 'yes'];

export const flagsGiven = (args: readonly string[]): string[] =>
  namesIn(parseArgs({ args: [...args], options: flags, tokens: true }).tokens);

const flagsOfReplay: readonly string[] = ['script', 'provider', 'pace', 'out', 'json', 'quiet', 'yes', 'take-over'];

export const ignoredByReplay = (given: readonly string[]): string[] =>
  [...new Set(given)]
    .filter((name) => !flagsOfReplay.includes(name))
    .map((name) => withoutMeaning(name, 'the script is of a record and brings all of it'));

/** Undefined when the script is of no record. @throws UsageError, PlanError */
export async function replayFlag({
  script,
  provider = 'scripted',
}: {
  script?: string | undefined;
  provider?: string | undefined;
}): Promise<Replay | undefined> {
  if (script === undefined || provider !== 'scripted') return undefined;
  await scriptText('scripted', script);
  return await replayAt(resolve(script));
}

export function refuseWithSample(args: readonly string[]): void {
  const given = flagsGiven(args).find((name) => !flagsOfSample.includes(name));
  if (given === undefined) return;
  const allowed = flagsOfSample.map((name) => `--${name}`).join(', ');
  throw new UsageError(
    `--${given} does not go with --sample: a sample was written beforehand, so it takes ${allowed} only. Leave --${given} out, or leave --sample out.`,
  );
}

/** Who is to argue: as it says, else as was chosen, else nobody's model. */
export function withOffer(
  values: ParsedFlags,
  { provider, model, baseUrl }: Pick<ModelChoice, 'provider' | 'model' | 'baseUrl'> = { provider: 'offline' },
): Flags {
  const given = values['base-url'];
  const address = baseUrl === undefined || given === undefined ? baseUrl : `${given},${provider}=${baseUrl}`;
  return { ...values, provider: values.provider ?? provider, ...defined({ model, 'base-url': address }) };
}

export function checkedProvider({ provider }: Pick<Flags, 'provider'>): ProviderName {
  const here = providerNames.filter((name) => name !== 'host' && (!isModelProvider(name) || isServer(name)));
  if (isModelProvider(provider) && !isServer(provider))
    throw new UsageError(`--provider ${provider}: the editor’s models can be reached from the editor only.`);
  const known = here.find((name) => name === provider);
  if (known === undefined)
    throw new UsageError(`--provider "${provider}" is unknown; the providers are ${here.join(', ')}.`);
  return known;
}

/** `role=ID,…`; an id may hold "=" and ":", not a comma. @throws UsageError */
export const modelsFlag = (text: string | undefined): Record<string, string> =>
  pairsIn('models', text ?? '', 'chair=claude-opus-5-5,reporter=claude-haiku-5-5');

function pairsIn(flag: string, text: string, example: string): Record<string, string> {
  const pairs = partsOf(text).map((part) => {
    const at = part.indexOf('=');
    const [name, id] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at > 0 && name !== '' && id !== '') return [name, id] as const;
    throw new UsageError(`--${flag} ${part}: it is a list such as ${example}.`);
  });
  const [twice] = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) < at) ?? [];
  if (twice !== undefined) throw new UsageError(`--${flag} says two things of ${twice}. Leave one of them out.`);
  return Object.fromEntries(pairs);
}

/** Others are a slip of the pen. @throws UsageError */
export function checkSeats(
  { flag, named }: { flag: 'models' | 'effort'; named: Readonly<Record<string, string>> },
  debaters: readonly { name: string }[],
  format: Format,
): void {
  const seats = [...rolesOf(format), ...debaters.map(({ name }) => name)];
  const unknown = Object.keys(named).find((name) => !seats.some((seat) => seat === name));
  if (unknown !== undefined)
    throw new UsageError(`--${flag} ${unknown}: nobody of that name takes part; there are ${seats.join(', ')}.`);
}

/** Word by word only where somebody watches. @throws UsageError */
export function paceFlag({ pace, json, quiet }: { pace?: string | undefined; json: boolean; quiet: boolean }): Speed {
  const known = speeds.find((speed) => speed === pace);
  if (pace !== undefined && known === undefined)
    throw new UsageError(`--pace ${pace} is unknown; there are ${speeds.join(', ')}.`);
  const isWatched = process.stdout.isTTY && !json && !quiet && (process.env['CI'] ?? '') === '';
  return isWatched ? (known ?? 'fast') : 'off';
}

export function effortFlag(text: string | undefined): Pick<DebatePlan, 'effort' | 'efforts'> {
  if (text === undefined) return {};
  if (!text.includes('=')) return { effort: knownEffort(text) };
  const pairs = Object.entries(pairsIn('effort', text, 'chair=high,verifier=low'));
  return { efforts: Object.fromEntries(pairs.map(([seat, effort]) => [seat, knownEffort(effort)])) };
}

/** `MODEL=IN/OUT[/CACHE_READ]`, dollars for a million tokens. @throws UsageError */
export function priceFlag(text: string | undefined): GivenPrices | undefined {
  if (text === undefined) return undefined;
  const example = 'qwen3=0.50/1.50,local=0/0';
  const given = Object.entries(pairsIn('price', text, example)).map(([model, words]) => {
    const [input, output, cacheRead, ...more] = words
      .split('/')
      .map((word) => (word.trim() === '' ? NaN : Number(word)));
    return [model, more.length === 0 ? defined({ input, output, cacheRead }) : undefined] as const;
  });
  const parsed = givenPricesSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  throw new UsageError(`--price ${text} is no price: it is like ${example}, dollars for a million tokens in and out.`);
}

function knownEffort(text: string): Effort {
  const known = efforts.find((effort) => effort === text);
  if (known !== undefined) return known;
  throw new UsageError(`--effort ${text} is unknown; there are ${efforts.join(', ')}.`);
}

export function formatFlag({ format }: Pick<Flags, 'format'>): Format {
  const known = formatNamed(format);
  if (known !== undefined) return known;
  throw new UsageError(
    `--format "${format}" is unknown; the formats are ${formats.map(({ name }) => name).join(', ')}.`,
  );
}

const isOwnFlag = (flag: string, format: string): boolean => {
  const known = formatNamed(format);
  return known !== undefined && flagsOf(known).includes(flag);
};

/** A flag of another format is a slip that would be found out too late. @throws UsageError */
export function refuseForeignFlags(values: Flags): void {
  for (const format of formats) {
    const foreign = flagsOf(format).find(
      (name) => givenFlag(values, name) !== undefined && !isOwnFlag(name, values.format),
    );
    if (foreign !== undefined)
      throw new UsageError(
        `--${foreign} belongs to debates of the format ${format.name}; this is to be a ${values.format} debate.`,
      );
  }
  const { unit, takesLimits } = formatNamed(values.format) ?? {};
  if (unit !== undefined && values.rounds !== undefined)
    throw new UsageError(`A ${values.format} has ${unit}s: say --${unit}s N instead of --rounds.`);
  if (takesLimits && values.rounds === 'auto')
    throw new UsageError(
      `--rounds auto belongs to tribunals; a ${values.format} takes a number, or --min-rounds and --max-rounds.`,
    );
}

export async function formatWishes(values: Flags): Promise<FormatWishes> {
  const path = values['motion-definitions'];
  return {
    options: optionWishes(formatFlag(values), values),
    judges: judgesFlag(values.judges),
    plainAnswer: wholeFlag('plain-answer', values['plain-answer']),
    terms: path === undefined ? undefined : parseMotionFile(await fileFlag('motion-definitions', path), path),
  };
}

/** @throws UsageError where a number is none */
function optionWishes(format: Format, values: Flags): OptionWishes {
  return Object.fromEntries(
    ownOptions(format).map((option) => {
      const { flag, schema } = option;
      const given = givenFlag(values, flag);
      const isWhole = schema instanceof z.ZodNumber || (schema instanceof z.ZodUnion && given !== 'auto');
      const value = typeof given !== 'string' ? given : isWhole ? wholeFlag(flag, given) : given;
      return [wishKey(format, option), value];
    }),
  );
}

/** A number, or a model for each judge. @throws UsageError */
export function judgesFlag(text: string | undefined): number | string[] | undefined {
  if (text === undefined) return undefined;
  return /^\s*-?\d+\s*$/.test(text) ? wholeFlag('judges', text) : partsOf(text);
}

export function limitsFrom(values: Flags): Partial<Limits> {
  const { takesLimits } = formatNamed(values.format) ?? {};
  const rounds = takesLimits && values.rounds !== undefined ? wholeFlag('rounds', values.rounds) : undefined;
  return defined({
    min_rounds: wholeFlag('min-rounds', values['min-rounds']) ?? rounds,
    max_rounds: wholeFlag('max-rounds', values['max-rounds']) ?? rounds,
    time_budget_minutes: numberFlag('time-budget', values['time-budget']),
    budget_usd: numberFlag('budget-usd', values['budget-usd']),
  });
}

export async function givenLineup(
  values: Flags,
  config: DebateConfig,
  provider: ProviderName,
): Promise<GivenDebater[] | undefined> {
  if (values.lineup !== undefined && values.debaters !== undefined) {
    throw new UsageError('run takes --lineup or --debaters, not both.');
  }
  if (values.lineup === undefined)
    return values.debaters === undefined ? configuredDebaters(config.debaters, provider) : undefined;
  const parsed = givenDebaters.safeParse(jsonFlag('lineup', await fileFlag('lineup', values.lineup)));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `--lineup ${values.lineup}: ${issuesOf(parsed.error).join('; ')}. It is a JSON array of {"name", "persona", "starting_position", "incentives"}.`,
  );
}

export async function scriptText(provider: ProviderName, path: string | undefined): Promise<string | undefined> {
  if (provider !== 'scripted') {
    if (path !== undefined) throw new UsageError('--script goes with --provider scripted.');
    return undefined;
  }
  if (path === undefined) throw new UsageError('--provider scripted needs --script FILE.');
  const text = await fileFlag('script', path);
  const script = parsedScript(text, path);
  if ('$fallback' in script)
    throw new UsageError(
      `--script ${path}: "$fallback" is no longer taken: offline nobody can argue. Give an answer for every task.`,
    );
  return text;
}

function parsedScript(text: string, path: string): Script {
  try {
    return parseScript(text);
  } catch (error) {
    throw new UsageError(`--script ${path}: ${errorText(error)}`);
  }
}

interface FlaggedDebate {
  /** Flags of `run`, with those of `resume`. */
  values: Partial<Flags> & { provider: string; conclude?: boolean };
  isByModels: boolean;
  /** Why prices that are given hold for nobody. */
  unheard?: readonly string[];
  isConcluded?: boolean;
}

const unlessByModels = ({ isByModels }: FlaggedDebate): string | undefined =>
  isByModels ? undefined : 'no language model takes part';

/** Undefined where it has a meaning. */
const whyIgnored: Readonly<Record<string, (debate: FlaggedDebate) => string | undefined>> = {
  model: ({ values: { provider } }) => (isModelProvider(provider) ? undefined : `${provider} is no provider of models`),
  effort: unlessByModels,
  price: (debate) => {
    const { unheard = [] } = debate;
    return unlessByModels(debate) ?? (unheard.length === 0 ? undefined : unheard.join('; '));
  },
  'base-url': unlessByModels,
  search: (debate) =>
    unlessByModels(debate) ?? (debate.values['no-web'] ? 'nothing is searched for with --no-web' : undefined),
  seed: ({ values }) =>
    isOwnFlag('order', values.format ?? '') && givenFlag(values, 'order') !== 'drawn'
      ? 'nothing is drawn without --order drawn'
      : undefined,
  rounds: ({ values }) =>
    values['min-rounds'] !== undefined && values['max-rounds'] !== undefined
      ? '--min-rounds and --max-rounds say it all'
      : undefined,
  anyway: ({ values: { provider } }) =>
    provider === 'offline' ? undefined : 'the topic is held against the evidence in offline debates only',
  conclude: ({ isConcluded = false }) => (isConcluded ? 'the debate is concluded' : undefined),
};

const withoutMeaning = (name: string, why: string): string => `--${name} has no meaning here: ${why}.`;

export const ignoredFlags = (debate: FlaggedDebate): string[] =>
  Object.entries(whyIgnored).flatMap(([name, reason]) => {
    const given = givenFlag(debate.values, name);
    const why = given === undefined || given === false ? undefined : reason(debate);
    return why === undefined ? [] : [withoutMeaning(name, why)];
  });
