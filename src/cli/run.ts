import { resolve } from 'node:path';
import type { Performer } from '../agents/performer';
import { modelProviderNames } from '../models/provider';
import { readConfigFiles, readPromptFiles } from '../session/configFiles';
import { createDebate, type DebatePlan, type ProviderName } from '../session/createDebate';
import { gatherEvidence, type EvidenceSet } from '../session/evidenceSet';
import { estimateOf } from '../session/estimate';
import { proposeLineup, type LineupRequest } from '../session/lineup';
import type { Participants } from '../session/modelAccess';
import { planModels, seatReference, type ModelPlan } from '../session/modelPlan';
import { checkedLimits, checkedTopic, PlanError } from '../session/plan';
import { lineupPerformer, modelLineupPerformer, prepareOffline, promptsFor, requireEvidence } from '../session/preparation';
import { baseUrlsFrom, CliModels, environmentKeys, searchFrom } from './cliModels';
import { estimateLines } from './estimateLines';
import { approveLineup, isConfirmed, lineupLines } from './lineup';
import type { Output } from './output';
import { play } from './play';
import {
  checkedProvider,
  checkSeats,
  effortFlag,
  givenLineup,
  hasFallback,
  ignoredFlags,
  isModelProvider,
  limitsFrom,
  modelsFlag,
  parseFlags,
  scriptText,
  withSample,
  type Flags,
} from './runFlags';
import { UsageError } from './usage';

/** `rostrum run`: everything is checked before the folder is made. */
export async function run(args: readonly string[], output: (json: boolean, quiet: boolean) => Output): Promise<number> {
  const values = withSample(parseFlags(args));
  const out = output(values.json, values.quiet);
  const isTrusted = values['trust-workspace'];
  const config = isTrusted ? await hinted(readConfigFiles(process.cwd())) : {};
  const topic = checkedTopic(values.topic ?? config.topic ?? missingTopic());
  const provider = checkedProvider(values);
  const limits = checkedLimits(limitsFrom(values, config));
  const given = await givenLineup(values, config);
  const script = await scriptText(provider, values.script);
  const seats = await hinted(Promise.resolve().then(() => seatsFrom(values, provider, config.models ?? undefined)));
  const participants = participantsFrom(values, provider, isTrusted ? await hinted(readPromptFiles(process.cwd())) : undefined);
  const evidence = await gatherEvidence({ evidence: values.evidence, subject: values.subject, output: values.out });
  const offline = await hinted(checkedOffline({ provider, script, evidence }));
  const performer = isModelProvider(provider) ? await modelLineupPerformer(seats, participants) : await lineupPerformer(script);
  const request: LineupRequest = {
    ...{ topic, given, hints: values.debaters ?? '', model: seats.standard },
    evidence: evidence.files.map((file) => file.path),
  };
  const proposed = await proposeLineup(request, performer);
  const isAsked = process.stdin.isTTY && process.stdout.isTTY && !values.yes && !values.json;
  const approved = isAsked ? await approveLineup(request, proposed, { performer, out }) : proposed;
  if (approved === undefined) return nothing(out);
  checkSeats(modelsFlag(values.models), approved);
  const debaters = approved.map((debater) => ({ ...debater, model: seats.models[debater.name] ?? seatOf(debater.model, seats, provider) }));
  const effort = effortFlag(values.effort);
  const base = { topic, debaters, limits, provider, evidence, models: rolesOf(seats), parent: resolve(values.out), now: () => new Date() };
  const plan: DebatePlan = { ...base, ...promptsFor(participants), ...(effort === undefined ? {} : { effort }), ...endpointsOf(values, provider) };
  const estimate = estimateOf(plan);
  if (estimate !== undefined) for (const line of estimateLines(estimate)) out.tell(line);
  if (isAsked && estimate !== undefined && !(await isConfirmed('Start? [Y]es or [n]o: '))) return nothing(out);
  const scriptOf = values.script === undefined ? {} : { script: resolve(values.script), hasFallback: hasFallback(script) };
  const folder = await createDebate({ ...plan, ...scriptOf, ...(estimate === undefined ? {} : { estimate: { ...estimate } }) });
  out.path(folder);
  if (!isAsked) for (const line of lineupLines(topic, debaters, out)) out.say(line);
  const leftOut = [...ignoredFlags(values), ...leftOutLines(evidence)];
  for (const line of leftOut) out.say(out.paint('gray', line));
  const resumeFlags = values['base-url'] === undefined ? '' : ` --base-url ${values['base-url']}`;
  return await play(folder, { out, notes: leftOut, participants, resumeFlags, ...(offline === undefined ? {} : { offline }) });
}

