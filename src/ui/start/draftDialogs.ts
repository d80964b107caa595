import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Usage } from '../../debate/log/entryData';
import { proposeMotions } from '../../session/plan/motions';
import type { ModelPlan } from '../../session/plan/modelPlan';
import { modelLineupPerformer } from '../../session/plan/preparation';
import { cancellable } from '../kit/cancellable';
import { activityWords } from '../run/workingList';
import type { StartPorts } from './ports';
import { showErrorMessage } from '../kit/messages';
import { wordsFor } from '../kit/wordsFor';
import type { DebatersChoice } from './choices';
import type { DraftRecord } from './draftRecord';
import { lineupFromFile } from './lineupFile';

interface Asking {
  chair: ModelPlan;
  /** Called for each try, also one in vain. */
  onUsage: (usage: Usage) => void;
}

/** Has a model propose motions for a topic that is a question, and the user choose one; undefined where the user changes their mind. */
export async function chosenMotion(
  { models, settings }: Pick<StartPorts, 'models' | 'settings'>,
  { topic, gathered }: Pick<DraftRecord, 'topic' | 'gathered'>,
  { chair, onUsage }: Asking,
): Promise<string | undefined> {
  const performer = modelLineupPerformer(chair, { models }, settings.get('prices'));
  if (performer === undefined) return undefined;
  const motions = await cancellable(l10n.t('The model is looking for motions…'), async (signal, progress) => {
    const onAwaiting = (detail: string): void => progress.report({ message: activityWords(detail) });
    return await proposeMotions(
      { topic, evidence: Object.keys(gathered.files), onUsage, onAwaiting },
      performer,
      signal,
    );
  });
  if (motions === undefined) return undefined;
  return await vscode.window.showQuickPick(motions, {
    title: l10n.t('Which motion is debated?'),
    ignoreFocusOut: true,
  });
}

/** Who debates by a file that the user chooses. Undefined when none was chosen or it is no lineup, which is said. */
export async function lineupFromDialog(): Promise<DebatersChoice | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Lineup file'),
      openLabel: l10n.t('Use as Lineup'),
      filters: { [l10n.t('Lineups')]: ['json', 'md', 'txt'] },
    })) ?? [];
  if (uri === undefined) return undefined;
  try {
    const read = lineupFromFile(basename(uri.path), new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)));
    if (read.ok) return read.choice;
    void showErrorMessage(read.message);
  } catch (error) {
    void showErrorMessage(l10n.t('{0} could not be read: {1}', basename(uri.path), wordsFor(error)));
  }
  return undefined;
}
