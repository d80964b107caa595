import { modelProviderNames } from '../../debate/flow/seats';
import type { SeatModelFacts } from '../../session/plan/windows';
import * as l10n from '@vscode/l10n';
import { formatNamed, formats } from '../../debate/formats/registry';
import { formatModelRef, type ModelProviderName } from '../../models/provider';
import { descriptorOf, isServer, localProvider, providers, type ServerName } from '../../models/providers';
import { proposerIn, rolesOf } from '../../session/plan/modelPlan';
import { wishKey } from '../../debate/flow/options';
import { needsMotion } from '../../session/plan/motions';
import { referencesOf } from '../../session/plan/planDebate';
import type { SeatOption, SetupField } from '../../shared/protocol';
import { optionFields } from '../formats/optionFields';
import { formatUi } from '../formats/registry';
import { seatName } from '../../projections/seatName';
import { providersIn } from '../models/settingModels';
import type { DraftRecord } from './draftRecord';
import { judgeFields } from './judgeField';
import { inFull } from './lineupProblems';
import { seatField } from './setupChange';

export interface SetupOffers extends Partial<SeatModelFacts> {
  /** What may be cited: paths as JSON, or `none`. */
  evidence?: readonly SeatOption[];
  /** Why the evidence that was chosen last was not taken. */
  unread?: string | undefined;
  /** Models that are there already, by name. */
  offered?: readonly SeatOption[];
  /** References. */
  models?: readonly string[];
  server?: ChosenServer | undefined;
  /** Servers of this machine that answer: their addresses, by name. */
  places?: readonly SeatOption[];
}

/** What is known of the provider that was chosen. */
export interface ChosenServer {
  provider: ModelProviderName;
  /** The address in the setting; undefined for the editor's models. */
  address?: string | undefined;
  isKeyKept?: boolean | undefined;
  answer: { is: 'asked' } | { is: 'given'; models: number } | { is: 'failed'; message: string };
}

/** All fields but the topic. The page arranges them by their section. */
export function setupFields(draft: DraftRecord, offers: SetupOffers = {}): SetupField[] {
  return [
    ...debateFields(draft),
    ...judgeFields(draft),
    ...evidenceFields(draft, offers),
    ...modelFields(draft, offers),
    ...seatFields(draft, offers),
    ...limitFields(draft),
    parentField(draft),
  ];
}

const parentField = ({ parent }: DraftRecord): SetupField => ({
  id: 'parent',
  label: l10n.t('Saved in'),
  section: 'output',
  value: parent,
  isSentWhenLeft: true,
  hint: l10n.t('The debate gets its own folder here.'),
  buttons: [{ value: 'folder', label: l10n.t('Change Folder…') }],
});

/** Whether a value that was refused can still be mended. */
export const isStillWanted = (field: string, before: DraftRecord, now: DraftRecord): boolean =>
  (field === 'topic' || setupFields(now).some(({ id }) => id === field)) &&
  (!ofProvider.has(field) || now.provider === before.provider);

const ofProvider: ReadonlySet<string> = new Set(['model', 'address', 'key']);

function debateFields(draft: DraftRecord): SetupField[] {
  const { format: name, options, topic, provider } = draft;
  const format = formatNamed(name);
  const offer = format === undefined ? undefined : formatUi(name).offer(format);
  const formatField: SetupField = {
    id: 'format',
    label: l10n.t('Format'),
    section: 'debate',
    value: name,
    options: formats.map((one) => ({ value: one.name, label: formatUi(one.name).offer(one).label })),
    hint: offer?.detail,
  };
  const own = format === undefined ? [] : optionFields(format, { options, topic, isOffline: provider === 'offline' });
  const shown = own.map((field) => (field.id === 'motion' ? { ...field, ...motionOffer(draft) } : field));
  // A choice always has a proposed value, so newcomers need not see it.
  const sectionOf = ({ options: choice }: Pick<SetupField, 'options'>) => (choice === undefined ? 'debate' : 'expert');
  return [formatField, ...shown.map((field): SetupField => ({ ...field, section: sectionOf(field) }))];
}

