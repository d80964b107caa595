import * as l10n from '@vscode/l10n';
import { formaliseMotion } from '../../debate/formats/dialectic/motion';
import { dialecticOptions, motionStyles, type MotionStyle } from '../../debate/formats/dialectic/options';
import type { FormatUi, OptionField } from './formatUi';

export const dialecticUi: FormatUi = {
  offer: () => ({
    label: l10n.t('Dialectic'),
    detail: l10n.t('Two sides in short, strict arguments with zero-sum scores, open-ended.'),
  }),
  forModels: () => 'two sides argue blind, a Judge scores each argument, nobody wins',
  // A model may propose the motion.
  questions: () => ['model', 'motion', 'terms', 'exchanges'],
  fields,
  started: () => [l10n.t('Format: dialectic; two sides argue at once, the Judge scores each argument')],
  steps: [
    { step: /^e\d+\/start$/, doing: () => l10n.t('is moving on') },
    {
      step: /^e\d+\/arguments$/,
      doing: () => l10n.t('is arguing'),
      whole: () => l10n.t('both sides are arguing'),
    },
    {
      step: /^e\d+\/judgment(?:\/\d+)?$/,
      doing: () => l10n.t('is scoring the exchange'),
      by: () => l10n.t('the Judge'),
    },
    { step: /^report\/e\d+$/, doing: () => l10n.t('is writing the report'), by: () => l10n.t('the reporter') },
  ],
};

function fields(options: Record<string, unknown>, topic: string): OptionField[] {
  const { motion = '', definitions, scope = '', exchanges, judge_passes: passes } = dialecticOptions.parse(options);
  const terms = definitions.map(({ term, meaning }) => `- **${term}**: ${meaning}`).join('\n');
  const scopeSection = scope === '' ? '' : `## Scope\n\n${scope}`;
  return [
    { id: 'motion', label: l10n.t('Motion'), value: motion, isLong: true, buttons: formsOf(topic, motion) },
    {
      id: 'terms',
      label: l10n.t('Definitions'),
      value: [terms, scopeSection].filter((part) => part !== '').join('\n\n'),
      isLong: true,
      hint: l10n.t(
        'Items such as “- **Term**: meaning”, and a section “## Scope”. Empty: words mean what they mean to everybody.',
      ),
    },
    {
      id: 'exchanges',
      label: l10n.t('Exchanges'),
      value: String(exchanges),
      hint: l10n.t('The openings included; more at any time.'),
    },
    {
      id: 'judgePasses',
      label: l10n.t('Scoring passes'),
      value: String(passes),
      hint: l10n.t('How often the Judge scores each exchange, in different orders; the scores are averaged.'),
    },
  ];
}

/** The other forms that the topic can be given. */
function formsOf(topic: string, motion: string): OptionField['buttons'] {
  const forms = new Map(motionStyles.map((style) => [formaliseMotion(topic, style), formWords(style)]));
  return [...forms].filter(([value]) => value !== motion).map(([value, label]) => ({ value, label }));
}

function formWords(style: MotionStyle): string {
  switch (style) {
    case 'this-house-would':
      return l10n.t('This house would…');
    case 'this-house-believes':
      return l10n.t('This house believes…');
    case 'resolved':
      return l10n.t('Resolved…');
    case 'as-given':
      return l10n.t('The topic as it stands');
  }
}
