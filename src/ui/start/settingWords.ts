import * as l10n from '@vscode/l10n';
import { dialecticOptions } from '../../debate/formats/dialectic/options';
import { tribunalOptions } from '../../debate/formats/tribunal/options';
import type { Review } from '../../shared/protocol';

/** The options of a draft, as its review shows them. */
export function settingWords(format: string, options: Record<string, unknown>): NonNullable<Review['settings']> {
  if (format === 'tribunal') return ofTribunal(options);
  return format === 'dialectic' ? ofDialectic(options) : asTheyAre(options);
}

/** Of a format that nobody described yet. */
const asTheyAre = (options: Record<string, unknown>): NonNullable<Review['settings']> =>
  Object.entries(options).map(([name, value]) => ({
    label: name.replaceAll('_', ' '),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

function ofTribunal(options: Record<string, unknown>): NonNullable<Review['settings']> {
  const { rounds, order, handover } = tribunalOptions.parse(options);
  return [
    {
      label: l10n.t('Rounds'),
      value:
        rounds === 'auto'
          ? l10n.t('As many as the Judge recommends; the sides are not told')
          : l10n.t('{0}; the sides are not told', rounds),
    },
    {
      label: l10n.t('Order'),
      value:
        order === 'advocate-first'
          ? l10n.t('Advocate, Critic, Judge in every round')
          : l10n.t('Advocate, Critic, Judge; from the second round on the Critic begins'),
    },
    {
      label: l10n.t('The other side sees'),
      value:
        handover === 'raw'
          ? l10n.t('Everything, research log and self-assessment included')
          : l10n.t('The public argument with its citations'),
    },
  ];
}

function ofDialectic(options: Record<string, unknown>): NonNullable<Review['settings']> {
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
