import { createOfflinePerformer } from '../agents/offline/offlinePerformer';
import type { Performer } from '../agents/performer';
import { parseScript, ScriptedPerformer } from '../agents/scripted';
import { openEvidence, type EvidenceSet } from './evidenceSet';
import { PlanError } from './plan';
import { openedWithText, type SubjectText } from './subjectText';

/**
 * The offline performer on this evidence, for `SessionOptions.offline` too (but not where there is a text that has no place
 * yet: its path is not known before the debate has a folder). Nothing of a debate is to be made before it
 * is known that there is something to quote.
 *
 * @throws PlanError `no_evidence`: none was given; `evidence_unusable`: nothing in it can be quoted. The signal's reason.
 */
export async function prepareOffline(
  evidence: EvidenceSet,
  signal = new AbortController().signal,
  subjectText?: SubjectText,
): Promise<Performer> {
  if (subjectText === undefined) requireEvidence(evidence);
  const opened = await openEvidence(evidence);
  const offline = await createOfflinePerformer(subjectText === undefined ? opened : openedWithText(opened, subjectText), signal);
  try {
    await offline.ready('debater', signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new PlanError('evidence_unusable', error instanceof Error ? error.message : String(error));
  }
  return offline;
}

/** @throws PlanError `no_evidence` */
export function requireEvidence({ root }: Pick<EvidenceSet, 'root'>): void {
  if (root === null) throw new PlanError('no_evidence', 'The offline debaters argue by quotation, so they need evidence.');
}

/**
 * Who proposes the lineup: the script where it has one, else the offline Chair, who reads no evidence for it.
 *
 * @throws when the text is no script.
 */
export async function lineupPerformer(script?: string): Promise<Performer> {
  const offline = await createOfflinePerformer({ files: [], text: () => Promise.resolve('') });
  return script === undefined ? offline : new ScriptedPerformer(parseScript(script), offline);
}
