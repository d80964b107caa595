import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { readRegularText } from '../../async/regularFile';
import type { Documents } from '../../agents/documents/documentAnswers';
import { sum, type Debater, type Usage } from '../../debate/log/entryData';
import type { FormatWishes } from '../../session/plan/formatPlan';
import { measuredThinking, proposeLineup } from '../../session/plan/lineup';
import { parseMotionFile } from '../../session/plan/motionFile';
import type { ModelPlan } from '../../session/plan/modelPlan';
import { PlanError } from '../../session/plan/planError';
import { describedByDocuments, documentLineup, hintsRefused } from '../../session/plan/documentLineup';
import { modelLineupPerformer, prepareOffline } from '../../session/plan/preparation';
import { cancellable } from '../kit/cancellable';
import { withModels } from '../models/settingModels';
import { activityWords } from '../run/workingList';
import type { LineupDraft, Services } from '../services';
import type { Settings } from '../kit/settings';
import {
  type DebatersChoice,
  type StartRequest,
  formatOffered,
  hasDetails,
  isShort,
  type FormatChoices,
} from './choices';
import { type ChosenPlan, debatersUnasked, derivedPlan, explicitLimits, modelPlanOf } from './draftPlan';
import { evidenceSummary, type DraftRecord } from './draftRecord';
import { gathered, sayingHow } from './gathering';
import { parentFor } from './guards';
import { tidied } from './lineupProblems';
import { isDocument } from './setupChange';
import { evidenceValue } from './setupFields';
import { withoutEvidenceProblem } from './problemWords';

/**
 * Reads the evidence and lets the Chair propose; then there is a draft to review. Undefined when the user gave up or there
 * is no place for a debate. @throws what stands in the way, for people.
 */
export async function makeDraft(services: Services, request: StartRequest): Promise<LineupDraft | undefined> {
  const { provider, subject, evidence: choice, topic } = request;
  const problem =
    choice.kind === 'none' && subject === undefined
      ? withoutEvidenceProblem({ provider, isWebRead: services.settings.get('research.web') })
      : undefined;
  if (problem !== undefined) throw new PlanError('no_evidence', problem);
  const plan = await planFor(services, request);
  if (plan === undefined) return undefined;
  const format = formatOffered(request.format);
  const models = modelPlanOf(services, plan);
  return await cancellable(l10n.t('Preparing the debate'), async (signal, progress) => {
    const say = (message: string): void => progress.report({ message });
    say(l10n.t('Reading the evidence…'));
    const found = await gathered(plan, signal, sayingHow(say));
    const isOfDocuments = provider === 'offline' && format.seats === undefined;
    if (isOfDocuments) say(l10n.t('Looking for what can be quoted…'));
    // Models may argue without evidence: they have the web.
    const performer = isOfDocuments
      ? await prepareOffline(found, { signal, subjectText: plan.subjectText, onProgress: sayingHow(say) })
      : undefined;
    const summary = evidenceSummary(found, plan.subjectText);
    const chairs = (): Promise<Proposed> => {
      say(l10n.t('The Chair is choosing who should debate this…'));
      const onAwaiting = (detail: string): void => say(activityWords(detail));
      return proposed(services, { ...request, models, evidence: Object.keys(summary.files), onAwaiting }, signal);
    };
    const documents = await performer?.documentsOn(topic, signal);
    const chosen: Proposed =
      documents !== undefined
        ? { debaters: tidied(await spoken(request, documents, models)) }
        : format.seats === undefined
          ? await chairs()
          : { debaters: debatersUnasked(services, plan) };
    const record = {
      ...plan,
      gathered: summary,
      ...chosen,
      usage: sum(request.usage, chosen.usage),
      // Of a format with seats of its own nobody was asked: a lineup that another one needs is still to be proposed.
      wasProposed: format.seats === undefined && !isOfDocuments,
      ...(isOfDocuments ? { documents: chosen.debaters.filter(isDocument) } : {}),
      isRevised: false,
      hints: hintsOf(request.debaters),
    };
    const isPrepared = performer !== undefined && plan.subjectText === undefined;
    return await services.drafts.add(record, {
      prepared: isPrepared ? { evidence: found, performer } : undefined,
      documents,
    });
  });
}

/**
 * A draft that is set up on its page: made of the topic and of what was chosen the last time, without asking anybody. The evidence is
 * read while the page is there. Undefined where there is no place for a debate.
 */
