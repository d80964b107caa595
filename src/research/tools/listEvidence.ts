import * as z from 'zod';
import type { ResearchTool } from '../tool';
import { defineTool, failed } from './defineTool';
import type { EvidencePort } from './evidencePaths';
import { textWindow } from './textWindow';

const input = z.object({
  containing: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Only paths in which these characters occur, in any case.'),
  offset: z.int().min(0).optional().describe('How many files to pass over, when a list before was cut.'),
});

export function listEvidenceTool({ files }: EvidencePort): ResearchTool {
  return defineTool({
    name: 'list_evidence',
    description: 'Lists the paths of the evidence files of this debate.',
    input,
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
