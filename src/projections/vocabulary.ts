/** `stopped`: of ours, not over, and somebody ended its run on purpose; `interrupted`: the same, and nobody did; `foreign`: another program's, without a conclusion; `unreadable_format`: not known to this version; `empty`: no entry yet; `unreadable`: the log cannot be read, or is gone. */
export const statuses = [
  ...(['running', 'paused', 'stopped', 'interrupted', 'failed', 'done'] as const),
  ...(['foreign', 'unreadable_format', 'empty', 'unreadable'] as const),
] as const;
export type Status = (typeof statuses)[number];

/** How it ended and why; the entries; a tribunal's issues; a dialectic's scores and arguments. */
export const viewNames = ['verdict', 'debate', 'board', 'scores', 'graph'] as const;
export type ViewName = (typeof viewNames)[number];

export { english, type Translator } from '../matching/text/translator';
