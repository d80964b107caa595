import * as l10n from '@vscode/l10n';
import type { DebateLog } from '../../record/debateLog';
import { requestStop } from '../../session/interventions';
import { PlanError } from '../../session/planError';
import { showInformationMessage } from '../messages';
import { isTrusted } from '../start/guards';
import { wordsFor } from '../wordsFor';
import { tellDone } from './tellDone';

/** @throws what kept it from being written. */
export async function askToStop(log: DebateLog): Promise<void> {
  if (!isTrusted('say')) return;
  try {
    const { seq } = await requestStop(log);
    tellDone(l10n.t('Logged as seq {0}. The other program pauses before its next step.', seq));
  } catch (error) {
    // It let go, or came to its end, while the question stood.
    if (!(error instanceof PlanError)) throw error;
    void showInformationMessage(wordsFor(error));
  }
}
