import * as l10n from '@vscode/l10n';
import { plainMarkdown } from '../chat/plainMarkdown';
import { list } from '../chat/statusParts';
import type { StartProvider } from '../models/roleModels';
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
  { topic, format = 'panel', length, evidence, debaters }: ToolInput<'rostrum_start_debate'>,
  { provider, model, budgetUsd, isWebRead }: StartTerms,
): string {
  const isOffline = provider === 'offline';
  const hints = debaters?.trim() ?? '';
  const lines = [
    l10n.t('Topic: {0}', plainMarkdown(topic)),
    ...formatLines(format, length),
    evidence === 'none'
      ? l10n.t('Evidence that the debaters read: none; they cite what they find on the web')
      : l10n.t('Evidence that the debaters read: {0}', evidence.map((path) => plainMarkdown(path)).join(', ')),
    ...(format === 'panel'
      ? [hints === '' ? l10n.t('Debaters: proposed by the Chair') : l10n.t('Debaters: {0}', plainMarkdown(hints))]
      : []),
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

function formatLines(format: 'panel' | 'tribunal' | 'dialectic', length: 'standard' | 'short' | undefined): string[] {
  switch (format) {
    case 'panel':
      return [
        length === 'short'
          ? l10n.t('Length: one or two rounds')
          : l10n.t('Length: as many rounds as your settings say'),
      ];
    case 'tribunal':
      return [
        l10n.t('Format: tribunal; an Advocate and a Critic argue, the Judge recommends how many rounds and rules'),
      ];
    case 'dialectic':
      return [l10n.t('Format: dialectic; two sides argue at once, the Judge scores each argument')];
  }
}

function costLine(isOffline: boolean, budgetUsd: number | null): string {
  if (isOffline) return l10n.t('Cost: nothing');
  if (budgetUsd === null) return l10n.t('Cost: what the models cost; no limit is set (rostrum.budgetUsd)');
  return plainMarkdown(
    l10n.t('Cost: at most ${0}, then the debate pauses and asks (rostrum.budgetUsd)', budgetUsd.toFixed(2)),
  );
}
