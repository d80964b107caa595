import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { withDeadline } from '../../async/deadline';
import { isServer, keyOwners, type KeyOwner, type ServerName } from '../../models/providers';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { ModelPorts } from './ports';
import { wordsFor } from '../kit/wordsFor';
import { ownerWords } from './addresses';
import { type KeptKey, keyProblem } from './secretKeyStore';

type KeyServices = Pick<ModelPorts, 'models' | 'log'>;

interface KeyWish {
  /** Possible owners of the key; if there is only one, the user is not asked. */
  among?: readonly KeyOwner[];
  /** Action that waits for the key, offered once the key is kept. */
  next?: { label: string; run: () => Promise<void> };
}

/** Asks for a key; returns whether one was kept. */
export async function setApiKey(
  services: KeyServices,
  argument: unknown,
  { among = keyOwners, next }: KeyWish = {},
): Promise<boolean> {
  try {
    const named = keyOwners.find((known) => known === argument) ?? (among.length === 1 ? among[0] : undefined);
    const owner = named ?? (await pickedOwner(services, among));
    return owner !== undefined && (await askedKey(services, owner, next));
  } catch (error) {
    void showErrorMessage(wordsFor(error));
    return false;
  }
}

async function pickedOwner({ models }: KeyServices, among: readonly KeyOwner[]): Promise<KeyOwner | undefined> {
  const kept = await models.keys.kept();
  const items = among.map((owner) => {
    const origin = originOrReason(models, owner);
    const isKept = kept.some((key) => key.owner === owner && key.origin === origin);
    return {
      owner,
      label: ownerWords(owner),
      description: origin,
      ...(isKept ? { detail: l10n.t('A key is kept; a new one replaces it.') } : {}),
    };
  });
  const title = l10n.t('Set API Key');
  return (
    await vscode.window.showQuickPick(items, {
      title,
      placeHolder: l10n.t('For which service?'),
      ignoreFocusOut: true,
    })
  )?.owner;
}

function originOrReason(models: KeyServices['models'], owner: KeyOwner): string {
  try {
    return models.addressOf(owner).origin;
  } catch (error) {
    return wordsFor(error);
  }
}

/** Asks for the key, which is bound to the origin that the prompt shows, and is sent to no other. */
async function askedKey(services: KeyServices, owner: KeyOwner, next: KeyWish['next']): Promise<boolean> {
  const { models } = services;
  const { origin, isExposed } = models.addressOf(owner);
  const name = ownerWords(owner);
  if (isExposed) {
    void showWarningMessage(
      l10n.t(
        '{0} is reached over plain http, on which a key could be read on the way, so none is sent there. Set a base URL that begins with https://.',
        origin,
      ),
    );
    return false;
  }
  const key = await vscode.window.showInputBox({
    title: l10n.t('API Key for {0}', name),
    password: true,
    ignoreFocusOut: true,
    prompt: l10n.t('Kept in the editor’s secret storage, and sent to {0} only', origin),
    validateInput: (text) => (text === '' ? undefined : keyProblem(text)),
  });
  if (key === undefined) return false;
  const problem = keyProblem(key);
  if (problem !== undefined) {
    void showWarningMessage(problem);
    return false;
  }
  await models.keys.set({ owner, origin }, key);
  void showKept(services, { owner, origin }, next);
  return true;
}

async function showKept(services: KeyServices, { owner, origin }: KeptKey, next: KeyWish['next']): Promise<void> {
  const check = l10n.t('Check It');
  const message = l10n.t('The key for {0} is kept. It is sent to {1} only.', ownerWords(owner), origin);
  const chosen = await showInformationMessage(
    message,
    ...(next === undefined ? [] : [next.label]),
    ...(isServer(owner) ? [check] : []),
  );
  if (chosen === check && isServer(owner)) await checkKey(services, owner);
  else if (chosen !== undefined) await next?.run();
}

async function checkKey({ models, log }: KeyServices, owner: ServerName): Promise<void> {
  const title = l10n.t('Asking {0} for its models…', ownerWords(owner));
  try {
    const found = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      async () => {
        const provider = await models.provider(owner);
        return await withDeadline({ ms: checkLimitMs }, (signal) => provider.list(signal));
      },
    );
    void showInformationMessage(
      l10n.t('The key works: {0} answers, and has {1} models.', ownerWords(owner), found.length),
    );
  } catch (error) {
    log.warn(`The key for ${owner} could not be checked.`, wordsFor(error));
    void showErrorMessage(wordsFor(error));
  }
}

const checkLimitMs = 30_000;

export async function clearApiKey({ models }: Pick<ModelPorts, 'models'>): Promise<void> {
  const kept = await models.keys.kept();
  if (kept.length === 0) {
    void showInformationMessage(l10n.t('No API key is kept.'));
    return;
  }
  const each = kept.map((key) => ({ label: ownerWords(key.owner), description: key.origin, keys: [key] }));
  const all = { label: l10n.t('All keys'), description: '', keys: kept };
  const items = kept.length === 1 ? each : [...each, all];
  const title = l10n.t('Clear API Key');
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('Which key is to be forgotten?'),
  });
  if (picked === undefined) return;
  const [first, ...others] = picked.keys;
  for (const key of picked.keys) await models.keys.delete(key);
  const message =
    first !== undefined && others.length === 0
      ? l10n.t('The key of {0} for {1} is forgotten.', ownerWords(first.owner), first.origin)
      : l10n.t('{0} keys are forgotten.', picked.keys.length);
  void showInformationMessage(message);
}
