import * as l10n from '@vscode/l10n';
import { descriptorOf } from '../../models/providers';
import type { CheaperOffer, Review, SetupField } from '../../shared/protocol';
import { seatName } from '../../projections/seatName';
import { seatsField } from './setupChange';
import type { DraftRecord } from './draftRecord';
import { inFull, type FieldProblem } from './lineupProblems';
import { dollars } from '../../matching/text/shortText';
import { formatNamed } from '../../debate/formats/registry';
import type { Documents } from '../../agents/documents/documentAnswers';
import { planNoticeWords } from '../../projections/planNotice';
import type { CheaperSeats, Estimate } from '../../session/plan/estimate';
import { assessPlan, referencesOf, type PlanProblem } from '../../session/plan/planDebate';
import { planProblemWords } from './problemWords';
import { type ModelProviderName, formatModelRef, modelProvider, parseModelRef } from '../../models/provider';
import { proposerIn } from '../../session/plan/modelPlan';
import { sourcesOf } from './judgeField';
import { setupFields, type SetupOffers } from './setupFields';
import { providersIn } from '../models/settingModels';

interface ReviewState extends SetupOffers {
  busy: Review['busy'];
  earlier?: Review['earlier'];
  problems: readonly FieldProblem[];
  misfits?: readonly string[];
  /** Those of the evidence, once they are known. */
  documents?: Documents | undefined;
  /** What could not be taken, by field: it stays where it was typed. */
  refused?: ReadonlyMap<string, { value: string; message: string }>;
  unrevised?: Review['unrevised'];
  unstarted?: Review['unstarted'];
}

export function reviewOf(draft: DraftRecord, state: ReviewState): Review {
  const { min_rounds, max_rounds, time_budget_minutes } = draft.limits;
  const { root, files, bytes, subject, leftOut, leftOutCount } = draft.gathered;
  const count = Object.keys(files).length + (draft.subjectText === undefined ? 0 : 1);
  // What was typed may be a model's name alone.
  const seated = { ...draft, debaters: inFull(draft.debaters, draft.provider) };
  const isArguing = providersIn(seated.debaters.map(({ model }) => model)).length > 0;
  const hasModel = seated.debaterModel !== '';
  const sending = {
    references: referencesOf(seated),
    chosen: hasModel ? undefined : modelProvider(seated.provider),
    endpoints: draft.endpoints,
    isWebRead: draft.isWebRead,
    isSearched: draft.isSearched,
    hasFiles: count > 0 || state.busy === 'reading',
  };
  const { problems, estimate, cheaper, notices } = assessPlan(seated, { ...sourcesOf(draft), ...state });
  const known = hasModel ? notices : [];
  const warnings = [...(state.misfits ?? []), ...known.map((notice) => planNoticeWords(l10n, notice))];
  const refused = state.refused ?? new Map<string, { value: string; message: string }>();
  const shown = (field: string, value: string): string => refused.get(field)?.value ?? value;
  const isFixed = formatNamed(draft.format)?.seats !== undefined;
  const isOffline = draft.provider === 'offline';
  return {
    draft: draft.id,
    topic: shown('topic', draft.topic),
    parent: shown('parent', draft.parent),
    notice: noticeWords({ ...sending, isArguing, isFixed }),
    limits: { minRounds: min_rounds, maxRounds: max_rounds, timeBudgetMinutes: time_budget_minutes },
    fields: setupFields(draft, state).map((field) => {
      const value = shown(field.id, field.value);
      if (!canShow(field, value)) return field;
      // A refused value is shown without the button for the value that is already set.
      const buttons = field.buttons?.filter((button) => value === field.value || button.value !== field.value);
      return { ...field, value, ...(buttons === undefined ? {} : { buttons }) };
    }),
    ...(isFixed ? { isFixed } : {}),
    ...(isOffline ? { isOffline } : {}),
    proposal: isFixed || draft.wasProposed || isOffline ? undefined : proposalWords(draft),
    debaters: draft.debaters,
    isRevised: draft.isRevised,
    unrevised: state.unrevised,
    unstarted: state.unstarted,
    busy: state.busy,
    earlier: state.earlier,
    problems: [
      ...[...refused].map(([field, { message }]) => ({ field, message })),
      ...state.problems,
      ...problems
        .filter((problem) => isShownNow(problem, state))
        .map((problem) => ({ field: problem.field, message: planProblemWords(problem, draft.format) })),
    ],
    evidence: { root: root ?? undefined, files: count, bytes, subject, leftOut, leftOutCount },
    sends: sendsWords(sending),
    estimate:
      hasModel && estimate !== undefined ? { ...estimateWords(estimate), cheaper: cheaperOffer(cheaper) } : undefined,
    ...(warnings.length === 0 ? {} : { warnings }),
    models: [...(state.models ?? []), 'human', 'offline'],
  };
}

/** A list is blank for what it does not offer, such as what a button beside it asks for. */
const canShow = ({ options }: SetupField, value: string): boolean =>
  options === undefined || options.some((option) => option.value === value);

/** Evidence may still be read; whether it knows the topic is asked at the start. What is told already of a field is enough. */
const isShownNow = ({ code, field }: PlanProblem, { busy, problems }: ReviewState): boolean =>
  code !== 'off_topic' &&
  (code !== 'no_evidence' || busy !== 'reading') &&
  !problems.some((problem) => problem.field === field);

