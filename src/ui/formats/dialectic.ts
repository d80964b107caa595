import * as l10n from '@vscode/l10n';
import { dialecticOptions } from '../../debate/formats/dialectic/options';
import type { FormatUi, SettingWords } from './formatUi';

export const dialecticUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Dialectic'),
    detail: l10n.t(
      'Proposition and opposition in short, strict arguments with zero-sum scores; more exchanges at any time.',
    ),
  }),
  forModels: () => 'two sides argue blind, a Judge scores each argument, nobody wins',
  title: () => l10n.t('Dialectic: proposition, opposition and a judge'),
  // A model may propose the motion.
  questions: () => ['model', 'motion', 'terms', 'exchanges'],
  settings,
  started: () => [l10n.t('Format: dialectic; two sides argue at once, the Judge scores each argument')],
};

function settings(options: Record<string, unknown>): SettingWords {
  const { motion = '', definitions, scope, exchanges, judge_passes: passes } = dialecticOptions.parse(options);
  return [
    { label: l10n.t('Motion'), value: motion },
    ...(definitions.length === 0
      ? []
      : [
          {
            label: l10n.t('Definitions'),
            value: definitions.map(({ term, meaning }) => `${term}: ${meaning}`).join('\n'),
          },
        ]),
    ...(scope === undefined ? [] : [{ label: l10n.t('Scope'), value: scope }]),
    { label: l10n.t('Exchanges'), value: l10n.t('{0}, the openings included; more at any time', exchanges) },
    ...(passes === 1
      ? []
      : [
          {
            label: l10n.t('Scoring'),
            value: l10n.t(
              'The Judge scores each exchange {0} times in different orders; the scores are averaged',
              passes,
            ),
          },
        ]),
  ];
}
