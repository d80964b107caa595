import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

/** Why nothing may be written to a debate here; undefined where it may. In Restricted Mode debates are only read. */
export function untrustedReason(): string | undefined {
  if (vscode.workspace.isTrusted) return undefined;
  return l10n.t(
    'This workspace is in Restricted Mode, in which debates are only read. To take part in one, trust the workspace first.',
  );
}
