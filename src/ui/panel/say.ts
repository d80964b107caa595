import * as l10n from '@vscode/l10n';
import type { DebateLog } from '../../record/debateLog';
import { askAsAudience, sendGuidance } from '../../session/interventions';

/** Adds what the user says to the record. Returns what stood in the way, in words for the user. */
export async function say(
  log: DebateLog,
  { what, to, text }: { what: 'guidance' | 'question'; to?: string | undefined; text: string },
): Promise<string | undefined> {
  try {
    if (what === 'guidance') await sendGuidance(log, text);
    else if (to === undefined || to === '') return l10n.t('Say whom the question is put to.');
    else await askAsAudience(log, { to, question: text });
    return undefined;
  } catch (error) {
    // Refusals and faults of the disk alike say what to do next; what was typed stays in the box.
    return error instanceof Error ? error.message : String(error);
  }
}
