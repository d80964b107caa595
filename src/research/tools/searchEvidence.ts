import * as z from 'zod';
import { unlessAborted } from '../../async/deadline';
import { counted } from '../../debate/shortText';
import { formatWorkspaceUrl } from '../../debate/sourceUrl';
import { type ResearchTool, defineTool } from '../tool';
import { EvidenceIndex, linePassages, type FoundPassage } from './evidenceIndex';
import { evidenceParts, numbered, numberedParts } from './evidenceParts';
import type { EvidencePort } from './evidencePaths';
import { EvidenceThread, type Answering } from './evidenceThread';

const input = z.object({
  query: z.string().trim().min(1).max(400).describe('Words to look for; passages with the rarest of them come first.'),
  count: z.int().min(1).max(20).optional().describe('How many passages; 8 unless you say otherwise.'),
});

interface EvidenceSearch {
  query: string;
  count: number;
}

interface EvidenceHits {
  /** The best first. */
  found: FoundPassage[];
  /** Files that are not searched. */
  leftOut: number;
}

export function searchEvidenceTool(evidence: EvidencePort): ResearchTool {
  const search = new EvidenceThread<EvidenceSearch, EvidenceHits>(evidence, {
    program: 'searchThread.js',
    make: evidenceSearch,
  });
  return defineTool({
    name: 'search_evidence',
    description:
      'Finds passages of the evidence by their words. Gives each with its lines, numbered, or the words of its page, and the address to cite them with.',
    input,
    async run({ query, count = 8 }, context) {
      const { signal } = context;
      const tell = (): void => context.onProgress({ kind: 'searching', query });
      tell();
      const { found, leftOut } = await search.ask({ query, count }, { signal, onProgress: tell });
      const gap =
        leftOut === 0
          ? ''
          : `\n\n${counted(leftOut, 'file is', 'files are')} not searched: too much, or unreadable. read_evidence may read them.`;
      if (found.length === 0) return { text: `No passage of the evidence matches “${query}”. Try other words.${gap}` };
      const passages: string[] = [];
      for (const passage of found) passages.push(await unlessAborted(shown(evidence, passage), signal));
      return { text: `Passages for “${query}”:\n\n${passages.join('\n\n')}${gap}` };
    },
  });
}

/** Full-text search over the lines of the evidence; the index is built on first use. */
export function evidenceSearch(evidence: EvidencePort): Answering<EvidenceSearch, EvidenceHits> {
  const index = new EvidenceIndex(evidence, linePassages);
  return async ({ query, count }, report) => {
    index.report = report;
    return { found: await index.search(query, count), leftOut: index.leftOut.length };
  };
}

async function shown(evidence: EvidencePort, { path, page, start, end }: FoundPassage): Promise<string> {
  const part = (await evidenceParts(evidence, path)).find((candidate) => candidate.page === page);
  const lines = part?.lines.slice(start - 1, end) ?? [];
  if (page !== undefined) return `${formatWorkspaceUrl({ path, page })}\n${lines.join('\n')}`;
  const text =
    part?.kinds === undefined ? numbered(lines, start) : numberedParts({ ...part, kinds: part.kinds }, { start, end });
  return `${formatWorkspaceUrl({ path, lines: { start, end } })}\n${text}`;
}