/** A model may make a motion of a topic that is a question. */
function motionOffer({
  topic,
  format,
  wishes,
  models,
  debaterModel,
}: DraftRecord): Pick<SetupField, 'hint' | 'buttons'> {
  const ref = proposerIn({ models, standard: debaterModel });
  if (
    ref?.kind !== 'model' ||
    !needsMotion(topic, { format, motion: wishes.options[wishKey({ name: format }, { key: 'motion' })] })
  )
    return {};
  return {
    hint: l10n.t('Sends one request to {0}, three at most.', formatModelRef(ref)),
    buttons: [{ value: 'propose', label: l10n.t('Let the Model Propose Motions…') }],
  };
}

export const evidenceValue = (paths: readonly string[]): string =>
  paths.length === 0 ? 'none' : JSON.stringify(paths);

function evidenceFields({ evidence, isWebRead, provider }: DraftRecord, offers: SetupOffers): SetupField[] {
  const value = evidenceValue(evidence);
  const known = offers.evidence ?? [];
  const own = known.some((option) => option.value === value) ? [] : [{ value, label: evidenceLabel(evidence) }];
  const files: SetupField = {
    id: 'evidence',
    label: l10n.t('Evidence'),
    section: 'evidence',
    value,
    options: [...own, ...known],
    ...(offers.unread === undefined ? {} : { warning: offers.unread }),
    buttons: [
      { value: 'folder', label: l10n.t('Choose Folder…') },
      { value: 'files', label: l10n.t('Choose Files…') },
    ],
  };
  const web: SetupField = {
    id: 'web',
    label: l10n.t('Web'),
    section: 'research',
    value: isWebRead ? 'on' : 'off',
    hint: l10n.t('Saved in your settings; applies to every debate.'),
    options: [
      { value: 'on', label: l10n.t('Debaters may read web pages and cite them') },
      { value: 'off', label: l10n.t('Debaters read no web pages') },
    ],
  };
  return provider === 'offline' ? [files] : [files, web];
}

const evidenceLabel = ([first, ...others]: readonly string[]): string =>
  first === undefined ? l10n.t('None') : others.length === 0 ? first : l10n.t('{0} and {1} more', first, others.length);

function modelFields(
  draft: DraftRecord,
  { offered = [], models = [], about = {}, ...more }: SetupOffers,
): SetupField[] {
  const { provider, debaterModel } = draft;
  const server = more.server?.provider === provider ? more.server : undefined;
  const hasNone = provider !== 'offline' && !isServer(provider) && countIn(server) === 0;
  const providerField: SetupField = {
    id: 'provider',
    label: l10n.t('Models'),
    section: 'models',
    value: provider,
    hint: providerHint(draft),
    options: [
      { value: 'offline', label: l10n.t('None (offline)') },
      ...modelProviderNames.map((name) => ({ value: name, label: descriptorOf(name).label() })),
      ...offered,
    ],
    ...(hasNone
      ? {
          warning: l10n.t('No model found. Install GitHub Copilot or another model provider, then choose a model.'),
          buttons: [{ value: 'install', label: l10n.t('Install a Model Provider…') }],
        }
      : {}),
  };
  if (provider === 'offline') return [providerField];
  const own = models.filter((reference) => reference.startsWith(`${provider}:`));
  const isUnlisted = debaterModel.startsWith(`${provider}:`) && own.length > 0 && !own.includes(debaterModel);
  const model: SetupField = {
    id: 'model',
    label: l10n.t('Model'),
    section: 'models',
    value: debaterModel,
    suggestions: own,
    hint: about[debaterModel],
    ...(isUnlisted ? { warning: l10n.t('The provider does not list this model.') } : {}),
    ...(own.length > 0 ? { buttons: [{ value: 'pick', label: l10n.t('Choose Model…') }] } : {}),
  };
  return [providerField, ...serverFields(provider, server, more.places), model];
}

const countIn = (server: ChosenServer | undefined): number | undefined =>
  server?.answer.is === 'given' ? server.answer.models : undefined;

