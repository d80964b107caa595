import * as z from 'zod';
import { unlessAborted } from '../../async/deadline';
import { formatWorkspaceUrl } from '../../debate/sourceUrl';
import type { ResearchTool } from '../tool';
import { defineTool } from './defineTool';
import { EvidenceIndex, linePassages, type FoundPassage } from './evidenceIndex';
import { evidenceParts } from './evidenceParts';
import type { EvidencePort } from './evidencePaths';
import { numbered, numberedParts } from './textLines';

const input = z.object({
  query: z.string().trim().min(1).max(400).describe('Words to look for; passages with the rarest of them come first.'),
  count: z.int().min(1).max(20).optional().describe('How many passages; 8 unless you say otherwise.'),
});

export function searchEvidenceTool(evidence: EvidencePort): ResearchTool {
  const index = new EvidenceIndex(evidence, linePassages);
  return defineTool({
    name: 'search_evidence',
    description: 'Finds passages of the evidence by their words. Gives each with its lines, numbered, or the words of its page, and the address to cite them with.',
    input,
    async run({ query, count = 8 }, context) {
      const { signal } = context;
      context.onProgress({ kind: 'searching', query });
      // The index serves everybody; whoever is cancelled only stops waiting for it.
      const found = await unlessAborted(index.search(query, count), signal);
      const gap = index.leftOut.length === 0 ? '' : `\n\n${index.leftOut.length} files are not searched: too much, or unreadable. read_evidence may read them.`;
      if (found.length === 0) return { text: `No passage of the evidence matches “${query}”. Try other words.${gap}` };
      const passages = await unlessAborted(Promise.all(found.map((passage) => shown(evidence, passage))), signal);
      return { text: `Passages for “${query}”:\n\n${passages.join('\n\n')}${gap}` };
    },
  });
}

async function shown(evidence: EvidencePort, { path, page, start, end }: FoundPassage): Promise<string> {
  const part = (await evidenceParts(evidence, path)).find((candidate) => candidate.page === page);
  const lines = part?.lines.slice(start - 1, end) ?? [];
  if (page !== undefined) return `${formatWorkspaceUrl({ path, page })}\n${lines.join('\n')}`;
  const text = part?.kinds === undefined ? numbered(lines, start) : numberedParts({ ...part, kinds: part.kinds }, { start, end });
  return `${formatWorkspaceUrl({ path, lines: { start, end } })}\n${text}`;
}
