import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../messages';
import type { Services } from '../services';
import type { EvidenceChange } from './draftRecord';

/** Cancelled when its folder was there already. */
export function tellUnused({ panels }: Services, folder: string): void {
  const open = l10n.t('Open Panel');
  const message = l10n.t(
    'The debate was cancelled, and it does not run. Its folder had been made already: {0}',
    folder,
  );
  void showInformationMessage(message, open).then((chosen) => {
    if (chosen === open) void panels.show(folder);
  });
}

export function tellChange({ added, removed, changed }: EvidenceChange): void {
  const message = l10n.t(
    'The evidence is not what it was when you saw it: {0} files came, {1} went, {2} changed. The debate uses it as it is now.',
    ...[added.length, removed.length, changed.length],
  );
  void showInformationMessage(message);
}
