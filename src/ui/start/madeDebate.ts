import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { DocumentsPerformer } from '../../agents/documents/documentsPerformer';
import { withDocuments } from '../../session/plan/documentLineup';
import { createDebate, type DebatePlan } from '../../session/plan/createDebate';
import type { EvidenceSet } from '../../session/plan/evidenceSet';
import { assessPlan, hasDocuments, referencesOf, type PlanProblem } from '../../session/plan/planDebate';
import { prepareOffline, promptsFor } from '../../session/plan/preparation';
import { putInList } from '../library/keepInList';
import { isAgreed, offer, showErrorMessage, showInformationMessage } from '../kit/messages';
import { endpointsNow, providersIn } from '../models/settingModels';
import { workspacePrompts } from '../models/workspacePrompts';
import type { StartPorts } from './ports';
import { wordsFor } from '../kit/wordsFor';
import type { DraftRecord, EvidenceChange } from './draftRecord';
import { planProblemWords } from './problemWords';
import { sourcesOf } from './judgeField';

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

export async function makeDebate(services: StartPorts, record: DraftRecord, making: Making): Promise<MadeDebate> {
  const { topic, format, options, debaters, limits, provider, parent, subjectText, usage } = record;
  const { evidence, signal } = making;
  const performer = await offlinePerformer(record, making);
  signal.throwIfAborted();
  const documents = await performer?.documentsOn(topic, signal);
  const { problems, estimate } = assessPlan(record, { ...sourcesOf(record), documents });
  const doubt = problems.find(({ code }) => code === 'off_topic');
  if (doubt !== undefined && !(await isWanted(doubt, format))) throw new vscode.CancellationError();
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
    estimate: estimate && { ...estimate },
    ...(await modelFacts(services, record)),
    now: () => new Date(),
  });
  putInList(services, folder);
  // The selection has got a path with the folder, which a performer that was made before does not know.
  return { folder, performer: subjectText === undefined ? performer : undefined };
}

/** Undefined where no document speaks. */
async function offlinePerformer(
  record: DraftRecord,
  { evidence, prepared, signal }: Making,
): Promise<DocumentsPerformer | undefined> {
  if (!hasDocuments(record)) return undefined;
  if (prepared !== undefined && prepared.evidence.root === evidence.root) return prepared.performer;
  return await prepareOffline(evidence, { signal, subjectText: record.subjectText });
}

/** Whether the user wants to go on although the evidence knows nothing of the topic. */
async function isWanted(problem: PlanProblem, format: string): Promise<boolean> {
  const detail = l10n.t('Choose other evidence or another topic, or start anyway; the record says so.');
  return await isAgreed(planProblemWords(problem, format), detail, l10n.t('Start Anyway'));
}

/** Where requests go is as the settings are now, and not when the lineup was proposed. */
async function modelFacts(
  services: StartPorts,
  record: DraftRecord,
): Promise<Pick<DebatePlan, 'models' | 'effort' | 'efforts' | 'prices' | 'endpoints' | 'prompts'>> {
  const { models, effort, efforts, prices, parent } = record;
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
  };
}

/** Whatever keeps it from running, the debate stays. */
export async function runMade({ runManager, log }: StartPorts, { folder, performer }: MadeDebate): Promise<void> {
  try {
    await runManager.run(folder, performer === undefined ? {} : { offline: performer });
  } catch (error) {
    log.error(`The debate in ${folder} could not be run.`, wordsFor(error));
    void showErrorMessage(
      l10n.t('The debate was created but could not start: {0} Fix this, then resume the debate.', wordsFor(error)),
    );
  }
}

/** Cancelled when its folder was there already. */
export function showUnused({ panels }: StartPorts, folder: string): void {
  const message = l10n.t('The debate was cancelled before it ran. It is in the list of debates; delete it there.');
  void offer(showInformationMessage, message, { [l10n.t('Open Debate')]: () => panels.show(folder) });
}

export function showChange({ added, removed, changed }: EvidenceChange): void {
  const message = l10n.t(
    'The evidence has changed since you saw it (new files: {0}, removed: {1}, changed: {2}). The debate uses the current files.',
    ...[added.length, removed.length, changed.length],
  );
  void showInformationMessage(message);
}
