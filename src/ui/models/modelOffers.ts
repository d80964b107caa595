import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ModelProviderName, parseModelRef } from '../../models/provider';
import { modelFactsText } from '../../models/modelSize';
import { descriptorOf, editorProviders, localProvider, providers, type ServerName } from '../../models/providers';

import type { LocalServer } from '../../session/plan/localServers';
import type { ModelPorts } from './ports';
import { wordsFor } from '../kit/wordsFor';

type OfferServices = Pick<ModelPorts, 'models' | 'settings' | 'log'>;

/** A model that is already available, by its name. No request goes to it before the user chooses it. */
export interface ModelOffer {
  provider: ModelProviderName;
  model: string;
  /** Address of a server on this machine, which becomes the setting when the user takes the offer. */
  baseUrl?: string;
  /** Program that serves the model on this machine. */
  server?: string;
  words: string;
  from: string;
  detail: string;
}

/** Models of one place; more would hide the others, and the provider's own entry shows the whole list. */
const mostOfOnePlace = 12;

/**
 * Models of the editor and of model servers on this machine, each list as it arrives. Servers are searched only in
 * trusted workspaces, if the setting allows it, and at loopback addresses. No promise rejects.
 */
export function modelOffers(services: OfferServices): Promise<ModelOffer[]>[] {
  const { isTrusted } = vscode.workspace;
  const isAllowed = services.settings.get('offerModels');
  const unknown = (error: unknown): ModelOffer[] => {
    services.log.warn('The models that could be offered are not known.', wordsFor(error));
    return [];
  };
  const here = async (): Promise<readonly LocalServer[]> =>
    (await import('../../session/plan/localServers')).serversWhere({ isTrusted, isAllowed });
  const servers = here().then(serverOffers).catch(unknown);
  return [servers, ...(isTrusted && isAllowed ? [editorOffers(services).catch(unknown)] : [])];
}

const serverOffers = (servers: readonly LocalServer[]): ModelOffer[] =>
  servers.flatMap(({ name, baseUrl, models }) =>
    models.slice(0, mostOfOnePlace).map((model): ModelOffer => ({
      provider: localProvider,
      model: model.id,
      baseUrl,
      server: name,
      words: model.id,
      from: [l10n.t('{0} on this machine', name), modelFactsText(model)].filter((text) => text !== '').join(', '),
      detail: l10n.t('Sent to {0} only: topic, record, evidence read.', baseUrl),
    })),
  );

async function editorOffers({ models }: OfferServices): Promise<ModelOffer[]> {
  const known = await models.known.of(editorProviders);
  return known.slice(0, mostOfOnePlace).flatMap(({ reference, name }): ModelOffer[] => {
    const ref = parseModelRef(reference);
    if (ref?.kind !== 'model') return [];
    const detail = descriptorOf(ref.provider).flow.sends('');
    return [{ ...ref, words: name, from: l10n.t('of this editor'), detail }];
  });
}

/** Saves the server's address in the setting, unless that means the same already. */
export async function useServer(
  { settings, models }: Pick<ModelPorts, 'settings' | 'models'>,
  baseUrl: string,
  provider: ServerName = localProvider,
): Promise<void> {
  const here = (url: string): string => url.replace('//localhost:', '//127.0.0.1:');
  const setting = providers[provider].settings.baseUrl;
  if (here(settings.get(setting)) === here(baseUrl)) return;
  await vscode.workspace.getConfiguration('rostrum').update(setting, baseUrl, vscode.ConfigurationTarget.Global);
  models.known.forget();
}
