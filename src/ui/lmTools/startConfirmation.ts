import { dollars } from '../../matching/text/shortText';
import * as l10n from '@vscode/l10n';
import { standardFormat } from '../../debate/formats/formatName';
import { formatUi } from '../formats/registry';
import { formatOffered } from '../start/choices';
import { plainMarkdown } from '../chat/chatPart';
import { list } from '../chat/statusParts';
import { rolesOf, roleNames } from '../../session/plan/modelPlan';
import type { DebateConfig } from '../../session/plan/configFiles';
import { providersIn } from '../models/settingModels';
import type { ToolPorts } from './ports';
import { modelPlanOf } from '../start/draftPlan';
import { modelsOf } from '../start/reviewOf';
import type { ToolInput } from './inputs';

interface StartTerms {
  /** Models of every seat, and of every name that a debater may have. */
  references: string[];
  budgetUsd: number | null;
  isWebRead: boolean;
}

/**
 * Terms of a start by a program: the settings, not a person's last choices.
 *
 * @throws PlanError as `modelsBySettings` does, because the start would fail for the same reason.
 */
export function startTerms(
  { settings }: Pick<ToolPorts, 'settings'>,
  format: string,
  config: DebateConfig,
): StartTerms {
  const provider = settings.get('provider');
  const { models, standard } = modelPlanOf({ settings }, { format, provider, model: '', config });
  const seats: readonly string[] = rolesOf(formatOffered(format));
  const isElsewhere = (name: string): boolean => roleNames.some((role) => role === name) && !seats.includes(name);
  const seated = Object.entries(models).flatMap(([name, reference]) => (isElsewhere(name) ? [] : [reference]));
  return {
    references: [...new Set([standard, ...seated])],
    budgetUsd: settings.get('budgetUsd'),
    isWebRead: settings.get('research.web'),
  };
}

/** Text that the user agrees to, as Markdown. */
export function startConfirmation(
  { topic, format = standardFormat, length, evidence, debaters }: ToolInput<'rostrum_start_debate'>,
  { references, budgetUsd, isWebRead }: StartTerms,
): string {
  const providers = providersIn(references);
  const isOffline = providers.length === 0;
  const hints = plainMarkdown(debaters?.trim() ?? '');
  const lines = [
    l10n.t('Topic: {0}', plainMarkdown(topic)),
    ...formatUi(format).started({ isShort: length === 'short', hints }, formatOffered(format)),
    evidence === 'none'
      ? l10n.t('Evidence that the debaters read: none; they cite what they find on the web')
      : l10n.t('Evidence that the debaters read: {0}', evidence.map((path) => plainMarkdown(path)).join(', ')),
    isOffline
      ? l10n.t('What leaves this machine: nothing; the files of the evidence are quoted, and no language model is used')
      : l10n.t(
          'What leaves this machine: the topic, what is read of the evidence, and all that is said go to {0}',
          plainMarkdown(providers.map((name) => `${name} (${modelsOf(name, references).join(', ')})`).join('; ')),
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
