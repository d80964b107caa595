import * as l10n from '@vscode/l10n';
import { errorCode } from '../../debate/log/objects';
import { modelProviderNames } from '../../debate/flow/seats';
import * as vscode from 'vscode';
import { withDeadline } from '../../async/deadline';
import type { ModelDescription, ModelProviderName } from '../../models/provider';
import { modelFactsText } from '../../models/modelSize';
import { descriptorOf, isServer, providers, type ServerName } from '../../models/providers';
import { modelOffers, useServer, type ModelOffer } from '../models/modelOffers';
import { keyProblem } from '../models/secretKeyStore';
import type { StartProvider } from '../models/settingModels';
import type { StartPorts } from './ports';
import { askPick, askText, within, type FlowAnswer, type Choice, type FlowStep, type FlowPosition } from './flow';
import type { Answers } from './choices';
import { wordsFor } from '../kit/wordsFor';

type ModelServices = Pick<StartPorts, 'models' | 'settings' | 'log'>;
/** `again`: another provider is to be chosen. */
type StepResult = 'next' | 'again' | 'cancel';

const listLimitMs = 30_000;

/** What the chosen provider needs (a key, a model) is asked for here. */
export const modelStep =
  (services: ModelServices, answers: Answers): FlowStep =>
  async (place) => {
    for (;;) {
      const choices = await providerChoices(services);
      const active = choices.find(({ value }) => value?.provider === answers.choices.provider) ?? choices[0];
      const later = modelOffers(services).map((offers) => offers.then((found) => found.map(offerChoice)));
      const answer = await askPick<ChosenModel>(place, {
        choices,
        later,
        active,
        placeholder: l10n.t('Which model should argue?'),
      });
      if (answer.kind !== 'answer') return answer.kind;
      const outcome = await chosen(services, answers, { place, ...answer.value });
      if (outcome !== 'again') return outcome;
    }
  };

/** The model, where it was offered by name; the address, where its server was found on this machine. */
type ChosenModel = { provider: StartProvider } & Partial<Pick<ModelOffer, 'model' | 'baseUrl'>>;

const offerChoice = ({ words, from, detail, ...value }: ModelOffer): Choice<ChosenModel> => ({
  label: words,
  description: from,
  detail,
  value,
});

async function chosen(
  services: ModelServices,
  answers: Answers,
  { place, provider, model: offered, baseUrl }: ChosenModel & { place: FlowPosition },
): Promise<StepResult> {
  const keep = (model: string | undefined): StepResult => {
    answers.choices = { ...answers.choices, provider, model };
    return 'next';
  };
  if (offered !== undefined) {
    if (baseUrl !== undefined) await useServer(services, baseUrl);
    return keep(offered);
  }
  if (provider === 'offline') return keep(undefined);
  const { label, server, standard } = descriptorOf(provider);
  const inside = within(place, label());
  if (isServer(provider) && server?.key.isNeeded === true) {
    const outcome = await withKey(services, inside, provider);
    if (outcome !== 'next') return outcome;
  }
  if (standard !== undefined) return keep(undefined);
  const last = answers.choices.provider === provider ? answers.choices.model : undefined;
  const answer = await askedModel(services, inside, { provider, last });
  return answer.kind === 'answer' ? keep(answer.value) : answer.kind === 'back' ? 'again' : 'cancel';
}

async function providerChoices(services: ModelServices): Promise<Choice<ChosenModel>[]> {
  const offline: Choice<ChosenModel> = {
    label: l10n.t('Offline'),
    description: l10n.t('no key, no network, no cost'),
    detail: l10n.t('Nothing leaves this machine. Passages of your files, not judged.'),
    value: { provider: 'offline' },
  };
  return [offline, ...(await Promise.all(modelProviderNames.map((name) => providerChoice(services, name))))];
}

async function providerChoice(
  { models, settings }: ModelServices,
  name: ModelProviderName,
): Promise<Choice<ChosenModel>> {
  const { label, flow, server } = descriptorOf(name);
  const address = isServer(name) ? addressNow(models, name) : { origin: '' };
  const key = isServer(name) && address.refused === undefined ? await models.keys.get(name, address.origin) : undefined;
  const names = providers[name].settings;
  const what =
    'chair' in names
      ? l10n.t('{0}, the Chair {1}', settings.get(names.model), settings.get(names.chair))
      : (flow.hint?.() ?? (address.origin === '' ? '' : l10n.t('at {0}', address.origin)));
  const about = key === undefined ? (server?.key.isNeeded === true ? needsKey() : undefined) : keyIsKept();
  return {
    label: label(),
    description: about === undefined ? what : `${what} · ${about}`,
    detail: address.refused ?? flow.sends(address.origin),
    value: { provider: name },
    ...(address.refused === undefined ? {} : { refused: address.refused }),
  };
}

