import * as l10n from '@vscode/l10n';
import type { StartProvider } from '../models/roleModels';

/** What decides whether debaters can find something to cite by themselves. */
export interface Sources {
  provider: StartProvider;
  /** The setting rostrum.research.web. */
  isWebRead: boolean;
}

/** Why a debate cannot do without evidence, and what to do; undefined where it can. */
export function withoutEvidenceProblem({ provider, isWebRead }: Sources): string | undefined {
  if (provider === 'offline')
    return l10n.t(
      'Offline, quotations from the evidence are dealt to the seats: choose a folder or files to quote from.',
    );
  return isWebRead
    ? undefined
    : l10n.t(
        'Without evidence there is nothing to cite, because reading web pages is switched off (rostrum.research.web): choose a folder or files to quote from.',
      );
}
