/** `interrupted`: of ours, not over, and nobody runs it; `foreign`: another program's, without a conclusion; `unreadable_format`: not known to this version; `empty`: no entry yet; `unreadable`: the log cannot be read, or is gone. */
export const statuses = [
  ...(['running', 'paused', 'interrupted', 'failed', 'done'] as const),
  ...(['foreign', 'unreadable_format', 'empty', 'unreadable'] as const),
] as const;
export type Status = (typeof statuses)[number];

/** How it ended and why; the entries; a tribunal's issues; a dialectic's scores and arguments. */
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