const missingTopic = (): never => {
  throw new UsageError('run needs --topic TEXT, for example --topic "Should we adopt a monorepo?".');
};

function nothing(out: Output): number {
  out.tell('Nothing was started.');
  return 0;
}

function seatsFrom(values: Flags, provider: ProviderName, config: Record<string, string> | undefined): ModelPlan {
  return planModels({ provider, model: values.model, models: modelsFlag(values.models), config });
}

/** What a lineup says means the same as a flag; what names nobody is left to the record, where it stands as it came. */
const seatOf = (model: string, { standard }: ModelPlan, provider: ProviderName): string =>
  model.trim() === '' ? standard : (seatReference(model, modelProviderNames.find((name) => name === provider)) ?? model);

/** Seats of debaters stand with the debaters. */
function rolesOf({ models }: ModelPlan): Record<string, string> {
  return Object.fromEntries(Object.entries(models).filter(([name]) => roles.has(name)));
}

const roles: ReadonlySet<string> = new Set(['chair', 'verifier', 'audience', 'reporter', 'assessor', 'conclusion']);

function participantsFrom(values: Flags, provider: ProviderName, prompts: Participants['prompts']): Participants {
  searchFrom(values.search);
  const models = new CliModels({
    baseUrls: baseUrlsFrom(values['base-url'], provider),
    keys: environmentKeys(process.env),
    search: values.search,
    isWebAllowed: !values['no-web'],
  });
  return { models, ...(prompts === undefined ? {} : { prompts }) };
}

function endpointsOf(values: Flags, provider: ProviderName): Pick<DebatePlan, 'endpoints'> {
  if (!isModelProvider(provider)) return {};
  const urls = Object.entries(baseUrlsFrom(values['base-url'], provider)).map(([name, { origin }]) => [name, origin] as const);
  return { endpoints: Object.fromEntries(urls.filter(([name]) => name === provider || values['base-url']?.includes(`${name}=`) === true)) };
}

/** The offline performer on this evidence; nothing is made when there is nothing in it that can be quoted. */
async function checkedOffline(parts: { provider: ProviderName; script: string | undefined; evidence: EvidenceSet }): Promise<Performer | undefined> {
  const { provider, script, evidence } = parts;
  if (provider === 'offline') return await prepareOffline(evidence);
  if (hasFallback(script)) requireEvidence(evidence);
  return undefined;
}

/** What the command line adds: which flags help. By the code of what went wrong. */
const withFlags: Record<string, (message: string) => string> = {
  no_evidence: (message) => `${message.replace(/\.$/, '')}: give --evidence DIR (or --subject FILE), or try --sample.`,
  evidence_unusable: (message) => message,
  config_file: (message) => `${message.replace(/\.$/, '')}, or leave out --trust-workspace.`,
  model_missing: (message) => `${message.replace(/\.$/, '')}: give --model ID.`,
};

async function hinted<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const words = error instanceof PlanError ? withFlags[error.code]?.(error.message) : undefined;
    throw words === undefined ? error : new UsageError(words);
  }
}

const listedAtMost = 10;

function leftOutLines({ leftOut }: EvidenceSet): string[] {
  const lines = leftOut.slice(0, listedAtMost).map(({ path, detail }) => `Left out of the evidence: ${path} (${detail})`);
  const more = leftOut.length - listedAtMost;
  return more > 0 ? [...lines, `… and ${more} more left out.`] : lines;
}
