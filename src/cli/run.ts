import { resolve } from 'node:path';
import type { Performer } from '../agents/performer';
import { readConfigFiles } from '../session/configFiles';
import { createDebate, type ProviderName } from '../session/createDebate';
import { gatherEvidence, type EvidenceSet } from '../session/evidenceSet';
import { proposeLineup, type LineupRequest } from '../session/lineup';
import { checkedLimits, checkedTopic, PlanError } from '../session/plan';
import { lineupPerformer, prepareOffline, requireEvidence } from '../session/preparation';
import { approveLineup, lineupLines } from './lineup';
import type { Output } from './output';
import { play } from './play';
import { checkedProvider, givenLineup, hasFallback, ignoredFlags, limitsFrom, parseFlags, scriptText, withSample } from './runFlags';
import { UsageError } from './usage';

/** `rostrum run`: everything is checked before the folder is made. */
export async function run(args: readonly string[], output: (json: boolean, quiet: boolean) => Output): Promise<number> {
  const values = withSample(parseFlags(args));
  const out = output(values.json, values.quiet);
  const config = values['trust-workspace'] ? await hinted(readConfigFiles(process.cwd())) : {};
  const topic = checkedTopic(values.topic ?? config.topic ?? missingTopic());
  const provider = checkedProvider(values);
  const limits = checkedLimits(limitsFrom(values, config));
  const given = await givenLineup(values, config);
  const script = await scriptText(provider, values.script);
  const evidence = await gatherEvidence({ evidence: values.evidence, subject: values.subject, output: values.out });
  const offline = await hinted(checkedOffline(provider, script, evidence));
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

/** The offline performer on this evidence; nothing is made when there is nothing in it that can be quoted. */
async function checkedOffline(
  provider: ProviderName,
  script: string | undefined,
  evidence: EvidenceSet,
): Promise<Performer | undefined> {
  if (provider === 'offline') return await prepareOffline(evidence);
  if (hasFallback(script)) requireEvidence(evidence);
  return undefined;
}

/** What the command line adds: which flags help. By the code of what went wrong. */
const withFlags: Record<string, (message: string) => string> = {
  no_evidence: (message) => `${message.replace(/\.$/, '')}: give --evidence DIR (or --subject FILE), or try --sample.`,
  evidence_unusable: (message) => message,
  config_file: (message) => `${message.replace(/\.$/, '')}, or leave out --trust-workspace.`,
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
