import * as vscode from 'vscode';
import { withDeadline } from '../../async/deadline';
import type { ModelDescription, ModelProviderName } from '../../models/provider';
import { keyProblem } from '../models/keyProblem';
import { modelOffers, useServer, type ModelOffer } from '../models/modelOffers';
import type { StartProvider } from '../models/roleModels';
import type { Services } from '../services';
import { askPick, askText, type Answer, type Choice, type FlowStep, type Place } from './flow';
import { messageOf } from './problemWords';
import type { Answers } from './startSteps';

type ModelServices = Pick<Services, 'models' | 'settings' | 'log'>;
/** `again`: another provider is to be chosen. */
type Outcome = 'next' | 'again' | 'cancel';

const listLimitMs = 30_000;

/** Who argues: nobody's model, or models of a provider; what the provider needs (a key, a model) is asked for here. */
export const modelStep =
  (services: ModelServices, answers: Answers): FlowStep =>
  async (place) => {
    for (;;) {
      const choices = await providerChoices(services);
      const active = choices.find(({ value }) => value?.provider === answers.choices.provider);
      const later = modelOffers(services).map((offers) => offers.then((found) => found.map(offerChoice)));
      const answer = await askPick<Chosen>(place, {
        choices,
        later,
        active,
        placeholder: vscode.l10n.t('Who is to argue?'),
      });
      if (answer.kind !== 'answer') return answer.kind;
      const outcome = await chosen(services, answers, { place, ...answer.value });
      if (outcome !== 'again') return outcome;
    }
  };

/** A provider; with its model where that was offered by name, and the server's address where it was found on this machine. */
type Chosen = { provider: StartProvider } & Partial<Pick<ModelOffer, 'model' | 'baseUrl'>>;

const offerChoice = ({ words, from, detail, ...value }: ModelOffer): Choice<Chosen> => ({
  label: words,
  description: from,
  detail,
  value,
});

async function chosen(
  services: ModelServices,
  answers: Answers,
  { place, provider, model: offered, baseUrl }: Chosen & { place: Place },
): Promise<Outcome> {
  const keep = (model: string | undefined): Outcome => {
    const others = { ...answers.choices };
    delete others.model;
    answers.choices = { ...others, provider, ...(model === undefined ? {} : { model }) };
    return 'next';
  };
  if (offered !== undefined) {
    if (baseUrl !== undefined) await useServer(services, baseUrl);
    return keep(offered);
  }
  if (provider === 'offline') return keep(undefined);
  if (provider === 'anthropic') {
    const outcome = await withKey(services, place);
    return outcome === 'next' ? keep(undefined) : outcome;
  }
  const last = answers.choices.provider === provider ? answers.choices.model : undefined;
  const answer = await askedModel(services, place, { provider, last });
  return answer.kind === 'answer' ? keep(answer.value) : answer.kind === 'back' ? 'again' : 'cancel';
}

async function providerChoices({ models, settings }: ModelServices): Promise<Choice<Chosen>[]> {
  const place = (owner: 'anthropic' | 'openai-compatible'): { origin: string; refused?: string } => {
    try {
      return { origin: models.addressOf(owner).origin };
    } catch (error) {
      return { origin: messageOf(error), refused: messageOf(error) };
    }
  };
  const [anthropic, server] = [place('anthropic'), place('openai-compatible')];
  const keyAt = async (
    owner: 'anthropic' | 'openai-compatible',
    { origin, refused }: { origin: string; refused?: string },
  ): Promise<boolean> => refused === undefined && (await models.keys.get(owner, origin)) !== undefined;
  const [hasKey, hasServerKey] = await Promise.all([keyAt('anthropic', anthropic), keyAt('openai-compatible', server)]);
  const [model, chair] = [settings.get('anthropic.model'), settings.get('anthropic.chairModel')];
  return [
    {
      label: vscode.l10n.t('Offline'),
      description: vscode.l10n.t('no key, no network, no cost'),
      detail: vscode.l10n.t('Passages of your files are dealt to the seats and not judged. No language model.'),
      value: { provider: 'offline' },
    },
    {
      label: 'Anthropic',
      description: hasKey
        ? vscode.l10n.t('{0}, the Chair {1} · your key is kept', model, chair)
        : vscode.l10n.t('{0}, the Chair {1} · needs an API key', model, chair),
      detail: vscode.l10n.t('Charged to you. Sent to {0}: topic, record, evidence read.', anthropic.origin),
      value: { provider: 'anthropic' },
      ...(anthropic.refused === undefined ? {} : { refused: anthropic.refused }),
    },
    {
      label: vscode.l10n.t('Models of This Editor'),
      description: vscode.l10n.t('such as those of GitHub Copilot; needs a sign-in there'),
      detail: vscode.l10n.t('Uses your plan. Sent to its provider: topic, record, evidence read.'),
      value: { provider: 'vscode' },
    },
    {
      label: vscode.l10n.t('OpenAI-compatible Server'),
      description: hasServerKey
        ? vscode.l10n.t('at {0} · your key is kept', server.origin)
        : vscode.l10n.t('at {0}', server.origin),
      detail: vscode.l10n.t('Sent to that server: topic, record, evidence read.'),
      value: { provider: 'openai-compatible' },
      ...(server.refused === undefined ? {} : { refused: server.refused }),
    },
  ];
}

