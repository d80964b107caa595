import * as z from 'zod';
import { issuesOf } from '../../debate/log/entry';
import { standardFormat } from '../../debate/formats/formatName';
import { formats } from '../../debate/formats/registry';
import { formatUi } from '../formats/registry';

/** Language-model tools for agents of the editor, with their inputs. A test compares package.json with this. */
export const toolInputs = {
  rostrum_start_debate: z.object({
    topic: z.string().min(1).describe('What is debated, as one question or motion.'),
    format: z
      .enum(formats.map(({ name }) => name))
      .optional()
      .describe(
        `${formats.map((format) => `${format.name}: ${formatUi(format.name).forModels(format)}.`).join(' ')} Default: ${standardFormat}.`,
      ),
    length: z
      .enum(['standard', 'short'])
      .optional()
      .describe(
        'standard: as many rounds as the user has set (3 to 8 by default). short: one or two rounds. Default: standard. Of a panel only.',
      ),
    evidence: z
      .union([z.array(z.string().min(1)).min(1).max(50), z.literal('none')])
      .describe(
        'Files and folders of the workspace that the debaters may quote from: relative to a workspace folder, or absolute paths inside one. "none": nothing in the workspace is about this, and the debaters cite what they find on the web; only where language models argue that may read web pages.',
      ),
    debaters: z
      .string()
      .optional()
      .describe(
        'Who should debate, in words, such as "a build engineer, a team lead". Left out, the Chair proposes who; offline, the files of the evidence speak, and this is refused. Of a panel only.',
      ),
  }),
  rostrum_read_debate: z.object({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The folder of the debate, as rostrum_start_debate returned it, or its name. Left out: the newest debate of the workspace.',
      ),
    fromSeq: z.int().min(0).max(100_000_000).optional().describe('The seq of the first entry to read. Default: 0.'),
    limit: z.int().min(1).max(200).optional().describe('How many entries to read at most. Default: 50.'),
  }),
  rostrum_verify_source: z.object({
    url: z
      .string()
      .min(1)
      .describe(
        'The source: workspace:path/to/file.md#L10-L20 (relative to the evidence folder of the debate, or else to a workspace folder), or an https address that the debate has captured.',
      ),
    quote: z.string().min(1).describe('The words that are said to stand in the source, verbatim.'),
    claim: z
      .string()
      .optional()
      .describe(
        'The sentence that the quotation is to support. Its figures are looked for in the source. Left out: the quotation itself.',
      ),
    folder: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The folder or name of the debate whose snapshots are used first. Left out: the newest debate of the workspace.',
      ),
  }),
} as const;

export type ToolName = keyof typeof toolInputs;
export type ToolInput<N extends ToolName> = z.infer<(typeof toolInputs)[N]>;

/** Parses a model's input, which the editor does not check. @throws Error that tells the model what is wrong. */
export function parsedInput<N extends ToolName>(name: N, input: unknown): ToolInput<N> {
  const parsed = toolInputs[name].safeParse(input);
  if (!parsed.success)
    throw new Error(
      `The input of ${name} does not fit its schema: ${issuesOf(parsed.error).join('; ')}. Correct it and call the tool again.`,
    );
  return parsed.data as ToolInput<N>;
}
