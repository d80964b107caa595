import * as l10n from '@vscode/l10n';
import type { StartProvider } from '../models/settingModels';

/** What decides whether debaters can find something to cite by themselves. */
export interface Sources {
  provider: StartProvider;
  /** The setting rostrum.research.web. */
  isWebRead: boolean;
}

/** Why a debate cannot do without evidence, and what to do; undefined where it can. */
export function withoutEvidenceProblem({ provider, isWebRead }: Sources): string | undefined {
  if (provider === 'offline') return l10n.t('Offline, only your files are quoted: choose a folder or files.');
  return isWebRead
    ? undefined
    : l10n.t('rostrum.research.web is off, so only files can be cited: choose a folder or files.');
}
