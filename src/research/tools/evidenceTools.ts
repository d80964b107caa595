import { type ResearchTool, type ToolAnswer, defineTool, failed } from '../tool';
import { EvidencePaths, type EvidencePort } from './evidencePaths';
import * as z from 'zod';
import { evidenceParts, type EvidencePart, numbered, numberedParts, textWindow } from './evidenceParts';
import { counted } from '../../matching/text/shortText';
import type { PartKind } from '../../matching/text/sourceText';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import { searchEvidenceTool } from './evidenceThread';

export type { EvidencePort } from './evidencePaths';

/** Tools for the evidence; none if there is no evidence. */
export function evidenceTools(evidence: EvidencePort): ResearchTool[] {
  if (evidence.files.length === 0) return [];
  const paths = new EvidencePaths(evidence.files);
  return [listEvidenceTool(evidence), searchEvidenceTool(evidence), readEvidenceTool(evidence, paths)];
}

const listInput = z.object({
  containing: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only paths in which these characters occur, in any case.'),
  offset: z.int().min(0).optional().describe('How many files to pass over, when a list before was cut.'),
});

function listEvidenceTool({ files }: EvidencePort): ResearchTool {
  return defineTool({
    name: 'list_evidence',
    isOfEvidence: true,
    description: 'Lists the paths of the evidence files of this debate.',
    input: listInput,
    run({ containing = '', offset = 0 }) {
      const wanted = containing.toLowerCase();
      const paths = files.map(({ path }) => path).filter((path) => path.toLowerCase().includes(wanted));
      if (paths.length === 0)
        return Promise.resolve({ text: `None of the ${files.length} evidence files has “${containing}” in its path.` });
      if (offset >= paths.length)
        return Promise.resolve(failed(`There are ${paths.length} such files; ${offset} lies beyond them.`));
      const part = textWindow(paths.slice(offset).join('\n'), 0)?.text.trimEnd() ?? '';
      const shown = part.split('\n').length;
      const next = offset + shown;
      const more = next < paths.length ? ` For more, call list_evidence with offset ${next}.` : '';
      return Promise.resolve({ text: `Files ${offset + 1}–${next} of ${paths.length}.${more}\n\n${part}` });
    },
  });
}

const readInput = z.object({
  path: z.string().min(1).max(4_000).describe('A path as list_evidence gives it, or a workspace: address.'),
  page: z.int().min(1).optional().describe('The page of a PDF document, from 1 on.'),
  start_line: z.int().min(1).optional().describe('The first line, from 1 on; of a PDF document, of that page.'),
  end_line: z.int().min(1).optional().describe('The last line.'),
});

/** Reads a file without capturing it: the Verifier does that when a source is cited. */
function readEvidenceTool(evidence: EvidencePort, paths: EvidencePaths): ResearchTool {
  return defineTool({
    name: 'read_evidence',
    isOfEvidence: true,
    description:
      'Reads lines of an evidence file, with their numbers, or a page of a PDF document, and gives the address to cite them with. Cite no more lines than you need.',
    input: readInput,
    async run({ path: named, page: wanted, start_line, end_line }, context) {
      const { signal } = context;
      const found = paths.find(named);
      if (!found.ok) return failed(`${found.reason}.`);
      const { path } = found;
      context.onProgress({ kind: 'reading', url: formatWorkspaceUrl({ path }) });
      const parts = await evidenceParts(evidence, path);
      signal.throwIfAborted();
      const page = wanted ?? found.page ?? 1;
      const part = parts[0]?.page === undefined ? parts[0] : parts.find((candidate) => candidate.page === page);
      if (part === undefined) return failed(`${path} has ${counted(parts.length, 'page')}; there is no page ${page}.`);
      const range = {
        start: start_line ?? found.lines?.start ?? 1,
        end: end_line ?? found.lines?.end ?? part.lines.length,
      };
      return answer(path, { part, pages: parts.length, ...range });
    },
  });
}

interface Wanted {
  part: EvidencePart;
  /** Pages of the whole document. */
  pages: number;
  start: number;
  end: number;
}

function answer(path: string, wanted: Wanted): ToolAnswer {
  const { part, start } = wanted;
  const end = Math.min(wanted.end, part.lines.length);
  const where = part.page === undefined ? path : `Page ${part.page} of ${path}`;
  if (start > part.lines.length)
    return failed(`${where} has ${counted(part.lines.length, 'line')}; there is no line ${start}.`);
  if (end < start) return failed(`The lines run backwards: ${start}–${end}. Name the smaller number first.`);
  const whole = { ...wanted, end };
  return { text: part.page === undefined ? shownLines(path, whole) : shownPage(path, part.page, whole) };
}

function shownLines(path: string, { part, start, end }: Wanted): string {
  const { text, last } =
    part.kinds === undefined
      ? shown(numbered(part.lines.slice(start - 1, end), start), start)
      : shownParts({ ...part, kinds: part.kinds }, { start, end });
  const more = last < end ? ` To read on, call read_evidence with start_line ${last + 1}.` : '';
  const address = formatWorkspaceUrl({ path, lines: { start, end: last } });
  return `Lines ${start}–${last} of ${part.lines.length}.${more}\nCite as: ${address} (or fewer of these lines)\n\n${text}`;
}

/** A page without line numbers, since documents are cited by page. */
function shownPage(path: string, page: number, { part, pages, start, end }: Wanted): string {
  const { text, last } = shown(part.lines.slice(start - 1, end).join('\n'), start);
  const onward = last < end ? `page ${page} and start_line ${last + 1}` : page < pages ? `page ${page + 1}` : undefined;
  const more = onward === undefined ? ' It is the last.' : ` To read on, call read_evidence with ${onward}.`;
  const words = text === '' ? '(There is no text on this page; it may be a picture.)' : text;
  return `Page ${page} of ${pages}, lines ${start}–${last} of ${part.lines.length}.${more}\nCite as: ${formatWorkspaceUrl({ path, page })}\n\n${words}`;
}

/** Shows lines and hides silent ones. */
function shownParts(
  part: { lines: readonly string[]; kinds: readonly PartKind[] },
  { start, end }: { start: number; end: number },
): { text: string; last: number } {
  const window = textWindow(numberedParts(part, { start, end }), 0);
  const text = window?.text.trimEnd() ?? '';
  const numbers = [...text.matchAll(/^(\d+): /gm)];
  const last = window?.next === undefined ? end : Number(numbers.at(-1)?.[1] ?? end);
  return { text: text === '' ? '(These lines say nothing: they are markup.)' : text, last };
}

/** The lines of one answer, and the number of the last of them. */
function shown(wanted: string, start: number): { text: string; last: number } {
  const text = textWindow(wanted, 0)?.text.trimEnd() ?? '';
  return { text, last: start + text.split('\n').length - 1 };
}
