import { dollars } from '../matching/text/shortText';
import { seatName } from './seatName';
import type { Translator } from './vocabulary';
import { stageText } from './words';
import type { PlanNotice, WindowNotice } from './formats/formatProjection';

export function planNoticeWords(l10n: Translator, notice: PlanNotice): string {
  switch (notice.code) {
    case 'unsealed':
      return unsealedWords(l10n, notice);
    case 'too_small':
      return l10n.t(
        '{0} takes {1} tokens; a debate needs at least {2}. Choose a model with a larger window.',
        ...[notice.model, count(notice.window), count(notice.least)],
      );
    case 'impossible':
      return l10n.t(
        '{0} takes {1} tokens. What {2} has to read ({3}) does not fit, however few rounds are held, and the debate pauses there. Choose a model with a larger window for {2}, or seat fewer debaters.',
        ...partsOf(l10n, notice),
      );
    case 'rounds':
      return notice.rounds === 1
        ? l10n.t(
            '{0} takes {1} tokens. What {2} has to read whole ({3}) fits after one round; after more the debate pauses there. Hold one round, or choose a model with a larger window for {2}.',
            ...partsOf(l10n, notice),
          )
        : l10n.t(
            '{0} takes {1} tokens. What {2} has to read whole ({3}) fits after {4} rounds; after more the debate pauses there. Hold {4} rounds at most, or choose a model with a larger window for {2}.',
            ...[...partsOf(l10n, notice), notice.rounds],
          );
    case 'summaries':
      return l10n.t(
        '{0} takes {1} tokens: {2} will read earlier turns as summaries, from here on: {3}.',
        ...partsOf(l10n, { ...notice, stages: notice.stages.slice(0, 1) }),
      );
    case 'budget':
      return l10n.t(
        'The budget of {0} is below the estimate ({1} or more). The debate pauses when it is spent; resume it with a larger budget.',
        dollars(notice.budget),
        dollars(notice.least),
      );
    case 'missing_words':
      return l10n.t('In none of the documents: {0}.', notice.words.join(', '));
  }
}

function unsealedWords(l10n: Translator, { seats, isDrawn }: Extract<PlanNotice, { code: 'unsealed' }>): string {
  const names = seats.join(', ');
  return isDrawn
    ? l10n.t(
        'The openings are sealed, but {0}, who is a person, sees those that come before in this order. Have the debaters speak in the lineup’s order, with {0} first.',
        names,
      )
    : l10n.t(
        'The openings are sealed, but {0}, who is a person, sees those that come before. Put {0} first in the lineup.',
        names,
      );
}

function partsOf(l10n: Translator, { model, window, seats, stages }: WindowNotice): string[] {
  const names = seats.map((seat) => seatName(l10n, seat)).join(', ');
  return [model, count(window), names, stages.map((stage) => stageText(l10n, stage)).join(', ')];
}

const count = (tokens: number): string => tokens.toLocaleString('en-US');
