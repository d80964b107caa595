import * as l10n from '@vscode/l10n';
import { planModels, roleNames, type ModelPlan } from '../../session/modelPlan';
import { PlanError } from '../../session/plan';
import type { SettingName, SettingValue } from '../settingTable';
import type { StartProvider } from './roleModels';

/** The settings that say which models take part. */
export interface ModelSettings {
  get<K extends ModelSetting>(name: K): SettingValue<K>;
  /** What the user set, if anything. */
  explicit<K extends ModelSetting>(name: K): SettingValue<K> | undefined;
}

type ModelSetting = Extract<
  SettingName,
  'anthropic.model' | 'anthropic.chairModel' | 'vscode.model' | 'openaiCompatible.model' | 'models'
>;

export interface ChosenProvider {
  provider: StartProvider;
  /** The provider's id of the model; empty: as the settings say. */
  model: string;
  /** From a file of a trusted workspace: chooses among the models of Anthropic where the user has set none. */
  config?: Readonly<Record<string, string>> | undefined;
  /** The format's; a panel's where they are not said. */
  roles?: readonly string[];
}

/** Who performs for whom, as references. @throws PlanError `model_missing`; `model`, naming the setting */
export function modelsBySettings(
  settings: ModelSettings,
  { provider, model: chosen, config, roles }: ChosenProvider,
): ModelPlan {
  const own = ownModels(settings.get('models'));
  const ofFormat = roles === undefined ? {} : { roles };
  switch (provider) {
    case 'offline':
      return planned({ provider, models: own, ...ofFormat });
    case 'anthropic': {
      const model = filled(chosen) ?? filled(settings.explicit('anthropic.model'));
      const chair =
        filled(settings.explicit('anthropic.chairModel')) ??
        (model === undefined ? undefined : filled(settings.get('anthropic.chairModel')));
      const decider = roles?.includes('judge') === true ? 'judge' : 'chair';
      return planned({
        provider,
        model,
        config,
        models: { ...(chair === undefined ? {} : { [decider]: chair }), ...own },
        ...ofFormat,
      });
    }
    case 'vscode':
      return planned({
        provider,
        model: filled(chosen) ?? filled(settings.get('vscode.model')),
        models: own,
        ...ofFormat,
      });
    case 'openai-compatible':
      return planned({
        provider,
        model: filled(chosen) ?? filled(settings.get('openaiCompatible.model')),
        models: own,
        ...ofFormat,
      });
  }
}

const filled = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text.trim();

/** Names of roles are taken in any case, as people write them in settings. */
function ownModels(models: Readonly<Record<string, string>>): Record<string, string> {
  const roleOf = (name: string): string => roleNames.find((role) => role === name.trim().toLowerCase()) ?? name.trim();
  return Object.fromEntries(Object.entries(models).map(([name, text]) => [roleOf(name), text]));
}

function planned(wishes: Parameters<typeof planModels>[0]): ModelPlan {
  try {
    return planModels(wishes);
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const message =
      error.code === 'model_missing'
        ? l10n.t(
            'No model is chosen. Start the debate by the command “Start Debate”, which asks for one, or name one in the settings of Rostrum.',
          )
        : l10n.t('The setting rostrum.models cannot be used. {0}', error.message);
    throw new PlanError(error.code, message);
  }
}
