import { relative, sep } from 'node:path';
import type { Selection } from 'vscode';
import type { TaskRequest } from '../../debate/flow/tasks';

/** The file as the evidence of a task's debate names it; undefined for a file that is none of it. */
export function evidencePath({ input }: Pick<TaskRequest, 'input'>, file: string): string | undefined {
  if (!('brief' in input)) return undefined;
  const { evidence, subject } = input.brief;
  if (evidence.root === null) return undefined;
  const path = relative(evidence.root, file).split(sep).join('/');
  return [...evidence.files, ...subject].includes(path) ? path : undefined;
}

/** Line numbers from 1 on. A selection of whole lines ends at the start of the line after. */
export function linesOf({ start, end }: Pick<Selection, 'start' | 'end'>): { start: number; end: number } {
  const isWhole = end.character === 0 && end.line > start.line;
  return { start: start.line + 1, end: isWhole ? end.line : end.line + 1 };
}
