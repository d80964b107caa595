import { dollars } from '../../debate/shortText';
import * as l10n from '@vscode/l10n';
import { standardFormat } from '../../debate/formats/formatName';
import { formatUi } from '../formats/registry';
import { formatOffered } from '../start/choices';
import { plainMarkdown } from '../chat/chatPart';
import { list } from '../chat/statusParts';
import type { StartProvider } from '../models/settingModels';
import type { ToolInput } from './inputs';

/** What is in force for the debate that would be started. */
export interface StartTerms {
  provider: StartProvider;
  /** Chosen with it; '' where the standard one is meant. */
  model: string;
  budgetUsd: number | null;
  isWebRead: boolean;
}

/** What the user agrees to, as Markdown: what is started, on what evidence, where texts go and what it may cost. */
export function startConfirmation(
  { topic, format = standardFormat, length, evidence, debaters }: ToolInput<'rostrum_start_debate'>,
  { provider, model, budgetUsd, isWebRead }: StartTerms,
): string {
  const isOffline = provider === 'offline';
  const hints = plainMarkdown(debaters?.trim() ?? '');
  const lines = [
    l10n.t('Topic: {0}', plainMarkdown(topic)),
    ...formatUi(format).started({ isShort: length === 'short', hints }, formatOffered(format)),
    evidence === 'none'
      ? l10n.t('Evidence that the debaters read: none; they cite what they find on the web')
      : l10n.t('Evidence that the debaters read: {0}', evidence.map((path) => plainMarkdown(path)).join(', ')),
    isOffline
      ? l10n.t('What leaves this machine: nothing; quotations are dealt from the evidence')
      : l10n.t(
          'What leaves this machine: the topic, what is read of the evidence, and all that is said go to {0}',
          plainMarkdown(model === '' ? provider : `${provider} (${model})`),
        ),
    ...(isOffline || !isWebRead
      ? []
      : [l10n.t('The debaters may search the web and read pages of it (rostrum.research.web)')]),
    costLine(isOffline, budgetUsd),
  ];
  return `${list(lines)}\n\n${l10n.t('If you go on, the debate starts at once, without a review of the lineup. It writes a folder of its own, and can be paused and stopped in its panel.')}`;
}

function costLine(isOffline: boolean, budgetUsd: number | null): string {
  if (isOffline) return l10n.t('Cost: nothing');
  if (budgetUsd === null) return l10n.t('Cost: what the models cost; no limit is set (rostrum.budgetUsd)');
  return plainMarkdown(
    l10n.t('Cost: at most {0}, then the debate pauses and asks (rostrum.budgetUsd)', dollars(budgetUsd)),
  );
}