/** Address and key of a server, where the provider has them. */
function serverFields(
  provider: ModelProviderName,
  server: ChosenServer | undefined,
  places: readonly SeatOption[] = [],
): SetupField[] {
  if (!isServer(provider) || server?.address === undefined) return [];
  const { address, answer, isKeyKept } = server;
  const isKeyMissing = providers[provider].server.key.isNeeded && isKeyKept !== true;
  // Without its key a server is not asked, so the fault belongs to the key field.
  const hasFailed = answer.is === 'failed' && !isKeyMissing;
  const near = provider === localProvider ? places.filter(({ value }) => value !== address) : [];
  const addressField: SetupField = {
    id: 'address',
    label: l10n.t('Address'),
    section: 'models',
    value: address,
    isSentWhenLeft: true,
    hint: answerWords(answer),
    ...(hasFailed ? { warning: answer.message } : {}),
    buttons: [
      ...near.map(({ value, label }) => ({ value, label: l10n.t('Use {0}', label) })),
      ...(hasFailed ? [{ value: address, label: l10n.t('Try Again') }] : []),
    ],
  };
  const keyField: SetupField = {
    id: 'key',
    label: l10n.t('API key'),
    section: 'models',
    value: '',
    isSecret: true,
    isSentWhenLeft: true,
    hint: keyWords(provider, isKeyKept === true),
    ...(isKeyMissing
      ? { warning: l10n.t('No API key is saved. Paste one here; it is sent to this address only.') }
      : {}),
  };
  return [addressField, keyField];
}

function answerWords(answer: ChosenServer['answer']): string | undefined {
  if (answer.is === 'asked') return l10n.t('Asking for its models…');
  if (answer.is === 'failed') return undefined;
  if (answer.models === 0) return l10n.t('The server answers and has no models. Load one there, then try again.');
  return answer.models === 1
    ? l10n.t('The server answers: 1 model.')
    : l10n.t('The server answers: {0} models.', answer.models);
}

const keyWords = (provider: ServerName, isKept: boolean): string =>
  isKept
    ? l10n.t('A key is saved in the editor’s secret storage. Type another one to replace it.')
    : providers[provider].server.key.isNeeded
      ? l10n.t('Saved in the editor’s secret storage and sent to this address only.')
      : l10n.t('Only if the server asks for one. Saved in the editor’s secret storage.');

function providerHint(draft: DraftRecord): string {
  const { provider, endpoints, format } = draft;
  if (provider === 'offline' && formatNamed(format)?.seats !== undefined)
    return l10n.t('The seats of this format need a model or people.');
  if (isWithoutModels(draft))
    return l10n.t('Costs nothing. Nothing leaves this machine. Other debaters need a model or people.');
  if (provider === 'offline') return l10n.t('Your documents speak. Other debaters need a model or people.');
  return descriptorOf(provider).flow.sends(endpoints[provider] ?? '');
}

/** Offline a single seat may still name a model. */
const isWithoutModels = (draft: DraftRecord): boolean =>
  draft.provider === 'offline' &&
  providersIn(referencesOf({ ...draft, debaters: inFull(draft.debaters, draft.provider) })).length === 0;

function seatFields({ format: name, models, debaterModel }: DraftRecord, offers: SetupOffers): SetupField[] {
  const format = formatNamed(name);
  if (format === undefined) return [];
  const suggestions = [...(offers.models ?? []), 'human', 'offline'];
  return rolesOf(format).map((role): SetupField => ({
    id: seatField(role),
    label: role === 'conclusion' ? l10n.t('Last decision') : seatName(l10n, role),
    section: 'seats',
    value: models[role] ?? (role === 'conclusion' ? models['chair'] : undefined) ?? debaterModel,
    suggestions,
  }));
}

function limitFields(draft: DraftRecord): SetupField[] {
  const { format: name, limits } = draft;
  const { min_rounds: min, max_rounds: max, time_budget_minutes: minutes, budget_usd: dollars } = limits;
  const rounds: SetupField[] = [
    { id: 'minRounds', label: l10n.t('Rounds, at least'), section: 'limits', value: String(min) },
    { id: 'maxRounds', label: l10n.t('Rounds, at most'), section: 'limits', value: String(max) },
  ];
  const budget: SetupField = {
    id: 'budgetUsd',
    label: l10n.t('Dollars, at most'),
    section: 'limits',
    value: dollars === null ? '' : String(dollars),
    hint: l10n.t('Empty: no limit. The debate pauses before it spends more.'),
  };
  return [
    ...(formatNamed(name)?.takesLimits === true ? rounds : []),
    { id: 'minutes', label: l10n.t('Minutes, at most'), section: 'limits', value: String(minutes) },
    ...(isWithoutModels(draft) ? [] : [budget]),
  ];
}
