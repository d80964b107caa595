import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ExtractivePerformer } from '../../agents/extractive/extractivePerformer';
import { sum, type Usage } from '../../debate/entryData';
import type { GivenDebater } from '../../session/configFiles';
import type { Format } from '../../debate/step';
import { optionsFor, seatedDebaters, type FormatWishes } from '../../session/formatPlan';
import { proposeLineup } from '../../session/lineup';
import { parseMotionFile } from '../../session/motionFile';
import type { ModelPlan } from '../../session/modelPlan';
import { PlanError } from '../../session/planError';
import { modelLineupPerformer, prepareOffline, requirePassages } from '../../session/preparation';
import { debaterModel, rolesIn } from '../models/roleModels';
import { modelsBySettings } from '../models/settingModels';
import { showWarningMessage } from '../messages';
import type { LineupDraft, Services } from '../services';
import type { Settings } from '../settings';
import type { DebatersChoice } from './choices';
import { debateLimits, explicitLimits } from './debateLimits';
import { evidenceSummary, type DraftRecord } from './draftRecord';
import type { LineupDrafts } from './drafts';
import { formatOffered, hasDetails, type FormatChoices } from './formatChoices';
import { gathered, preparing, sayingHow } from './gathering';
import { parentFor } from './guards';
import type { StartRequest } from './request';
import { endpointsNow, requestEffort } from './modelFacts';
import { withoutEvidenceProblem } from './withoutEvidence';

/**
 * Reads the evidence and lets the Chair propose; then there is a draft to review. Undefined when the user gave up or there
 * is no place for a debate. @throws what stands in the way, for people.
 */
export async function makeDraft(
  services: Services,
  drafts: LineupDrafts,
  request: StartRequest,
): Promise<LineupDraft | undefined> {
  const { settings } = services;
  const { topic, provider, subject, evidence: choice } = request;
  const evidence = choice.kind === 'paths' ? choice.paths : [];
  const files = [...(subject?.files ?? [])];
  const problem =
    choice.kind === 'none' && subject === undefined
      ? withoutEvidenceProblem({ provider, isWebRead: settings.get('research.web') })
      : undefined;
  if (problem !== undefined) throw new PlanError('no_evidence', problem);
  const parent = await parentFor(services, [...files, ...evidence]);
  if (parent === undefined) return undefined;
  const format = formatOffered(request.format);
  const options = optionsFor(format, topic, {
    ...(await wishesOf(hasDetails(request.format) ? request.details : {}, settings)),
    isOffline: provider === 'offline',
  });
  const limits = debateLimits(
    request.format,
    explicitLimits(settings, vscode.Uri.file(parent)),
    request.config,
    options,
    provider,
  );
  const text = subject?.text === undefined ? {} : { subjectText: subject.text };
  const models = modelsBySettings(settings, {
    provider,
    model: request.model,
    config: request.config.models ?? undefined,
    roles: format.roles,
  });
  const plan = {
    topic,
    format: format.name,
    options,
    provider,
    limits,
    parent,
    evidence,
    subject: files,
    ...text,
    ...modelFacts(services, models),
  };
  return await preparing(async (signal, say) => {
    say(vscode.l10n.t('Reading the evidence…'));
    const found = await gathered(plan, signal, sayingHow(say));
    if (provider === 'offline') say(vscode.l10n.t('Looking for what can be quoted…'));
    // Models may argue without evidence: they have the web.
    const performer =
      provider === 'offline'
        ? await prepareOffline(found, { signal, subjectText: plan.subjectText, onProgress: sayingHow(say) })
        : undefined;
    if (performer !== undefined) await requirePassages(performer, topic, format);
    if (performer !== undefined && !(await isOnTopic(performer, topic))) return undefined;
    const summary = evidenceSummary(found, plan.subjectText);
    const chairs = (): Promise<Pick<DraftRecord, 'debaters' | 'usage'>> => {
      say(vscode.l10n.t('The Chair is choosing who should debate this…'));
      return proposed(services, { ...request, models, evidence: Object.keys(summary.files) }, signal);
    };
    const chosen: Pick<DraftRecord, 'debaters' | 'usage'> =
      format.seats === undefined ? await chairs() : { debaters: seatedBy(format, models, provider) };
    const record = {
      ...plan,
      gathered: summary,
      ...chosen,
      ...usageIn(sum(request.usage, chosen.usage)),
      isRevised: false,
      hints: hintsOf(request.debaters),
    };
    return await drafts.add(
      record,
      performer !== undefined && plan.subjectText === undefined ? { evidence: found, performer } : undefined,
    );
  });
}

