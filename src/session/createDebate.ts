import type { Draft } from '../debate/entry';
import type { Debater, Limits, SetupData } from '../debate/entryData';
import { recordVersion } from '../debate/entry';
import { createDebateFolder } from '../record/debateFolder';
import type { EvidenceSet } from './evidenceSet';
import { subjectFolder, withSubjectText, type SubjectText } from './subjectText';
import { engineVersion } from './version';

export type ProviderName = 'offline' | 'scripted';

export interface DebatePlan {
  topic: string;
  debaters: readonly Debater[];
  limits: Limits;
  provider: ProviderName;
  evidence: EvidenceSet;
  /** Subject material that is no file yet: it is written into the debate's folder. */
  subjectText?: SubjectText;
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
  const { topic, parent, evidence, subjectText: text, now } = plan;
  if (text === undefined) return await createDebateFolder({ parent, topic, now, setup: setupDraft(plan, evidence) });
  return await createDebateFolder({
    ...{ parent, topic, now },
    extra: { [`${subjectFolder}/${text.name}`]: text.text },
    setup: (folder) => setupDraft(plan, withSubjectText(evidence, text, folder)),
  });
}

function setupDraft(plan: DebatePlan, evidence: EvidenceSet): Draft {
  const { topic, debaters, limits, provider } = plan;
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
  return { phase: 'system', speaker: 'chair', type: 'setup', content: setupWords(plan, evidence), data };
}

function setupWords({ topic, debaters, limits, provider }: DebatePlan, evidence: EvidenceSet): string {
  const names = debaters.map((debater) => debater.name).join(', ');
  const lines = debaters.map((debater) => `- ${debater.name}: ${debater.persona}. ${debater.starting_position}`);
  const files = evidence.files.length;
  return `Debate session initialised. Chair is ready. Debaters: ${names}\n\nTopic: ${topic}\n${lines.join('\n')}\nRounds: ${limits.min_rounds} to ${limits.max_rounds}. Evidence: ${files} ${files === 1 ? 'file' : 'files'}. ${providerWords[provider]}`;
}

/** What every reader of a debate without a model is told. */
export const providerWords: Record<ProviderName, string> = {
  offline:
    'Provider: offline: arguments are quotations selected from the evidence, no language model was used.',
  scripted: 'Provider: scripted: the answers were written beforehand, no language model was used.',
};
