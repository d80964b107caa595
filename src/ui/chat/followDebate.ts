import * as vscode from 'vscode';
import type { OpenDebate } from '../debates/openDebate';
import type { Asked } from './asked';
import { markdown } from './chatPart';
import { standingOf } from './debateInQuestion';
import { entryLine } from './entryLine';
import { followEntries, type FollowEnd } from './followEntries';
import { plainMarkdown } from './plainMarkdown';
import { headline } from './statusParts';

/** Entries in one answer; whoever wants them all has the panel. */
const mostEntries = 60;

export const isRunning = ({ services }: Pick<Asked, 'services'>, { folder, lease }: OpenDebate): boolean =>
  services.runManager.runOf(folder) !== undefined || lease.state === 'held';

/** Says each entry as it is logged, until the round is over. Cancelling ends the answer and does nothing to the debate. */
export async function followDebate(
  asked: Asked,
  debate: OpenDebate,
  from = debate.log.state.headers.length,
): Promise<void> {
  const { runManager } = asked.services;
  const { folder, log } = debate;
  const working = runManager.onDidWork((changed) => changed === folder && tellWork(asked, folder));
  tellWork(asked, folder);
  try {
    const end = await followEntries(
      {
        view: () => log.view,
        isRunning: () => isRunning(asked, debate),
        refresh: async () => {
          await debate.look();
          if (!debate.isGone) await log.refresh();
        },
        onDidChange: (listener) =>
          vscode.Disposable.from(debate.onDidChange(listener), runManager.onDidChange(listener)),
      },
      { from, most: mostEntries, signal: asked.signal, tell: (at) => asked.say([markdown(`- ${lineAt(debate, at)}`)]) },
    );
    if (end === 'cancelled') return;
    asked.say([markdown(`${headline(await standingOf(asked, debate))}. ${endText(end)}`)]);
  } finally {
    working.dispose();
  }
}

const lineAt = ({ log, folder }: OpenDebate, at: number): string =>
  entryLine(log.view, folder, log.state.headers[at]?.seq ?? at);

function tellWork({ services, progress }: Asked, folder: string): void {
  const [first] = services.runManager.runOf(folder)?.working ?? [];
  if (first !== undefined) progress(`${plainMarkdown(first.agent)} ${first.words}…`);
}

function endText(end: Exclude<FollowEnd, 'cancelled'>): string {
  switch (end) {
    case 'round':
    case 'enough':
      return vscode.l10n.t('The debate goes on in its panel; `/status` follows it further.');
    case 'rests':
      return vscode.l10n.t('Nobody runs it now.');
    case 'done':
      return vscode.l10n.t('`/summary` shows what came of it.');
  }
}
