import { withoutTurns } from '../../matching/text/shortText';

/**
 * The editor makes links of `[words](https://…)` in its messages, and of `[words](command:…)` links that run the command. What our messages
 * name (topics, folders, programs that hold a debate, reasons of errors) was written by anybody: in them nothing is a link.
 */
export const plainMessage = (text: string): string => withoutTurns(text).replaceAll('](', '] (');

/** The editor folds what has no button into one line of about so many characters. */
const mostInLine = 60;

/** Whether the end of a message would not be seen. `buttons`: what it is shown with. */
export const isFolded = (message: string, buttons: readonly unknown[]): boolean =>
  buttons.length === 0 && message.length > mostInLine;
