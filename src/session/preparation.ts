import { ExtractivePerformer } from '../agents/extractive/extractivePerformer';
import type { TopicWords } from '../agents/extractive/topicWords';
import type { Performer } from '../agents/performer';
import { parseScript, ScriptedPerformer } from '../agents/scripted';
import type { Report } from '../async/workerJobs';
import { gatheredEvidence, type EvidenceSet } from './evidenceSet';
import { randomBytes } from 'node:crypto';
import { Fence } from '../agents/model/fence';
import { LanguageModelPerformer } from '../agents/model/languageModelPerformer';
import type { GivenPrices } from '../models/prices';
import { systemClock } from '../models/retries';
import { promptBookFor } from './performers';
import type { Format } from '../debate/step';
import { type DebatePlan, openedWithText, type SubjectText } from './createDebate';
import type { Participants } from './modelAccess';
import { proposerIn, type ModelPlan } from './modelPlan';
import { PlanError } from './planError';
import { errorText } from '../debate/objects';

interface PrepareOptions {
  signal?: AbortSignal;
  subjectText?: SubjectText | undefined;
  onProgress?: Report;
}

/**
 * The offline performer on this evidence, also for `SessionOptions.offline` (but not with a text that has no path yet). Nothing of a
 * debate is made before it is known that there is something to quote. @throws PlanError `no_evidence`; `evidence_unusable`: nothing in it
 * can be quoted. The signal's reason.
 */
export async function prepareOffline(
  evidence: EvidenceSet,
  { signal = new AbortController().signal, subjectText, onProgress }: PrepareOptions = {},
): Promise<ExtractivePerformer> {
  if (subjectText === undefined) requireEvidence(evidence);
  const opened = gatheredEvidence(evidence);
  const offline = new ExtractivePerformer(
    subjectText === undefined ? opened : { ...openedWithText(opened, subjectText), leftOut: evidence.leftOut },
  );
  try {
    await offline.findPassages(signal, onProgress);
  } catch (error) {
    signal.throwIfAborted();
    throw new PlanError('evidence_unusable', errorText(error));
  }
  return offline;
}

export type { TopicWords } from '../agents/extractive/topicWords';

/** @throws PlanError `off_topic` where no content word occurs in the evidence, unless the user wants to go on `anyway`. */
export async function wordsOnTopic(
  offline: ExtractivePerformer,
  topic: string,
  { anyway }: { anyway: boolean },
): Promise<TopicWords> {
  const words = await offline.wordsOf(topic);
  if (anyway || words.nowhere.length < words.all.length) return words;
  const listed = words.all.map((word) => `“${word}”`).join(', ');
  throw new PlanError(
    'off_topic',
    `No content word of the topic occurs in the evidence: ${listed}. Choose other evidence or another topic.`,
  );
}

/** @throws PlanError `few_passages`: fewer than the format's sides are dealt to begin with. */
export async function requirePassages(
  offline: ExtractivePerformer,
  topic: string,
  { name, passages = 0 }: Pick<Format, 'name' | 'passages'>,
): Promise<void> {
  const count = await offline.countDealable(topic);
  if (count >= passages) return;
  const found = count === 1 ? 'one passage' : `${count} passages`;
  throw new PlanError(
    'few_passages',
    `The evidence has ${found} that can be quoted; a ${name} takes ${passages} to begin. Give more evidence, or choose another format.`,
  );
}

export function requireEvidence({ root }: Pick<EvidenceSet, 'root'>): void {
  if (root === null)
    throw new PlanError(
      'no_evidence',
      'Offline, quotations from the evidence are dealt to the seats, so there has to be evidence.',
    );
}

/** The script where it has a lineup, else the offline Chair, who reads no evidence for it. @throws when the text is no script. */
export function lineupPerformer(script?: string): Performer {
  const offline = new ExtractivePerformer({ files: [], text: () => Promise.resolve('') });
  return script === undefined ? offline : new ScriptedPerformer(parseScript(script), { fallback: offline });
}

/**
 * There is no debate yet: nothing is read, captured or logged. @throws PlanError where models cannot be reached, or a prompt of the
 * workspace cannot be used.
 */
export function modelLineupPerformer(plan: ModelPlan, participants: Participants, prices?: GivenPrices): Performer {
  const ref = proposerIn(plan);
  const access = participants.models;
  if (ref?.kind !== 'model' || access === undefined) return lineupPerformer();
  return new LanguageModelPerformer(
    { providerName: ref.provider, model: ref.model, provider: () => access.provider(ref.provider), prices },
    {
      book: promptBookFor(participants),
      tools: [],
      subject: '',
      captures: { keep: () => Promise.resolve(), hold: () => undefined },
      fence: participants.fence ?? new Fence(() => randomBytes(6).toString('hex')),
      clock: participants.clock ?? systemClock,
    },
  );
}

export const promptsFor = (participants: Pick<Participants, 'prompts'>): Pick<DebatePlan, 'prompts'> => ({
  prompts: promptBookFor(participants).hashes,
});
