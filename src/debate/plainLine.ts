/** Invisible marks that change the direction of the text around them, so that it reads as something else. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutTurns = (text: string): string => text.replace(turns, '');

/** Anybody's text as one line beside others: in a row, a title, a label. */
export const plainLine = (text: string): string =>
  withoutTurns(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
