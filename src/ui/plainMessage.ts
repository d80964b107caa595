import { withoutTurns } from '../debate/plainLine';

/**
 * The editor makes links of `[words](https://…)` in its messages, and of `[words](command:…)` links that run the command. What our messages
 * name (topics, folders, programs that hold a debate, reasons of errors) was written by anybody: in them nothing is a link.
 */
export const plainMessage = (text: string): string => withoutTurns(text).replaceAll('](', '] (');
