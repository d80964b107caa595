import * as l10n from '@vscode/l10n';
import { checkedTopic, maximumTopicLength } from '../../session/plan/plan';
import { PlanError } from '../../session/plan/planError';
import { standardFormat } from '../../debate/formats/formatName';
import type { StartProvider } from '../models/settingModels';
import { evidenceProblems, problemText, type PlanProblem } from '../../session/plan/planDebate';
import { formatOffered } from './choices';

export function topicProblem(text: string): string | undefined {
  try {
    checkedTopic(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    switch (error.code) {
      case 'topic_empty':
        return l10n.t('Write the question.');
      case 'topic_too_long':
        return l10n.t(
          '{0} characters; at most {1} are allowed. Put the detail into a file and debate that.',
          text.trim().length,
          maximumTopicLength,
        );
      case 'topic_without_words':
        return l10n.t('Write the question in words.');
      default:
        return error.message;
    }
  }
}

/** Why a debate without evidence cannot be held; undefined where it can do without. */
export function withoutEvidenceProblem(
  { provider, format = standardFormat }: { provider: StartProvider; format?: string | undefined },
  isWebRead: boolean,
): string | undefined {
  const { name } = formatOffered(format);
  const [problem] = evidenceProblems({ provider, format: name, debaters: [] }, { files: 0, isWebRead });
  return problem && planProblemWords(problem, name);
}

/** A problem of the plan, in the words of the page. */
export function planProblemWords(problem: PlanProblem, format: string): string {
  switch (problem.code) {
    case 'no_evidence':
      return problem.isOffline
        ? l10n.t('Offline, debaters quote only your files. Choose a folder or files.')
        : l10n.t(
            'Debaters read no web pages (rostrum.research.web), so they can cite only files. Choose a folder or files.',
          );
    case 'no_document':
      return l10n.t(
        'Offline, only documents and people speak, and “{0}” is not a document of the evidence. Choose a model above, write “human” or a model here, or name a document: {1}.',
        problem.name,
        problem.documents.join(', '),
      );
    case 'unpriced':
      return l10n.t(
        'A budget needs known prices. Set rostrum.prices for {0}, or remove the budget.',
        problem.models.join(', '),
      );
    case 'hints':
    case 'offline_format':
    case 'off_topic':
      return problemText(problem, formatOffered(format));
  }
}
