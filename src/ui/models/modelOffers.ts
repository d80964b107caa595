import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ModelProviderName, parseModelRef } from '../../models/provider';
import { modelFactsText } from '../../models/modelSize';
import { descriptorOf, editorProviders, localProvider, providers, type ServerName } from '../../models/providers';

import type { LocalServer } from '../../session/plan/localServers';
import type { Services } from '../services';
import { wordsFor } from '../kit/wordsFor';

type OfferServices = Pick<Services, 'models' | 'settings' | 'log'>;

/** A model that is there already, by its name. Nothing is sent to it before it is chosen. */
export interface ModelOffer {
  provider: ModelProviderName;
  model: string;
  /** The address of a server of this machine, which becomes the setting when the offer is taken. */
  baseUrl?: string;
  /** The program that serves it on this machine. */
  server?: string;
  words: string;
  from: string;
  detail: string;
}

/** More of one place would hide the others; the whole list is behind its provider. */
const mostOfOnePlace = 12;

/**
 * The editor's models and those of model servers on this machine, each as they come. Looks for servers only in trusted workspaces and
 * where the setting allows it, and at loopback addresses only. None rejects.
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

/** It becomes the one that the setting names, unless that means the same. */
export async function useServer(
  { settings, models }: Pick<Services, 'settings' | 'models'>,
  baseUrl: string,
  provider: ServerName = localProvider,
): Promise<void> {
  const here = (url: string): string => url.replace('//localhost:', '//127.0.0.1:');
  const setting = providers[provider].settings.baseUrl;
  if (here(settings.get(setting)) === here(baseUrl)) return;
  await vscode.workspace.getConfiguration('rostrum').update(setting, baseUrl, vscode.ConfigurationTarget.Global);
  models.known.forget();
}
