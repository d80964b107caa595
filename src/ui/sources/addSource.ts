import * as vscode from 'vscode';
import { parseSourceUrl } from '../../debate/sourceUrl';
import { debateFor } from '../commands/debateTarget';
import { isOpenDebate } from '../commands/debateFits';
import { withDebate } from '../commands/openLogs';
import { showInformationMessage } from '../messages';
import type { Services } from '../services';
import { isTrusted } from '../start/guards';
import { cancellable } from './cancellable';

export const addCommand = 'rostrum.addSource';

type AddServices = Pick<Services, 'log' | 'debates' | 'panels' | 'library' | 'summaries' | 'web'>;

/** A page that the user wants debaters to be able to cite: read once, and kept with the debate. `address` of the argument is not asked for. */
export async function addSource(services: AddServices, argument: unknown): Promise<void> {
  if (!isTrusted('say')) return;
  const title = vscode.l10n.t('Add Source');
  const folder = await debateFor(services, argument, {
    title,
    none: vscode.l10n.t('No debate of this workspace is under way.'),
    fits: isOpenDebate,
  });
  const address = folder === undefined ? undefined : (addressIn(argument) ?? (await askedAddress(title)));
  if (folder === undefined || address === undefined) return;
  await withDebate(services, folder, async ({ log }) => {
    const { addSource: add } = await import('../../session/addSource');
    const web = await services.web.access();
    const added = await cancellable(vscode.l10n.t('Reading {0}', address), (signal) =>
      add(log, address, { web, signal }),
    );
    if (added === undefined) return;
    void showInformationMessage(
      vscode.l10n.t(
        '“{0}” was read and is kept with the debate ({1} characters). Debaters may cite it from now on.',
        added.title,
        added.length,
      ),
    );
  });
}

async function askedAddress(title: string): Promise<string | undefined> {
  const address = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The address of a page. It is read now, and debaters may cite it from then on.'),
    placeHolder: 'https://',
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || isPage(text)
        ? undefined
        : vscode.l10n.t('An address begins with https:// or http:// and names a page.'),
  });
  return address === undefined || !isPage(address) ? undefined : address.trim();
}

const isPage = (text: string): boolean => parseSourceUrl(text.trim()).kind === 'web';

function addressIn(argument: unknown): string | undefined {
  const { address } = (typeof argument === 'object' && argument !== null ? argument : {}) as { address?: unknown };
  return typeof address === 'string' ? address : undefined;
}
