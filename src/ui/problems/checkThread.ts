import * as l10n from '@vscode/l10n';
import { takeJobs } from '../../async/workerJobs';
import { checkDebate, type CheckedDebate, type CheckJob } from '../findings/checkDebate';

export type LocalisedCheck = CheckJob & { bundle: Record<string, string> };

export async function check({ bundle, ...job }: LocalisedCheck): Promise<CheckedDebate | undefined> {
  l10n.config({ contents: bundle });
  return await checkDebate(job);
}

takeJobs(check, { isBackground: true });
