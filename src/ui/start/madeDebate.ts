import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtractivePerformer } from '../../agents/extractive/extractivePerformer';
import { createDebate, type DebatePlan } from '../../session/createDebate';
import { estimateOf } from '../../session/estimate';
import type { EvidenceSet } from '../../session/evidenceSet';
import { formatOf } from '../../session/plan';
import { prepareOffline, promptsFor } from '../../session/preparation';
import { putInList } from './workspaceFolders';
import { offer, showErrorMessage, showInformationMessage } from '../messages';
import { endpointsNow, providersIn } from '../models/settingModels';
import { workspacePrompts } from '../models/workspacePrompts';
import type { Services } from '../services';
import { wordsFor } from '../wordsFor';
import type { DraftRecord, EvidenceChange } from './draftRecord';
import { canQuote } from './makeDraft';
import { estimateRequest, referencesOf } from './reviewOf';

export interface Prepared {
  evidence: EvidenceSet;
  performer: ExtractivePerformer;
}

interface MadeDebate {
  folder: string;
  performer: ExtractivePerformer | undefined;
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
  const folder = await createDebate({
    topic,
    format,
    options,
    debaters,
    limits,
    provider,
    parent,
    evidence,
    usage,
    subjectText,
    topicWords: await performer?.wordsOf(topic),
    ...(await modelFacts(services, record)),
    now: () => new Date(),
  });
  putInList(services, folder);
  // The selection has got a path with the folder, which a performer that was made before does not know.
  return { folder, performer: subjectText === undefined ? performer : undefined };
}

/** Undefined where models argue: whoever is offline among them is prepared when the debate is opened. */
async function offlinePerformer(
  { provider, subjectText, topic, format }: DraftRecord,
  { evidence, prepared, signal }: Making,
): Promise<ExtractivePerformer | undefined> {
  if (provider !== 'offline') return undefined;
  if (prepared !== undefined && prepared.evidence.root === evidence.root) return prepared.performer;
  const performer = await prepareOffline(evidence, { signal, subjectText });
  if (await canQuote(performer, topic, formatOf({ format }))) return performer;
  throw new vscode.CancellationError();
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