/** Whether the evidence knows something of the topic, or the user wants to go on all the same. */
async function isOnTopic(offline: ExtractivePerformer, topic: string): Promise<boolean> {
  const { all, nowhere } = await offline.wordsOf(topic);
  if (nowhere.length < all.length) return true;
  const message = vscode.l10n.t(
    'No content word of the topic occurs in the evidence: {0}.',
    all.map((word) => `“${word}”`).join(', '),
  );
  const detail = vscode.l10n.t(
    'What would be quoted has nothing to do with it. Choose other evidence or another topic, or start anyway; the record says so.',
  );
  const anyway = vscode.l10n.t('Start Anyway');
  return (await showWarningMessage(message, { modal: true, detail }, anyway)) === anyway;
}

/** Both sides of a format that names them, each on what the settings say for it. */
const seatedBy = (format: Format, models: ModelPlan, provider: StartRequest['provider']): DraftRecord['debaters'] =>
  seatedDebaters(format, '').map((debater) => ({ ...debater, model: debaterModel(debater, models, provider) }));

/** What was chosen in the flow, with what is set. */
async function wishesOf(
  { termsFile, style, motion, rounds, exchanges }: FormatChoices,
  settings: Settings,
): Promise<FormatWishes> {
  const terms =
    termsFile === undefined ? undefined : parseMotionFile(await readFile(termsFile, 'utf8'), basename(termsFile));
  const set = {
    speakingOrder: settings.get('panel.order'),
    order: settings.get('tribunal.order'),
    handover: settings.get('tribunal.handover'),
    judgePasses: settings.get('dialectic.judgePasses'),
  };
  return { rounds, exchanges, style, motion, terms, ...set };
}

const hintsOf = (choice: DebatersChoice): string => (choice.kind === 'hints' ? choice.text : '');

function modelFacts(
  services: Services,
  models: ModelPlan,
): Pick<DraftRecord, 'models' | 'debaterModel' | 'effort' | 'efforts' | 'prices' | 'endpoints' | 'isWebRead'> {
  const isWebRead = services.settings.get('research.web');
  return {
    models: rolesIn(models),
    debaterModel: models.standard,
    endpoints: endpointsNow(services),
    isWebRead,
    ...requestEffort(services),
  };
}

type Proposal = Pick<StartRequest, 'topic' | 'provider' | 'debaters'> & { models: ModelPlan; evidence: string[] };

async function proposed(
  services: Services,
  { topic, provider, debaters: choice, models, evidence }: Proposal,
  signal: AbortSignal,
): Promise<Pick<DraftRecord, 'debaters' | 'usage'>> {
  const given: GivenDebater[] | undefined = choice.kind === 'given' ? choice.debaters : undefined;
  const performer = modelLineupPerformer(models, { models: services.models }, services.settings.get('prices'));
  // Who is given no model gets none here, so that the settings have their say for each name.
  let usage: Usage | undefined;
  const onUsage = (used: Usage): void => void (usage = sum(usage, used));
  const lineup = await proposeLineup(
    { topic, hints: hintsOf(choice), given, evidence, model: '', onUsage },
    performer,
    signal,
  );
  const debaters = lineup.map((debater) => ({ ...debater, model: debaterModel(debater, models, provider) }));
  return { debaters, ...usageIn(usage) };
}

const usageIn = (usage: Usage | undefined): Pick<DraftRecord, 'usage'> => (usage === undefined ? {} : { usage });