const needsKey = (): string => l10n.t('needs an API key');
const keyIsKept = (): string => l10n.t('your key is saved');

function addressNow(models: ModelServices['models'], name: ServerName): { origin: string; refused?: string } {
  try {
    return { origin: models.addressOf(name).origin };
  } catch (error) {
    return { origin: '', refused: wordsFor(error) };
  }
}

/** A key that is missing is asked for, and tried: one that is refused is said at once, and not in the middle of a debate. */
async function withKey(services: ModelServices, place: FlowPosition, owner: ServerName): Promise<StepResult> {
  const { models, log } = services;
  const { label, server } = providers[owner];
  const { origin } = models.addressOf(owner);
  if ((await models.keys.get(owner, origin)) !== undefined) return 'next';
  for (let complaint: string | undefined; ;) {
    const answer = await askText(place, {
      value: '',
      isPassword: true,
      placeholder: server.key.shape,
      complaint,
      problem: keyProblem,
      prompt: l10n.t(
        'API key for {0}. It is saved in the editor’s secret storage and sent only to that address.',
        origin,
      ),
    });
    if (answer.kind !== 'answer') return answer.kind === 'back' ? 'again' : 'cancel';
    await models.keys.set({ owner, origin }, answer.value);
    const refused = await refusedKey(services, owner);
    if (refused === undefined) return 'next';
    log.warn(`The API key for ${label()} was not accepted.`, refused);
    await models.keys.delete({ owner, origin });
    complaint = l10n.t('{0} does not accept this key. Paste another, or go back.', origin);
  }
}

/** A provider that cannot be reached says nothing about the key: the start will tell. */
async function refusedKey({ models, settings }: ModelServices, owner: ServerName): Promise<string | undefined> {
  const work = async (): Promise<string | undefined> => {
    try {
      const provider = await models.provider(owner);
      await withDeadline({ ms: listLimitMs }, (signal) =>
        provider.describe(settings.get(providers[owner].settings.model), signal),
      );
      return undefined;
    } catch (error) {
      return errorCode(error) === 'key_rejected' ? wordsFor(error) : undefined;
    }
  };
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: l10n.t('Trying the key…') },
    work,
  );
}

/** A model that a server does not list may be typed. */
async function askedModel(
  services: ModelServices,
  place: FlowPosition,
  { provider, last }: { provider: ModelProviderName; last: string | undefined },
): Promise<FlowAnswer<string>> {
  const preferred = last ?? services.settings.get(providers[provider].settings.model);
  let listed: readonly Choice<string>[] = [];
  const later = modelChoices(services, provider, preferred).then((found) => (listed = found));
  const typed = (text: string): Choice<string> | undefined =>
    listed.some(({ value }) => value?.includes(text))
      ? undefined
      : { label: text, description: l10n.t('use this model name'), value: text };
  return await askPick<string>(place, {
    choices: [],
    later: [later],
    ...(isServer(provider) ? { free: typed } : {}),
    placeholder: descriptorOf(provider).flow.which?.() ?? l10n.t('Which model?'),
  });
}

async function modelChoices(
  { models, log }: ModelServices,
  provider: ModelProviderName,
  preferred: string,
): Promise<Choice<string>[]> {
  try {
    const known = await models.provider(provider);
    const listed = await withDeadline({ ms: listLimitMs }, (signal) => known.list(signal));
    if (listed.length === 0) return [nothingChoice(provider)];
    // What was taken the last time stands first.
    return [...listed].sort((a, b) => Number(b.id === preferred) - Number(a.id === preferred)).map(modelChoice);
  } catch (error) {
    log.warn(`The models of the provider "${provider}" are not known.`, wordsFor(error));
    const refused = wordsFor(error);
    const failed: Choice<string> = {
      label: `$(warning) ${l10n.t('No list of models')}`,
      detail: refused,
      value: '',
      refused,
    };
    return preferred === ''
      ? [failed]
      : [failed, { label: preferred, description: l10n.t('last used or configured'), value: preferred }];
  }
}

const modelChoice = (model: ModelDescription): Choice<string> => {
  const { id, name } = model;
  return {
    label: name,
    description: [name === id ? '' : id, modelFactsText(model)].filter((text) => text !== '').join(' · '),
    value: id,
  };
};

function nothingChoice(provider: ModelProviderName): Choice<string> {
  const refused = descriptorOf(provider).flow.noModels?.() ?? '';
  return { label: `$(info) ${l10n.t('No models')}`, detail: refused, value: '', refused };
}
