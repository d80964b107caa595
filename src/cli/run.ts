import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createOfflinePerformer } from '../agents/offline/offlinePerformer';
import type { Performer } from '../agents/performer';
import { parseScript, ScriptedPerformer } from '../agents/scripted';
import { issuesOf } from '../debate/entry';
import type { Limits } from '../debate/entryData';
import { createDebate, type ProviderName } from '../session/createDebate';
import { gatherEvidence, openEvidence, type EvidenceSet } from '../session/evidenceSet';
import { checkedLimits, checkedTopic } from '../session/plan';
import { givenDebaters, readConfigFiles, type GivenDebater, type WorkspaceConfig } from './configFiles';
import { approveLineup, lineupLines, proposeLineup, type LineupRequest } from './lineup';
import { fileFlag, jsonFlag, numberFlag, wholeFlag } from './options';
import type { Output } from './output';
import { play } from './play';
import { UsageError } from './usage';

const flags = {
  topic: { type: 'string' },
  format: { type: 'string', default: 'panel' },
  lineup: { type: 'string' },
  debaters: { type: 'string' },
  evidence: { type: 'string' },
  subject: { type: 'string', multiple: true, default: [] as string[] },
  provider: { type: 'string', default: 'offline' },
  script: { type: 'string' },
  model: { type: 'string' },
  models: { type: 'string' },
  'base-url': { type: 'string' },
  'min-rounds': { type: 'string' },
  'max-rounds': { type: 'string' },
  rounds: { type: 'string' },
  exchanges: { type: 'string' },
  'motion-definitions': { type: 'string' },
  'time-budget': { type: 'string' },
  'budget-usd': { type: 'string' },
  out: { type: 'string', default: 'output' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'trust-workspace': { type: 'boolean', default: false },
  sample: { type: 'boolean', default: false },
} as const;

type Flags = ReturnType<typeof parseFlags>;

function parseFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options: flags, allowPositionals: false }).values;
}

/** `rostrum run`: everything is checked before the folder is made. */
export async function run(args: readonly string[], output: (json: boolean, quiet: boolean) => Output): Promise<number> {
  const values = withSample(parseFlags(args));
  const out = output(values.json, values.quiet);
  const config = values['trust-workspace'] ? await readConfigFiles(process.cwd()) : {};
  const topic = checkedTopic(values.topic ?? config.topic ?? missingTopic());
  const provider = checkedProvider(values);
  const limits = checkedLimits(limitsFrom(values, config));
  const given = await givenLineup(values, config);
  const script = await scriptText(provider, values.script);
  const evidence = await gatherEvidence({ evidence: values.evidence, subject: values.subject, output: values.out });
  refuseWithoutEvidence(provider, script, evidence);
  const offline = await checkedOffline(provider, script, evidence);
  const performer = await lineupPerformer(script);
  const request: LineupRequest = {
    ...{ topic, given, hints: values.debaters ?? '', model: provider },
    evidence: evidence.files.map((file) => file.path),
  };
  const proposed = await proposeLineup(request, performer);
  const isAsked = process.stdin.isTTY && process.stdout.isTTY && !values.yes && !values.json;
  const debaters = isAsked ? await approveLineup(request, proposed, { performer, out }) : proposed;
  if (debaters === undefined) {
    out.tell('Nothing was started.');
    return 0;
  }
  const plan = { topic, debaters, limits, provider, evidence, parent: resolve(values.out), now: () => new Date() };
  const scriptOf = values.script === undefined ? {} : { script: resolve(values.script), hasFallback: hasFallback(script) };
  const folder = await createDebate({ ...plan, ...scriptOf });
  out.path(folder);
  if (!isAsked) for (const line of lineupLines(topic, debaters, out)) out.say(line);
  const leftOut = [...ignoredFlags(values), ...leftOutLines(evidence)];
  for (const line of leftOut) out.say(out.paint('gray', line));
  return await play(folder, { out, notes: leftOut, ...(offline === undefined ? {} : { offline }) });
}

const missingTopic = (): never => {
  throw new UsageError('run needs --topic TEXT, for example --topic "Should we adopt a monorepo?".');
};

/** The bundled topic and evidence: the way in for somebody who has neither at hand. */
function withSample(values: Flags): Flags {
  if (!values.sample) return values;
  const folder = [join(__dirname, '..', 'media', 'sample'), join(__dirname, 'media', 'sample')].find((path) => existsSync(path));
  if (folder === undefined) throw new UsageError('The sample is not part of this installation. Give --topic and --evidence.');
  const topic = readFileSync(join(folder, 'topic.txt'), 'utf8');
  return { ...values, topic: values.topic ?? topic, evidence: values.evidence ?? join(folder, 'evidence') };
}