export async function makeOpenDraft(services: Services, request: StartRequest): Promise<LineupDraft | undefined> {
  const { provider, debaters: choice } = request;
  const plan = await planFor(services, request).catch(async (error: unknown) => {
    if (!(error instanceof PlanError) || provider === 'offline') throw error;
    return await planFor(services, { ...request, provider: 'offline' });
  });
  if (plan === undefined) return undefined;
  const isSaid = choice.kind !== 'chair' && formatOffered(plan.format).seats === undefined;
  const debaters = isSaid ? await completed(services, plan, choice) : debatersUnasked(services, plan);
  const draft = await services.drafts.add({
    ...plan,
    evidence: [],
    gathered: evidenceSummary({ root: null, files: [], subject: [], leftOut: [] }),
    debaters,
    wasProposed: isSaid && choice.kind === 'given',
    isRevised: false,
    hints: hintsOf(choice),
  });
  void draft.set('evidence', evidenceValue(plan.evidence));
  // What could not be planned with it is shown at its field.
  if (plan.provider !== provider) void draft.set('provider', provider);
  return draft;
}

/** The documents, or whoever was named: the page says of those who are neither a person nor a document what they need. */
async function spoken(
  { topic, debaters: choice }: StartRequest,
  documents: Documents,
  models: ModelPlan,
): Promise<Debater[]> {
  if (choice.kind === 'hints') throw new PlanError('hints', hintsRefused);
  if (choice.kind === 'chair') return documentLineup(topic, documents);
  const request = { topic, hints: '', given: choice.debaters, evidence: [], model: '' };
  const named = withModels(await proposeLineup(request, undefined), models, 'offline');
  return describedByDocuments(named, { topic, documents, provider: 'offline' });
}

/** Code fills in what was not said. */
async function completed(
  services: Services,
  plan: DraftPlan,
  choice: DebatersChoice,
): Promise<DraftRecord['debaters']> {
  const models = modelPlanOf(services, plan);
  const given = choice.kind === 'given' ? choice.debaters : undefined;
  const lineup = await proposeLineup(
    { topic: plan.topic, hints: hintsOf(choice), given, evidence: [], model: '' },
    undefined,
  );
  return withModels(lineup, models, plan.provider);
}

type DraftPlan = ChosenPlan &
  ReturnType<typeof derivedPlan> &
  Pick<DraftRecord, 'parent' | 'evidence' | 'subject' | 'subjectText'>;

/** Before evidence is read and debaters are proposed; undefined where there is no place for a debate. */
async function planFor(services: Services, request: StartRequest): Promise<DraftPlan | undefined> {
  const { topic, provider, model, subject, config, evidence: choice } = request;
  const evidence = choice.kind === 'paths' ? choice.paths : [];
  const files = [...(subject?.files ?? [])];
  const parent = await parentFor(services, [...files, ...evidence]);
  if (parent === undefined) return undefined;
  const chosen: ChosenPlan = {
    topic,
    format: formatOffered(request.format).name,
    wishes: await wishesOf(hasDetails(request.format) ? request.details : {}, services.settings),
    provider,
    model,
    seats: {},
    chosenLimits: isShort(request.format) ? { min_rounds: 1, max_rounds: 2 } : {},
    config,
  };
  const explicit = explicitLimits(services.settings, vscode.Uri.file(parent));
  const derived = derivedPlan({ ...services, explicit }, chosen);
  return { ...chosen, ...derived, parent, evidence, subject: files, subjectText: subject?.text };
}

async function wishesOf(
  { termsFile, motion, rounds, exchanges }: FormatChoices,
  settings: Settings,
): Promise<FormatWishes> {
  const terms =
    termsFile === undefined ? undefined : parseMotionFile(await readRegularText(termsFile), basename(termsFile));
  const set = {
    speakingOrder: settings.get('panel.order'),
    order: settings.get('tribunal.order'),
    handover: settings.get('tribunal.handover'),
    openings: settings.get('panel.openings'),
    crux: settings.get('panel.crux'),
    judgePasses: settings.get('dialectic.judgePasses'),
  };
  return { rounds, exchanges, motion, terms, ...set };
}

const hintsOf = (choice: DebatersChoice): string => (choice.kind === 'hints' ? choice.text : '');

type Proposed = Pick<DraftRecord, 'debaters' | 'usage' | 'measured'>;

type Proposal = Pick<StartRequest, 'topic' | 'provider' | 'debaters'> & {
  models: ModelPlan;
  evidence: string[];
  onAwaiting: (detail: string) => void;
};

async function proposed(
  services: Services,
  { topic, provider, debaters: choice, models, evidence, onAwaiting }: Proposal,
  signal: AbortSignal,
): Promise<Proposed> {
  const given = choice.kind === 'given' ? choice.debaters : undefined;
  const performer = modelLineupPerformer(models, { models: services.models }, services.settings.get('prices'));
  // Who is given no model gets none here, so that the settings have their say for each name.
  let usage: Usage | undefined;
  const onUsage = (used: Usage): void => void (usage = sum(usage, used));
  let measured: DraftRecord['measured'];
  const onThought = (tokens: number): void => void (measured = { ...measuredThinking(models, tokens) });
  const lineup = await proposeLineup(
    { topic, hints: hintsOf(choice), given, evidence, model: '', onUsage, onThought, onAwaiting },
    performer,
    signal,
  );
  return { debaters: withModels(lineup, models, provider), usage, measured };
}
