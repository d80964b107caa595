/**
 * What every surface says of a debate. `interrupted`: of ours, not over, and nobody runs it; `foreign`: another program's log that came to
 * no conclusion; `unreadable_format`: a format that this version does not know; `empty`: no entry yet; `unreadable`: its log cannot be
 * read, or is gone.
 */
export const statuses = [
  ...(['running', 'paused', 'interrupted', 'failed', 'done'] as const),
  ...(['foreign', 'unreadable_format', 'empty', 'unreadable'] as const),
] as const;
export type Status = (typeof statuses)[number];

/** What can be looked at in a debate: how it ended and why; the entries; the issues of a tribunal; the scores and the arguments of a dialectic. */
export const viewNames = ['verdict', 'debate', 'board', 'scores', 'graph'] as const;
export type ViewName = (typeof viewNames)[number];

/** Puts parameters into a text: `{0}` is the first. */
export interface Translator {
  t(text: string, ...parameters: (string | number)[]): string;
}

/** The texts as they are. */
export const english: Translator = {
  t: (text, ...parameters) => text.replace(/\{(\d)\}/g, (_, index: string) => String(parameters[Number(index)] ?? '')),
};
