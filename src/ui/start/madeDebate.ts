import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { withDocuments } from '../../session/plan/documentLineup';
import type { Documents } from '../../agents/documents/documentAnswers';
import { performing } from '../../debate/flow/seats';
import { createDebate, type DebatePlan } from '../../session/plan/createDebate';
import { estimateOf } from '../../session/plan/estimate';
import type { EvidenceSet } from '../../session/plan/evidenceSet';
import { formatOf } from '../../session/plan/plan';
import { prepareOffline, promptsFor } from '../../session/plan/preparation';
import { putInList } from './workspaceFolders';
import { isAgreed, offer, showErrorMessage, showInformationMessage } from '../kit/messages';
import { endpointsNow, providersIn } from '../models/settingModels';
import { workspacePrompts } from '../models/workspacePrompts';
import type { Services } from '../services';
import { wordsFor } from '../kit/wordsFor';
import type { DraftRecord, EvidenceChange } from './draftRecord';
import { estimateRequest, referencesOf } from './reviewOf';

export interface Prepared {
  evidence: EvidenceSet;
  performer: DocumentsPerformer;
}

interface MadeDebate {
  folder: string;
  performer: DocumentsPerformer | undefined;
}

interface Making {
  evidence: EvidenceSet;
  prepared: Prepared | undefined;
  signal: AbortSignal;
}

export async function makeDebate(services: Services, record: DraftRecord, making: Making): Promise<MadeDebate> {
  const { topic, format, options, debaters, limits, provider, parent, subjectText, usage } = record;
  const { evidence, signal } = making;
  const performer = await offlinePerformer(record, making);
  signal.throwIfAborted();
  const documents = await performer?.documentsOn(topic, signal);
  if (documents !== undefined && !(await knowsTopic(documents))) throw new vscode.CancellationError();
  const folder = await createDebate({
    topic,
    format,
    options,
    debaters: documents === undefined ? debaters : withDocuments(debaters, { topic, documents, provider }),
    limits,
    provider,
    parent,
    evidence,
    usage,
    subjectText,
    topicWords: documents?.words,
    ...(await modelFacts(services, record)),
    now: () => new Date(),
  });
  putInList(services, folder);
  // The selection has got a path with the folder, which a performer that was made before does not know.
  return { folder, performer: subjectText === undefined ? performer : undefined };
}

/** Undefined where no document speaks. */
async function offlinePerformer(
  { provider, subjectText, format, debaters }: DraftRecord,
  { evidence, prepared, signal }: Making,
): Promise<DocumentsPerformer | undefined> {
  const isSpeaking = debaters.some(({ model }) => performing(model, provider) === 'offline');
  if (formatOf({ format }).seats !== undefined || !isSpeaking) return undefined;
  if (prepared !== undefined && prepared.evidence.root === evidence.root) return prepared.performer;
  return await prepareOffline(evidence, { signal, subjectText });
}

/** Whether the evidence knows something of the topic, or the user wants to go on all the same. */
async function knowsTopic({ words: { all, nowhere } }: Documents): Promise<boolean> {
  if (nowhere.length < all.length) return true;
  const message = l10n.t(
    'No content word of the topic occurs in the evidence: {0}.',
    all.map((word) => `“${word}”`).join(', '),
  );
  const detail = l10n.t('Choose other evidence or another topic, or start anyway; the record says so.');
  return await isAgreed(message, detail, l10n.t('Start Anyway'));
}

/** Where requests go is as the settings are now, and not when the lineup was proposed. */
async function modelFacts(
  services: Services,
  record: DraftRecord,
): Promise<Pick<DebatePlan, 'models' | 'effort' | 'efforts' | 'prices' | 'endpoints' | 'prompts' | 'estimate'>> {
  const { models, effort, efforts, prices, parent } = record;
  const estimate = estimateOf(estimateRequest(record));
  const reached = providersIn(referencesOf(record));
  const endpoints = Object.fromEntries(
    Object.entries(endpointsNow(services)).filter(([name]) => reached.some((provider) => provider === name)),
  );
  return {
    models,
    prices,
    ...(reached.length === 0 ? {} : { endpoints, ...promptsFor({ prompts: await workspacePrompts(parent) }) }),
    effort,
    efforts,
    estimate: estimate && { ...estimate },
  };
}

/** Whatever keeps it from running, the debate stays. */
export async function runMade({ runManager, log }: Services, { folder, performer }: MadeDebate): Promise<void> {
  try {
    await runManager.run(folder, performer === undefined ? {} : { offline: performer });
  } catch (error) {
    log.error(`The debate in ${folder} could not be run.`, wordsFor(error));
    void showErrorMessage(
      l10n.t('The debate was made, but could not be run: {0} Resume it when that is mended.', wordsFor(error)),
    );
  }
}

/** Cancelled when its folder was there already. */
export function showUnused({ panels }: Services, folder: string): void {
  const message = l10n.t(
    'The debate was cancelled, and it does not run. Its folder had been made already: {0}',
    folder,
  );
  void offer(showInformationMessage, message, { [l10n.t('Open Panel')]: () => panels.show(folder) });
}

export function showChange({ added, removed, changed }: EvidenceChange): void {
  const message = l10n.t(
    'The evidence is not what it was when you saw it (files that are new: {0}, gone: {1}, changed: {2}). The debate uses it as it is now.',
    ...[added.length, removed.length, changed.length],
  );
  void showInformationMessage(message);
}
