import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { sleep } from '../../async/deadline';
import { topicProblem, withoutEvidenceProblem } from '../start/problemWords';
import { StartMemory } from '../start/choices';
import { isReal } from '../kit/workspaceFolders';
import type { LineupDraft } from '../start/lineupDraft';
import { untrustedReason } from '../start/guards';
import { untrustedParts } from './askAnswer';
import { answeredFrom, followDebate, detailsOf, type Asked } from './answers';
import { markdown, plainMarkdown } from './chatPart';
import type { ChatMetadata } from './followUps';
import { reviewParts, startRequest } from './chatRequests';
import { headline } from './statusParts';

/**
 * Leads from a topic to the lineup review in the panel; a debate that is started there is followed to the end of its
 * openings.
 */
export async function startAnswer(asked: Asked): Promise<ChatMetadata> {
  const { services, say, prompt } = asked;
  const reason = untrustedReason();
  const problem = topicProblem(prompt);
  if (reason !== undefined || problem !== undefined) {
    say(
      reason === undefined
        ? [
            markdown(
              `${plainMarkdown(problem ?? '')} ${l10n.t('For example: `/start Should the payments service move from REST to gRPC?`')}`,
            ),
          ]
        : untrustedParts(reason),
    );
    return {};
  }
  asked.progress(l10n.t('Preparing the lineup…'));
  const remembered = new StartMemory(services.context.workspaceState).choices;
  const { settings } = services;
  const chosen = { provider: remembered.provider ?? settings.get('provider'), format: remembered.format };
  const isNeeded = withoutEvidenceProblem(chosen, settings.get('research.web')) !== undefined;
  const id: unknown = await vscode.commands.executeCommand(
    'rostrum.startDebate',
    startRequest(prompt, remembered, { attached: evidenceOf(asked), isNeeded }),
  );
  const draft = typeof id === 'string' ? await services.drafts.find(id) : undefined;
  if (draft === undefined) {
    say([
      markdown(
        l10n.t(
          'No lineup was made: the flow was left, or a notification says what is in the way. The topic is kept for the next try.',
        ),
      ),
    ]);
    return {};
  }
  say(reviewParts(draft.review));
  const folder = await begun(asked, draft);
  if (folder === undefined) return {};
  // The chat shows whole entries only, so paced words are not needed.
  services.runManager.skip(folder);
  return await answeredFrom(asked, folder, async (debate) => {
    say([markdown(headline(await detailsOf(asked, debate)))]);
    await followDebate(asked, debate, 0);
  });
}

/** Files that the user attached; files attached by the editor are mostly about something else. */
const evidenceOf = ({ attached }: Asked): string[] =>
  attached.filter(({ uri, isImplicit }) => !isImplicit && isReal(uri)).map(({ uri }) => uri.fsPath);

/** Milliseconds for which a lineup's review is awaited; after that the answer ends, and the lineup stays. */
const patienceMs = 5 * 60_000;
const lookMs = 500;

/** Folder of the new debate; undefined when the lineup was cancelled, or the wait ended. */
async function begun({ services, signal, progress }: Asked, draft: LineupDraft): Promise<string | undefined> {
  const { runManager, drafts, summaries } = services;
  const fresh = new Set<string>();
  const before = new Set(runManager.runs.map(({ folder }) => folder));
  const watching = vscode.Disposable.from(
    runManager.onDidChange((folder) => !before.has(folder) && fresh.add(folder)),
    // The listener keeps the draft alive: its tab may be closed and opened again meanwhile.
    draft.onDidChange(() => draft.review.busy === 'starting' && progress(l10n.t('Starting…'))),
  );
  progress(l10n.t('Waiting for the lineup to be started in the panel…'));
  try {
    for (const end = Date.now() + patienceMs; Date.now() < end && !signal.aborted;) {
      const isOver = !drafts.isOpen(draft.id);
      // The topic may be edited in the review, so the current one is compared.
      for (const folder of fresh) if ((await summaries.summaryOf(folder)).topic === draft.review.topic) return folder;
      if (isOver) return undefined;
      await sleep(lookMs, signal).catch(() => undefined); // The loop checks for an abort.
    }
    return undefined;
  } finally {
    watching.dispose();
  }
}