/** A key that is missing is asked for, and tried: one that is refused is said at once, and not in the middle of a debate. */
async function withKey(services: ModelServices, place: Place): Promise<Outcome> {
  const { models, log } = services;
  const { origin } = models.addressOf('anthropic');
  if ((await models.keys.get('anthropic', origin)) !== undefined) return 'next';
  for (let complaint: string | undefined; ;) {
    const answer = await askText(place, {
      value: '',
      isPassword: true,
      placeholder: 'sk-ant-…',
      complaint,
      problem: keyProblem,
      prompt: vscode.l10n.t('API key for {0}. It is kept in the editor’s secret storage and sent there only.', origin),
    });
    if (answer.kind !== 'answer') return answer.kind === 'back' ? 'again' : 'cancel';
    await models.keys.set({ owner: 'anthropic', origin }, answer.value);
    const refused = await refusedKey(services);
    if (refused === undefined) return 'next';
    log.warn('The API key for Anthropic was not accepted.', refused);
    await models.keys.delete({ owner: 'anthropic', origin });
    complaint = vscode.l10n.t('{0} does not accept this key. Paste another, or go back.', origin);
  }
}

/** Why the provider does not take the key. A provider that cannot be reached says nothing about it: the start will tell. */
async function refusedKey({ models, settings }: ModelServices): Promise<string | undefined> {
  const work = async (): Promise<string | undefined> => {
    try {
      const provider = await models.provider('anthropic');
      await withDeadline({ ms: listLimitMs }, (signal) => provider.describe(settings.get('anthropic.model'), signal));
      return undefined;
    } catch (error) {
      return codeOf(error) === 'key_rejected' ? messageOf(error) : undefined;
    }
  };
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Trying the key…') },
    work,
  );
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

type ListedProvider = Exclude<ModelProviderName, 'anthropic'>;

/** The second question: which of the models that the provider has now. One that a server does not list may be typed. */
async function askedModel(
  services: ModelServices,
  place: Place,
  { provider, last }: { provider: ListedProvider; last: string | undefined },
): Promise<Answer<string>> {
  const isServer = provider === 'openai-compatible';
  const preferred = last ?? services.settings.get(isServer ? 'openaiCompatible.model' : 'vscode.model');
  let listed: readonly Choice<string>[] = [];
  const later = modelChoices(services, provider, preferred).then((found) => (listed = found));
  const typed = (text: string): Choice<string> | undefined =>
    listed.some(({ value }) => value?.includes(text))
      ? undefined
      : { label: text, description: vscode.l10n.t('this model, by its name'), value: text };
  return await askPick<string>(place, {
    choices: [],
    later: [later],
    ...(isServer ? { free: typed } : {}),
    placeholder: isServer ? vscode.l10n.t('Which model of the server?') : vscode.l10n.t('Which model of the editor?'),
  });
}

async function modelChoices(
  { models, log }: ModelServices,
  provider: ListedProvider,
  preferred: string,
): Promise<Choice<string>[]> {
  try {
    const known = await models.provider(provider);
    const listed = await withDeadline({ ms: listLimitMs }, (signal) => known.list(signal));
    if (listed.length === 0) return [nothingChoice(provider)];
    // What was taken the last time stands first.
    return [...listed].sort((a, b) => Number(b.id === preferred) - Number(a.id === preferred)).map(modelChoice);
  } catch (error) {
    log.warn(`The models of the provider "${provider}" are not known.`, messageOf(error));
    const refused = messageOf(error);
    const failed: Choice<string> = {
      label: `$(warning) ${vscode.l10n.t('No list of models')}`,
      detail: refused,
      value: '',
      refused,
    };
    return preferred === ''
      ? [failed]
      : [failed, { label: preferred, description: vscode.l10n.t('last used, or set'), value: preferred }];
  }
}

const modelChoice = ({ id, name, maxInputTokens }: ModelDescription): Choice<string> => {
  const size = maxInputTokens === undefined ? '' : vscode.l10n.t('reads {0} tokens', maxInputTokens.toLocaleString());
  return {
    label: name,
    description: [name === id ? '' : id, size].filter((text) => text !== '').join(' · '),
    value: id,
  };
};

function nothingChoice(provider: ListedProvider): Choice<string> {
  const refused =
    provider === 'vscode'
      ? vscode.l10n.t('Sign in to GitHub Copilot, or install an extension that brings models.')
      : vscode.l10n.t('The server has none. Load one there, then come back.');
  return { label: `$(info) ${vscode.l10n.t('No models')}`, detail: refused, value: '', refused };
}
