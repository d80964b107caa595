import { withoutTurns } from '../../matching/text/shortText';

/**
 * Keeps links out of a message. The editor links `[words](https://…)`, and `[words](command:…)` even runs the command;
 * but words in our messages (topics, folders, names of programs, reasons of errors) may come from any author.
 */
export const plainMessage = (text: string): string => withoutTurns(text).replaceAll('](', '] (');

/** Characters of one line, into which the editor folds a message without buttons. */
const mostInLine = 60;

/** Whether the end of a message would be invisible. `buttons`: the buttons shown with it. */
export const isFolded = (message: string, buttons: readonly unknown[]): boolean =>
  buttons.length === 0 && message.length > mostInLine;
