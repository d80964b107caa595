import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { audit, type Audit } from '../../session/review/audit';
import { auditLines } from '../../session/review/auditWords';
import { cancellable } from '../kit/cancellable';
import type { CommandHandlers } from '../kit/commandHandlers';
import { offer, showErrorMessage, showInformationMessage } from '../kit/messages';
import { onDebate } from '../library/debateTarget';
import { withDebate } from '../library/openLogs';
import type { CommandPorts } from './ports';

/** Checks that a record is still the one that was written: `rostrum audit` in the editor. */
export const checkRecordCommands = {
  'rostrum.checkRecord': onDebate(() => ({ title: l10n.t('Check the Record of Which Debate?') }), checkRecord),
} satisfies CommandHandlers<CommandPorts>;

async function checkRecord(services: CommandPorts, folder: string): Promise<void> {
  const found = await withDebate(services, folder, ({ log }) =>
    cancellable(l10n.t('Checking the record …'), (signal) => audit(log, { signal })),
  );
  if (found !== undefined) void tell(found);
}

function tell(found: Audit): Promise<unknown> {
  const { ok, head, problems } = found;
  const details = { [l10n.t('Show Details')]: () => showDetails(found) };
  if (!ok) {
    const first = problems.find(({ severity }) => severity === 'error')?.message ?? '';
    return offer(showErrorMessage, l10n.t('The record does not fit. {0}', first), details);
  }
  const copy = head === null ? {} : { [l10n.t('Copy Head')]: () => vscode.env.clipboard.writeText(head) };
  const words =
    problems.length === 0
      ? l10n.t('The record fits. Keep its head elsewhere to be able to prove later that nothing was changed.')
      : l10n.t('The record fits, with {0} warnings.', String(problems.length));
  return offer(showInformationMessage, words, { ...copy, ...details });
}

async function showDetails(found: Audit): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    content: `${auditLines(found).join('\n')}\n`,
    language: 'plaintext',
  });
  await vscode.window.showTextDocument(document, { preview: true });
}
