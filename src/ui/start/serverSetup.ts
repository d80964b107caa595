import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { errorCode } from '../../debate/log/objects';
import { descriptorOf, isServer, providers, type ServerName } from '../../models/providers';
import type { ModelProviderName } from '../../models/provider';
import { checkedBaseUrl } from '../../models/wire';
import { PlanError } from '../../session/plan/planError';
import { useServer } from '../models/modelOffers';
import { keyProblem } from '../models/secretKeyStore';
import { askPick } from './flow';
import type { StartProvider } from '../models/settingModels';
import type { StartPorts } from './ports';
import { wordsFor } from '../kit/wordsFor';
import type { FieldProblem } from './lineupProblems';
import { outputParent } from './outputParent';

/** The address in the settings; undefined for providers without an address. */
export const addressIn = ({ settings }: Pick<StartPorts, 'settings'>, provider: StartProvider): string | undefined =>
  isServer(provider) ? settings.get(providers[provider].settings.baseUrl) : undefined;

/** The address becomes the user's setting: the next debate begins with it. @throws BaseUrlError */
export async function useAddress(services: StartPorts, provider: ServerName, value: string): Promise<void> {
  const { url } = checkedBaseUrl(value);
  const isSame = services.settings.get(providers[provider].settings.baseUrl) === url;
  if (isSame) services.models.known.forget();
  else await useServer(services, url, provider);
}

/**
 * Keeps a key in the editor's secret storage, bound to the address as it is now, and tries it. One that is refused is not kept.
 *
 * @throws PlanError `key` with what to do
 */
export async function keepKey({ models }: StartPorts, owner: ServerName, value: string): Promise<void> {
  if (value.trim() === '') return;
  const { origin, isExposed } = models.addressOf(owner);
  if (isExposed)
    throw new PlanError(
      'key',
      l10n.t(
        '{0} is reached over plain http, on which a key could be read on the way, so none is sent there. Set a base URL that begins with https://.',
        origin,
      ),
    );
  const problem = keyProblem(value);
  if (problem !== undefined) throw new PlanError('key', problem);
  await models.keys.set({ owner, origin }, value);
  models.known.forget();
  const isRefused = await models.known.listed(owner).then(
    () => false,
    (error: unknown) => errorCode(error) === 'key_rejected',
  );
  if (!isRefused) return;
  await models.keys.delete({ owner, origin });
  models.known.forget();
  throw new PlanError('key', l10n.t('{0} does not accept this key, so it is not saved. Paste another one.', origin));
}

/**
 * A model that the user picks of those that the provider lists, beginning at the present one; undefined where the user changes their
 * mind.
 */
export async function pickedModel(
  { models }: StartPorts,
  { provider, present }: { provider: ModelProviderName; present: string },
): Promise<string | undefined> {
  const known = await models.known.listed(provider);
  const choices = known.map(({ reference, name }) => ({ label: name, description: reference, value: reference }));
  const title = descriptorOf(provider).flow.which?.() ?? l10n.t('Which model?');
  const active = choices.find(({ value }) => value === present);
  const answer = await askPick({ title, step: 1, totalSteps: 1 }, { choices, active, placeholder: present });
  return answer.kind === 'answer' ? answer.value : undefined;
}

/** Problems of the address in the settings, which may have been written by hand. */
export function addressProblems({ models }: Pick<StartPorts, 'models'>, provider: StartProvider): FieldProblem[] {
  if (!isServer(provider)) return [];
  try {
    models.addressOf(provider);
    return [];
  } catch (error) {
    return [{ field: 'address', message: wordsFor(error) }];
  }
}

/** Extensions that bring models, in the view of extensions. */
export async function showModelExtensions(): Promise<void> {
  await vscode.commands.executeCommand('workbench.extensions.search', '@tag:language-models');
}

/** Undefined where the user changes their mind. */
export async function chosenParent(parent: string): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t('Where should the debate be saved?'),
    openLabel: l10n.t('Save Debates Here'),
    canSelectFolders: true,
    canSelectFiles: false,
    defaultUri: vscode.Uri.file(parent),
  });
  return chosen?.[0]?.fsPath;
}

/** A relative path starts from the first folder of the workspace. @throws PlanError where there is none */
export function typedParent(value: string): string {
  const found = outputParent({ value, isOfWorkspace: false }, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
  if (found.ok) return found.parent;
  throw new PlanError('parent', l10n.t('Write the folder with its whole path, or choose it.'));
}
