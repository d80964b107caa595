import type { Translator } from './translator';

/** What will come of a plan that whoever made it may not expect. */
export type PlanNotice =
  /** These people see openings that are to be kept from everybody; `isDrawn`: the order is not theirs to choose. */
  { code: 'unsealed'; seats: readonly string[]; isDrawn: boolean };

export function planNoticeWords(l10n: Translator, notice: PlanNotice): string {
  const seats = notice.seats.join(', ');
  return notice.isDrawn
    ? l10n.t(
        'The openings are sealed, but {0}, who is a person, sees those that come before in this order. Have the debaters speak in the lineup’s order, with {0} first.',
        seats,
      )
    : l10n.t(
        'The openings are sealed, but {0}, who is a person, sees those that come before. Put {0} first in the lineup.',
        seats,
      );
}
