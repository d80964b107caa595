import * as z from 'zod';
import { formatWorkspaceUrl } from '../../debate/sourceUrl';
import type { ResearchTool } from '../tool';
import { defineTool, failed } from './defineTool';
import type { EvidencePaths, EvidencePort } from './evidencePaths';
import { linesOf, numbered } from './textLines';
import { textWindow } from './textWindow';

const input = z.object({
  path: z.string().min(1).max(4_000).describe('A path as list_evidence gives it, or a workspace: address.'),
  start_line: z.int().min(1).optional().describe('The first line, from 1 on.'),
  end_line: z.int().min(1).optional().describe('The last line.'),
});

/** Sources of the workspace are captured by the Verifier when they are cited: what is read here needs no capture. */
export function readEvidenceTool(evidence: EvidencePort, paths: EvidencePaths): ResearchTool {
  return defineTool({
    name: 'read_evidence',
    description: 'Reads lines of an evidence file, with their numbers, and gives the address to cite them with. Cite no more lines than you need.',
    input,
    async run({ path: named, start_line, end_line }, context) {
      const { signal } = context;
      const found = paths.find(named);
      if (!found.ok) return failed(`${found.reason}.`);
      const { path } = found;
      context.onProgress({ kind: 'reading', url: formatWorkspaceUrl({ path }) });
      const lines = linesOf(await evidence.text(path));
      signal.throwIfAborted();
      const start = start_line ?? found.lines?.start ?? 1;
      const end = Math.min(end_line ?? found.lines?.end ?? lines.length, lines.length);
      if (start > lines.length) return failed(`${path} has ${lines.length} lines; there is no line ${start}.`);
      if (end < start) return failed(`The lines run backwards: ${start}–${end}. Name the smaller number first.`);
      return { text: shown(path, { lines, start, end }) };
    },
  });
}

function shown(path: string, { lines, start, end }: { lines: readonly string[]; start: number; end: number }): string {
  const wanted = numbered(lines.slice(start - 1, end), start);
  const part = textWindow(wanted, 0)?.text.trimEnd() ?? '';
  const last = start + part.split('\n').length - 1;
  const more = last < end ? ` To read on, call read_evidence with start_line ${last + 1}.` : '';
  const address = formatWorkspaceUrl({ path, lines: { start, end: last } });
  return `Lines ${start}–${last} of ${lines.length}.${more}\nCite as: ${address} (or fewer of these lines)\n\n${part}`;
}
