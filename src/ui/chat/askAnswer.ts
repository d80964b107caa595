import * as l10n from '@vscode/l10n';
import { askAsAudience } from '../../session/run/interventions';
import { PlanError } from '../../session/plan/planError';
import { refuseConcluded } from '../../session/run/runnability';
import { isDriven } from '../library/debateTarget';
import type { OpenDebate } from '../library/openDebate';
import { untrustedReason } from '../start/guards';
import { wordsFor } from '../kit/wordsFor';
import { askRequest, isAskable } from './chatRequests';
import { answeredFrom, openDebate, type Asked } from './answers';
import { entryLink, markdown, type ChatPart, plainMarkdown } from './chatPart';
import type { ChatMetadata } from './followUps';

/** Puts a question of the audience to one debater: it is logged, and passed on unchanged. */
export async function answerAsk(asked: Asked): Promise<ChatMetadata> {
  const reason = untrustedReason();
  if (reason !== undefined) {
    asked.say(untrustedParts(reason));
    return {};
  }
  const folder = await openDebate(asked);
  if (folder === undefined) return {};
  return await answeredFrom(asked, folder, async (debate) => asked.say(await parts(asked, debate)));
}

export const untrustedParts = (reason: string): ChatPart[] => [
  markdown(plainMarkdown(reason)),
  { kind: 'button', title: l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' },
];

async function parts(asked: Asked, debate: OpenDebate): Promise<ChatPart[]> {
  const { folder, log, isGone } = debate;
  const names = log.state.debaters.map(({ name }) => name);
  const { to, question } = askRequest(asked.prompt, names);
  if (isGone) return [markdown(l10n.t('The log of this debate is gone, so nothing can be added to it.'))];
  try {
    // Refused before the user is asked for more of the question.
    refuseConcluded(log.state);
    if (question === '')
      return [
        markdown(
          l10n.t('Write the question behind the name: `/ask @{0} What would change your mind?`', names[0] ?? 'debater'),
        ),
      ];
    if (to === undefined) return whomParts(folder, names, question);
    const { seq } = await askAsAudience(log, { to, question });
    const isHeard = isDriven(asked.services, debate);
    const when = isHeard
      ? l10n.t('{0} answers in its next turn.', plainMarkdown(to))
      : l10n.t('It is taken up when the debate is resumed.');
    const resume: ChatPart = {
      kind: 'button',
      title: l10n.t('Resume Debate'),
      command: 'rostrum.resumeDebate',
      argument: { folder },
    };
    return [markdown(`${l10n.t('Logged as {0}.', entryLink(folder, seq))} ${when}`), ...(isHeard ? [] : [resume])];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return [markdown(plainMarkdown(wordsFor(error)))];
  }
}

function whomParts(folder: string, names: readonly string[], question: string): ChatPart[] {
  if (names.length === 0) return [markdown(l10n.t('This debate has no debaters to ask.'))];
  const mention = l10n.t('Whom do you ask? Name one: `/ask @{0} …`', names[0] ?? '');
  if (!isAskable(question)) return [markdown(mention)];
  return [
    markdown(mention),
    ...names.map((to): ChatPart => ({
      kind: 'button',
      title: l10n.t('Ask {0}', to),
      command: 'rostrum.askAsAudience',
      argument: { folder, to, question },
    })),
  ];
}
