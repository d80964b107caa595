import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { readRegularText } from '../../async/regularFile';
import { wishesFor } from '../../debate/flow/options';
import { formats } from '../../debate/formats/registry';
import { proposeLineup } from '../../session/plan/lineup';
import { parseMotionFile } from '../../session/plan/motionFile';
import { assessPlan } from '../../session/plan/planDebate';
import { PlanError } from '../../session/plan/planError';
import { optionSettings } from '../formats/optionSettings';
import { cancellable } from '../kit/cancellable';
import { withModels } from '../models/settingModels';
import type { LineupDraft } from './lineupDraft';
import type { StartPorts } from './ports';
import type { Settings } from '../kit/settings';
import { formatOffered, isShort, type DebatersChoice, type FormatChoices, type StartRequest } from './choices';
import type { DebateDraft } from './debateDraft';
import { type ChosenPlan, debatersUnasked, derivedPlan, explicitLimits, modelPlanOf } from './draftPlan';
import { evidenceSummary, type DraftRecord } from './draftRecord';
import { parentFor } from './guards';
import { planProblemWords } from './problemWords';
import { evidenceValue } from './setupFields';

/**
 * A draft that is set up on its page: made of the topic and of what was chosen the last time, without asking anybody. The evidence is
 * read while the page is there. Undefined where there is no place for a debate.
 */
export async function makeOpenDraft(services: StartPorts, request: StartRequest): Promise<LineupDraft | undefined> {
  const { provider } = request;
  const plan = await planFor(services, request).catch(async (error: unknown) => {
    if (!(error instanceof PlanError) || provider === 'offline') throw error;
    return await planFor(services, { ...request, provider: 'offline' });
  });
  if (plan === undefined) return undefined;
  const draft = await added(services, plan, request);
  void draft.set('evidence', evidenceValue(plan.evidence));
  // What could not be planned with it is shown at its field.
  if (plan.provider !== provider) void draft.set('provider', provider);
  return draft;
}

/**
 * A draft for a program, which waits until the evidence is read and the lineup proposed. Undefined when the user gave up or there is no
 * place for a debate. @throws what stands in the way, for people; then there is no draft
 */
export async function makeDraft(services: StartPorts, request: StartRequest): Promise<LineupDraft | undefined> {
  const plan = await planFor(services, request);
  if (plan === undefined) return undefined;
  refuseWishes(plan, request);
  const draft = await added(services, plan, request);
  const forget = (): void => {
    draft.cancel();
    services.drafts.drop(draft.id);
  };
  try {
    const isReady = await cancellable(l10n.t('Preparing the debate'), async (signal, progress) => {
      await draft.prepare(plan.evidence, { signal, say: (message) => progress.report({ message }) });
      return true;
    });
    if (isReady !== true) forget();
    return isReady === true ? draft : undefined;
  } catch (error) {
    forget();
    throw error;
  }
}

/** @throws PlanError of the first problem that shows before the evidence is read */
function refuseWishes(plan: DraftPlan, { debaters: choice }: StartRequest): void {
  const files = plan.evidence.length + plan.subject.length + (plan.subjectText === undefined ? 0 : 1);
  const sources = { files, bytes: 0, isWebRead: plan.isWebRead, isSearched: plan.isSearched };
  const { problems } = assessPlan({ ...plan, debaters: [], hints: hintsOf(choice) }, sources);
  const [problem] = problems.filter(({ code }) => code === 'hints' || code === 'no_evidence');
  if (problem !== undefined) throw new PlanError(problem.code, planProblemWords(problem, plan.format));
}

async function added(
  services: StartPorts,
  plan: DraftPlan,
  { debaters: choice, config }: StartRequest,
): Promise<DebateDraft> {
  const isSaid = choice.kind !== 'chair' && formatOffered(plan.format).seats === undefined;
  const isGiven = choice.kind === 'given';
  return await services.drafts.add({
    ...plan,
    config: isGiven ? { ...config, debaters: choice.debaters } : config,
    evidence: [],
    gathered: evidenceSummary({ root: null, files: [], subject: [], leftOut: [] }),
    debaters: isSaid ? await completed(services, plan, choice) : debatersUnasked(services, plan),
    wasProposed: isSaid && isGiven,
    isRevised: false,
    hints: hintsOf(choice),
  });
}

/** The debaters that were named or described; code fills in what was not said of them. */
export async function completed(
  services: Pick<StartPorts, 'settings'>,
  plan: Pick<DraftRecord, 'topic' | 'format' | 'provider' | 'model' | 'config'>,
  choice: DebatersChoice,
): Promise<DraftRecord['debaters']> {
  const given = choice.kind === 'given' ? choice.debaters : undefined;
  const request = { topic: plan.topic, hints: hintsOf(choice), given, evidence: [], model: '' };
  return withModels(await proposeLineup(request, undefined), modelPlanOf(services, plan), plan.provider);
}

type DraftPlan = ChosenPlan &
  ReturnType<typeof derivedPlan> &
  Pick<DraftRecord, 'parent' | 'evidence' | 'subject' | 'subjectText'>;

/** Before evidence is read and debaters are proposed; undefined where there is no place for a debate. */
async function planFor(services: StartPorts, request: StartRequest): Promise<DraftPlan | undefined> {
  const { topic, provider, model, subject, config, evidence: choice } = request;
  const evidence = choice.kind === 'paths' ? choice.paths : [];
  const files = [...(subject?.files ?? [])];
  const parent = await parentFor(services, [...files, ...evidence]);
  if (parent === undefined) return undefined;
  const chosen: ChosenPlan = {
    topic,
    format: formatOffered(request.format).name,
    wishes: await wishesOf(request.details, services.settings),
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
): Promise<DraftRecord['wishes']> {
  const terms =
    termsFile === undefined ? undefined : parseMotionFile(await readRegularText(termsFile), basename(termsFile));
  const asked = formats.map((format) => wishesFor(format, { rounds, exchanges, motion }));
  const set = settings.valuesOf(optionSettings);
  return { options: Object.fromEntries([set, ...asked].flatMap((some) => Object.entries(some))), terms };
}

const hintsOf = (choice: DebatersChoice): string => (choice.kind === 'hints' ? choice.text : '');
