import * as vscode from 'vscode';
import { standardFormat } from '../../debate/formats/formatName';
import type { Usage } from '../../debate/entryData';
import { sum } from '../../engine/performTask';
import { formatModelRef } from '../../models/modelRef';
import type { DebateConfig } from '../../session/configFiles';
import { proposerIn, type ModelPlan } from '../../session/modelPlan';
import { modelsBySettings } from '../models/settingModels';
import { showErrorMessage } from '../messages';
import type { Services } from '../services';
import { askPick } from './flow';
import { formatOffered } from './formatChoices';
import { preparing } from './gathering';
import type { MotionPorts, Proposer } from './motionStep';
import { messageOf } from './problemWords';
import type { Subject } from './request';
import type { Answers } from './startSteps';

/** What the motion step needs of the editor and of the model that was chosen; what a proposal costs goes to the answers. */
export function motionPorts(
  { settings, models, log }: Services,
  answers: Answers,
  { config, subject }: { config: DebateConfig; subject?: Subject | undefined },
): MotionPorts {
  const plan = (): ModelPlan => {
    const { provider = 'offline', model = '', format = standardFormat } = answers.choices;
    return modelsBySettings(settings, {
      provider,
      model,
      config: config.models ?? undefined,
      roles: formatOffered(format).roles,
    });
  };
  return {
    ask: askPick,
    proposer: () => proposerOf(plan),
    propose: (topic) =>
      preparing(async (signal, say) => {
        say(vscode.l10n.t('The model is looking for motions…'));
        const evidence = subject === undefined ? [] : [subject.label];
        const [{ proposeMotions }, { modelLineupPerformer }] = await Promise.all([
          import('../../session/motions'),
          import('../../session/preparation'),
        ]);
        const onUsage = (used: Usage): void => void (answers.usage = sum(answers.usage, used));
        return await proposeMotions(
          { topic, style: undefined, evidence, onUsage },
          modelLineupPerformer(plan(), { models }),
          signal,
        );
      }),
    tell: (message) => {
      log.warn(message);
      void showErrorMessage(message);
    },
  };
}

function proposerOf(plan: () => ModelPlan): Proposer {
  try {
    const ref = proposerIn(plan());
    return ref?.kind === 'model' ? { model: formatModelRef(ref) } : undefined;
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
