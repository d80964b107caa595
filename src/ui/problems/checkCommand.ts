import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { onDebate } from '../library/debateTarget';
import { offer, showInformationMessage, showWarningMessage } from '../kit/messages';
import type { CommandHandlers } from '../kit/commandHandlers';
import type { ProblemPorts } from './ports';
import { foundText, titleOf } from '../library/debateNode';
import { sourceIssuesText } from '../library/debatesTree';
import type { DebateCheck } from '../findings/checkDebate';

export const checkCommands = {
  'rostrum.checkRules': onDebate(() => ({ title: l10n.t('Check Which Debate Against the Rules?') }), checkRules),
} satisfies CommandHandlers<ProblemPorts>;

async function checkRules(services: ProblemPorts, folder: string): Promise<void> {
  const title = titleOf(services.library.debates.find((debate) => debate.folder === folder) ?? { folder, topic: '' });
  const check = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: l10n.t('Checking “{0}” against the rules …', title),
    },
    () => services.checks.checkNow(folder),
  );
  await showResult(check, title);
}

async function showResult(check: DebateCheck, title: string): Promise<void> {
  if (check.kind === 'checked') {
    const { counts, faults, isInPart } = check.found;
    const found = foundText(counts);
    const sourceIssues = counts.grave + counts.changed;
    const besides = [
      ...(sourceIssues === 0 ? [] : [`${sourceIssuesText(sourceIssues)}.`]),
      ...(isInPart ? [l10n.t('It is not over: what is due at its end was not looked for.')] : []),
    ]
      .map((words) => ` ${words}`)
      .join('');
    if (found === '') {
      void showInformationMessage(l10n.t('“{0}”: nothing in it breaks the rules.', title) + besides);
      return;
    }
    const isForeign = faults.every(({ severity }) => severity === 'information');
    const message = isForeign
      ? l10n.t('“{0}”, by rules that it was not written under: {1}. They stand at the log’s lines.', title, found)
      : l10n.t('“{0}”: {1}. They stand at their lines of the log.', title, found);
    await offer(showInformationMessage, message + besides, {
      [l10n.t('Show Problems')]: () => vscode.commands.executeCommand('workbench.actions.view.problems'),
    });
    return;
  }
  void showWarningMessage(
    check.kind === 'too_large'
      ? l10n.t('“{0}” is over 64 MB and was not checked. “rostrum lint” checks it on the command line.', title)
      : l10n.t('“{0}” could not be checked. The output channel “Rostrum” says why.', title),
  );
}
