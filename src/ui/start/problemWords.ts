import * as l10n from '@vscode/l10n';
import { checkedTopic, maximumTopicLength } from '../../session/plan';
import { PlanError } from '../../session/planError';

/** Why a text is no topic; undefined when it is one. */
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
