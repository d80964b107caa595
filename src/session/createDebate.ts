import type { Debater, Limits, SetupData } from '../debate/entryData';
import { recordVersion } from '../debate/entry';
import { createDebateFolder } from '../record/debateFolder';
import type { EvidenceSet } from './evidenceSet';
import { engineVersion } from './version';

export type ProviderName = 'offline' | 'scripted';

export interface DebatePlan {
  topic: string;
  debaters: readonly Debater[];
  limits: Limits;
  provider: ProviderName;
  evidence: EvidenceSet;
  /** Where debate folders are made. */
  parent: string;
  /** The script of a scripted debate, absolute: resuming reads it again. */
  script?: string;
  /** The offline performer answers what the script does not mention. */
  hasFallback?: boolean;
  now: () => Date;
}

const roles = ['chair', 'verifier', 'audience', 'reporter', 'assessor'] as const;

/** Makes the debate's folder with its setup entry. Nothing is on disk before. */
export async function createDebate(plan: DebatePlan): Promise<string> {
  const { topic, debaters, limits, provider, evidence } = plan;
  const models: Record<string, string> = {};
  for (const role of roles) models[role] = provider;
  const data = {
    record_version: recordVersion,
    engine_version: engineVersion,
    topic,
    format: 'panel',
    debaters: debaters.map((debater) => ({ ...debater })),
    models,
    limits,
    evidence: { root: evidence.root, files: evidence.files },
    prompts: {},
    provider,
    ...(evidence.subject.length === 0 ? {} : { subject: evidence.subject }),
    ...(plan.script === undefined ? {} : { script: plan.script }),
    ...(plan.hasFallback === true ? { fallback: 'offline' } : {}),
    step: { id: 'setup', index: 0, count: 1, attempt: 1, elapsed_ms: 0 },
  } satisfies SetupData;
  const names = debaters.map((debater) => debater.name).join(', ');
  const lines = debaters.map((debater) => `- ${debater.name}: ${debater.persona}. ${debater.starting_position}`);
  const files = evidence.files.length;
  return await createDebateFolder({
    parent: plan.parent,
    topic,
    now: plan.now,
    setup: {
      phase: 'system',
      speaker: 'chair',
      type: 'setup',
      content: `Debate session initialised. Chair is ready. Debaters: ${names}\n\nTopic: ${topic}\n${lines.join('\n')}\nRounds: ${limits.min_rounds} to ${limits.max_rounds}. Evidence: ${files} ${files === 1 ? 'file' : 'files'}. ${providerWords[provider]}`,
      data,
    },
  });
}

/** What every reader of a debate without a model is told. */
export const providerWords: Record<ProviderName, string> = {
  offline:
    'Provider: offline: arguments are quotations selected from the evidence, no language model was used.',
  scripted: 'Provider: scripted: the answers were written beforehand, no language model was used.',
};