/** Said before the Chair is asked. */
function proposalWords({ models, debaterModel, endpoints, gathered }: DraftRecord): string {
  const ref = proposerIn({ models, standard: debaterModel });
  if (ref?.kind !== 'model')
    return l10n.t('Proposed from the question alone. Describe who should debate, or edit the cards. Nothing is sent.');
  const isNamed = Object.keys(gathered.files).length > 0;
  const what = isNamed ? l10n.t('the topic, the names of the evidence files') : l10n.t('the topic');
  return l10n.t(
    'Proposed from the question alone; nothing was sent. The Chair can propose a lineup: one request to {0} ({1}) with {2} and your words.',
    formatModelRef(ref),
    placeOf(ref.provider, endpoints),
    what,
  );
}

export function estimateWords(estimate: Estimate): { text: string; basis: string[] } {
  const { unpriced, untold, basis } = estimate;
  const missing =
    unpriced.length > 0 && estimate.usd_high > 0
      ? [l10n.t('Not included, because the price is unknown: {0}', unpriced.join(', '))]
      : [];
  const silent =
    untold.length > 0
      ? [l10n.t('{0} reports no usage, so the cost shown during the debate is an estimate', untold.join(', '))]
      : [];
  return { text: [amountWords(estimate), ...missing].join('. '), basis: [...silent, ...basis] };
}

/** Seats that the small model of their provider could take. */
function cheaperOffer(found: CheaperSeats | undefined): CheaperOffer | undefined {
  if (found === undefined) return undefined;
  const { models, saves } = found;
  const seats = Object.keys(models).map((role) => seatName(l10n, role));
  const small = Object.values(models).map((reference) => parseModelRef(reference));
  const names = [...new Set(small.flatMap((ref) => (ref?.kind === 'model' ? [ref.model] : [])))].join(', ');
  return {
    text: l10n.t(
      'Use {0} for {1}: saves {2} to {3}.',
      names,
      seats.join(', '),
      dollars(saves.low),
      dollars(saves.high),
    ),
    field: seatsField,
    button: { value: JSON.stringify(models), label: l10n.t('Use the Smaller Model') },
  };
}

function amountWords({ unpriced, usd_low: low, usd_high: high, tokens_low: few, tokens_high: many }: Estimate): string {
  const [least, most] = [Math.round(few / 1_000), Math.round(many / 1_000)];
  const tokens = least === most ? l10n.t('{0}k tokens', most) : l10n.t('{0}k to {1}k tokens', least, most);
  if (high === 0 && unpriced.length > 0) return l10n.t('Estimated use: {0}; no price is known', tokens);
  const [cheapest, dearest] = [dollars(low), dollars(high)];
  return cheapest === dearest
    ? l10n.t('Estimated cost: about {0} ({1})', dearest, tokens)
    : l10n.t('Estimated cost: {0} to {1} ({2})', cheapest, dearest, tokens);
}

interface Sending {
  /** Models of all roles and debaters. */
  references: readonly string[];
  /** The provider that was chosen, as long as none of its models is. */
  chosen?: ModelProviderName | undefined;
  /** Origins, by provider. */
  endpoints: Readonly<Record<string, string>>;
  isWebRead: boolean;
  isSearched: boolean;
  /** Whether there is evidence, or the subject material. */
  hasFiles: boolean;
}

/** A line per place. */
export function sendsWords({ references, chosen, endpoints, isWebRead, isSearched, hasFiles }: Sending): string {
  const providers = [...new Set([...providersIn(references), ...(chosen === undefined ? [] : [chosen])])];
  if (providers.length === 0) return l10n.t('Nothing leaves this machine.');
  const places = providers.map((provider) => {
    const named = modelsOf(provider, references).join(', ');
    const [place, models] = [placeOf(provider, endpoints), named === '' ? l10n.t('no model is chosen yet') : named];
    return hasFiles
      ? l10n.t(
          'To {0} ({1}): the topic, the lineup, the debate so far, and the passages of these files that debaters read.',
          ...[place, models],
        )
      : l10n.t('To {0} ({1}): the topic, the lineup and the debate so far.', place, models);
  });
  const web = isSearched
    ? l10n.t(
        'To search services and web sites: what debaters search for, and the addresses of the pages that they read.',
      )
    : l10n.t('To web sites: the addresses of the pages that debaters read.');
  return [...places, ...(isWebRead ? [web] : [])].join('\n');
}

/** `isArguing`: a model speaks for a debater, and not only in other seats. `isFixed`: the format has seats that no document takes. */
export function noticeWords({
  references,
  chosen,
  endpoints,
  isArguing,
  isFixed = false,
}: Pick<Sending, 'references' | 'chosen' | 'endpoints'> & { isArguing: boolean; isFixed?: boolean }): string {
  const providers = providersIn(references);
  if (providers.length === 0 && chosen !== undefined) return l10n.t('No model is chosen yet. Choose one below.');
  if (providers.length === 0 && isFixed) return l10n.t('No language model is used.');
  if (providers.length === 0)
    return l10n.t('Offline, your documents speak: each quotes what it says on the topic. No language model is used.');
  const models = providers
    .map((provider) => `${modelsOf(provider, references).join(', ')} (${placeOf(provider, endpoints)})`)
    .join('; ');
  return isArguing
    ? l10n.t('Language models argue: {0}.', models)
    : l10n.t('Language models take part but do not debate: {0}.', models);
}

function placeOf(provider: ModelProviderName, endpoints: Readonly<Record<string, string>>): string {
  return descriptorOf(provider).place?.() ?? endpoints[provider] ?? provider;
}

export function modelsOf(provider: ModelProviderName, references: readonly string[]): string[] {
  const refs = references.map((text) => parseModelRef(text));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === 'model' && ref.provider === provider ? [ref.model] : [])))];
}
