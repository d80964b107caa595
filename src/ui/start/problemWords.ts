import * as l10n from '@vscode/l10n';
import { checkedTopic, maximumTopicLength } from '../../session/plan/plan';
import { PlanError } from '../../session/plan/planError';
import type { StartProvider } from '../models/settingModels';

export function topicProblem(text: string): string | undefined {
  try {
    checkedTopic(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    switch (error.code) {
      case 'topic_empty':
        return l10n.t('Say what is to be debated.');
      case 'topic_too_long':
        return l10n.t(
          '{0} characters; at most {1} are allowed. Put the detail into a file and debate that.',
          text.trim().length,
          maximumTopicLength,
        );
      case 'topic_without_words':
        return l10n.t('Say in words what is to be debated.');
      default:
        return error.message;
    }
  }
}

interface Sources {
  provider: StartProvider;
  isWebRead: boolean;
}

/** Undefined where a debate can do without evidence. */
export function withoutEvidenceProblem({ provider, isWebRead }: Sources): string | undefined {
  if (provider === 'offline') return l10n.t('Offline, only your files are quoted: choose a folder or files.');
  return isWebRead
    ? undefined
    : l10n.t('rostrum.research.web is off, so only files can be cited: choose a folder or files.');
}
