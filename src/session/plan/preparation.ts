import type { Documents } from '../../agents/documents/documentAnswers';
import { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import type { Performer } from '../../agents/performer';
import { parseScript, ScriptedPerformer } from '../../agents/scripted';
import type { Report } from '../../async/workerJobs';
import { gatheredEvidence, type EvidenceSet } from './evidenceSet';
import { randomBytes } from 'node:crypto';
import { Fence } from '../../agents/model/fence';
import { LanguageModelPerformer } from '../../agents/model/languageModelPerformer';
import type { GivenPrices } from '../../models/prices';
import { systemClock } from '../../models/retries';
import { promptBookFor } from '../run/performers';
import { type DebatePlan, openedWithText, type SubjectText } from './createDebate';
import type { Participants } from './modelAccess';
import { proposerIn, type ModelPlan } from './modelPlan';
import { offTopicWords } from './documentLineup';
import { PlanError } from './planError';
import { errorText } from '../../debate/log/objects';

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
): Promise<DocumentsPerformer> {
  if (subjectText === undefined) requireEvidence(evidence);
  const opened = gatheredEvidence(evidence);
  const offline = new DocumentsPerformer(
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

/** @throws PlanError `off_topic` where no content word occurs in the evidence, unless the user wants to go on `anyway`. */
export function refuseOffTopic({ words: { all, nowhere } }: Documents, anyway = false): void {
  if (anyway || nowhere.length < all.length) return;
  throw new PlanError('off_topic', offTopicWords(all));
}

export function requireEvidence({ root }: Pick<EvidenceSet, 'root'>): void {
  if (root === null) throw new PlanError('no_evidence', 'Offline, your documents speak, so there has to be evidence.');
}

/** The script where it has a lineup or motions; undefined where nobody can be asked. @throws when the text is no script. */
export const lineupPerformer = (script?: string): Performer | undefined =>
  script === undefined ? undefined : new ScriptedPerformer(parseScript(script));

/**
 * There is no debate yet: nothing is read, captured or logged. @throws PlanError where models cannot be reached, or a prompt of the
 * workspace cannot be used.
 */
export function modelLineupPerformer(
  plan: ModelPlan,
  participants: Participants,
  prices?: GivenPrices,
): Performer | undefined {
  const ref = proposerIn(plan);
  const access = participants.models;
  if (ref?.kind !== 'model' || access === undefined) return undefined;
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
