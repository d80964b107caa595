import * as l10n from '@vscode/l10n';
import type { SeatField, SeatInput } from '../protocol';
import { type FormAnswer, optionalText, requiredLine, requiredText } from './form';

/** How whoever concludes answers the question itself. */

type When = SeatField['when'];

const pointInputs = (): SeatInput[] => [
  requiredText('text', l10n.t('Point')),
  requiredLine('seqs', l10n.t('Entries, such as 4, 12')),
];

export const answerFields = (when?: When): SeatField[] =>
  [
    requiredText('answer', l10n.t('The answer to the question'), {
      hint: l10n.t('One or two sentences: what holds, not who argued better.'),
    }),
    requiredLine('answerSeqs', l10n.t('The entries that it rests on, such as 4, 12')),
    {
      kind: 'rows' as const,
      id: 'agreed',
      label: l10n.t('What both sides accept by now'),
      most: 8,
      add: l10n.t('Add Point'),
      fields: pointInputs(),
    },
    {
      kind: 'rows' as const,
      id: 'open',
      label: l10n.t('What is still open'),
      most: 8,
      add: l10n.t('Add Point'),
      fields: [...pointInputs(), requiredText('settle', l10n.t('What would settle it'))],
    },
  ].map((field): SeatField => (when === undefined ? field : { ...field, when }));

/** `3, seq 4 and 12` */
export const numbersIn = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);

export const answerIn = (answer: FormAnswer) => ({
  answer: { text: answer.text('answer'), seqs: numbersIn(answer.text('answerSeqs')) },
  agreed: answer.rows('agreed').map(({ text, seqs = '' }) => ({ text, seqs: numbersIn(seqs) })),
  open: answer.rows('open').map(({ text, seqs = '', settle }) => ({ text, seqs: numbersIn(seqs), settle })),
});

/** Where a debater stands when it has spoken. */
export const positionFields = (when?: When): SeatField[] =>
  [
    optionalText('position_now', l10n.t('Where you stand now'), { isLine: true, hint: l10n.t('One sentence.') }),
    optionalText('would_change_my_mind', l10n.t('What would change your mind'), {
      isLine: true,
      hint: l10n.t('One sentence.'),
    }),
  ].map((field): SeatField => (when === undefined ? field : { ...field, when }));