function checkedProvider(values: Flags): ProviderName {
  const { provider, format } = values;
  if (!['panel', 'tribunal', 'dialectic'].includes(format)) {
    throw new UsageError(`--format "${format}" is unknown; the formats are panel, tribunal, dialectic.`);
  }
  if (format !== 'panel') throw new UsageError(`--format ${format} is not part of this version yet; panel is.`);
  if (provider === 'anthropic' || provider === 'openai-compatible') {
    throw new UsageError(`--provider ${provider} is not part of this version yet; offline needs no key.`);
  }
  if (provider !== 'offline' && provider !== 'scripted') {
    throw new UsageError(`--provider "${provider}" is unknown; the providers are offline and scripted.`);
  }
  return provider;
}

function limitsFrom(values: Flags, config: WorkspaceConfig): Partial<Limits> {
  const rounds = values.rounds === undefined || values.rounds === 'auto' ? undefined : wholeFlag('rounds', values.rounds);
  const limits = {
    min_rounds: wholeFlag('min-rounds', values['min-rounds']) ?? rounds ?? config.min_rounds,
    max_rounds: wholeFlag('max-rounds', values['max-rounds']) ?? rounds ?? config.max_rounds,
    time_budget_minutes: numberFlag('time-budget', values['time-budget']) ?? config.time_budget_minutes,
    budget_usd: numberFlag('budget-usd', values['budget-usd']),
  };
  // What was said explicitly wins over a configuration file: the file's other end gives way.
  const isMinSaid = values['min-rounds'] !== undefined || rounds !== undefined;
  const isMaxSaid = values['max-rounds'] !== undefined || rounds !== undefined;
  const { min_rounds: min, max_rounds: max } = limits;
  if (min != null && max != null && min > max) {
    if (isMaxSaid && !isMinSaid) limits.min_rounds = max;
    if (isMinSaid && !isMaxSaid) limits.max_rounds = min;
  }
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value != null));
}

async function givenLineup(values: Flags, config: WorkspaceConfig): Promise<GivenDebater[] | undefined> {
  if (values.lineup !== undefined && values.debaters !== undefined) {
    throw new UsageError('run takes --lineup or --debaters, not both.');
  }
  if (values.lineup === undefined) return values.debaters === undefined ? (config.debaters ?? undefined) : undefined;
  const parsed = givenDebaters.safeParse(jsonFlag('lineup', await fileFlag('lineup', values.lineup)));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `--lineup ${values.lineup}: ${issuesOf(parsed.error).join('; ')}. It is a JSON array of {"name", "persona", "starting_position", "incentives"}.`,
  );
}

async function scriptText(provider: ProviderName, path: string | undefined): Promise<string | undefined> {
  if (provider !== 'scripted') {
    if (path !== undefined) throw new UsageError('--script goes with --provider scripted.');
    return undefined;
  }
  if (path === undefined) throw new UsageError('--provider scripted needs --script FILE.');
  const text = await fileFlag('script', path);
  try {
    parseScript(text);
  } catch (error) {
    throw new UsageError(`--script ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return text;
}

const hasFallback = (script: string | undefined): boolean =>
  script !== undefined && parseScript(script)['$fallback'] === 'offline';

function refuseWithoutEvidence(provider: ProviderName, script: string | undefined, { root }: EvidenceSet): void {
  const isOffline = provider === 'offline' || hasFallback(script);
  if (root !== null || !isOffline) return;
  throw new UsageError(
    'The offline debaters argue by quotation, so they need evidence: give --evidence DIR (or --subject FILE), or try --sample.',
  );
}

/** The offline performer on this evidence; nothing is made when there is nothing in it that can be quoted. */
async function checkedOffline(
  provider: ProviderName,
  script: string | undefined,
  evidence: EvidenceSet,
): Promise<Performer | undefined> {
  if (provider === 'scripted') return undefined;
  const offline = await createOfflinePerformer(await openEvidence(evidence));
  try {
    await offline.ready('debater', new AbortController().signal);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  return script === undefined ? offline : undefined;
}

/** Who proposes the lineup: the script where it has one, else the offline Chair, who reads no evidence for it. */
async function lineupPerformer(script: string | undefined): Promise<Performer> {
  const offline = await createOfflinePerformer({ files: [], text: () => Promise.resolve('') });
  return script === undefined ? offline : new ScriptedPerformer(parseScript(script), offline);
}

/** What was given and has no meaning here is said, not swallowed. */
function ignoredFlags(values: Flags): string[] {
  const ignored = (['model', 'models', 'base-url', 'exchanges', 'motion-definitions'] as const).filter(
    (name) => values[name] !== undefined,
  );
  return ignored.map((name) => `--${name} has no meaning for a ${values.provider} ${values.format} debate.`);
}

const listedAtMost = 10;

function leftOutLines({ leftOut }: EvidenceSet): string[] {
  const lines = leftOut.slice(0, listedAtMost).map(({ path, detail }) => `Left out of the evidence: ${path} (${detail})`);
  const more = leftOut.length - listedAtMost;
  return more > 0 ? [...lines, `… and ${more} more left out.`] : lines;
}
