import { collapsed, cutText } from '../matching/text/shortText';
import type * as z from 'zod';
import { errorText } from '../debate/log/objects';
import type { TextLayout } from '../matching/text/sourceText';
import type { PageFacts } from './extract/extractPage';

/** For a debater's model. None can write, run anything, or reach beyond its purpose. */
export interface ResearchTool {
  /** `[a-z0-9_]{1,64}`. */
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** It reads evidence files, of which a model with all of them needs no more. */
  readonly isOfEvidence?: true;
  /** Its answer may change, and is kept like the model's. Absent for tools on this machine. */
  readonly isLive?: true;
  /**
   * A failure is an answer (`isError`); throws only the signal's reason. The caller cuts the text, delimits it and
   * labels it as untrusted.
   */
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>;
}

export interface ToolContext {
  signal: AbortSignal;
  onProgress(
    event:
      | { kind: 'searching'; query: string }
      | { kind: 'reading'; url: string }
      | { kind: 'using'; tool: string }
      | { kind: 'alive' },
  ): void;
}

export interface ToolAnswer {
  text: string;
  isError?: boolean;
  /** If it can be cited: registered as captured before the model sees it. */
  page?: CapturedPage;
  /** Perhaps a login or a check in its place: kept once a quotation is found in it. */
  isDoubtful?: true;
}

/** A source as read: the Verifier checks the quotations against it. */
export interface CapturedPage extends PageFacts {
  /** `https://…`; the Verifier itself reads workspace sources. */
  url: string;
  finalUrl?: string;
  title: string;
  text: string;
  contentType: string;
  body: Uint8Array;
  /** The extractor of the text. */
  extractor: { name: string; version: number };
  layout?: TextLayout | undefined;
  /** HTTP status of the answer with the body. */
  status?: number | undefined;
  /** The encoding of the body; a text page has one. */
  charset?: string | undefined;
  /** A proxy could have changed it if unencrypted. */
  via?: 'proxy' | undefined;
}

/** Keeps read pages as snapshots of the debate. */
export interface Captures {
  keep(page: CapturedPage): Promise<void>;
  /** Until a quotation is found in what may have come in a page's place. */
  hold(page: CapturedPage): void;
}

interface ToolDefinition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  isLive?: true;
  isOfEvidence?: true;
  run: (input: z.infer<Input>, context: ToolContext) => Promise<ToolAnswer>;
}

/** A wrong input and a failure become answers in words; only the signal's reason is thrown. */
export function defineTool<Input extends z.ZodObject>({
  name,
  description,
  input,
  run,
  ...rest
}: ToolDefinition<Input>): ResearchTool {
  return {
    ...rest,
    name,
    description,
    input,
    async run(given, context) {
      context.signal.throwIfAborted();
      const parsed = input.safeParse(given ?? {});
      if (!parsed.success)
        return failed(
          `The input of ${name} is not valid: ${problems(parsed.error)}. Correct it and call the tool again.`,
        );
      try {
        return await run(parsed.data, context);
      } catch (error) {
        context.signal.throwIfAborted();
        return failed(`${name} failed: ${briefly(error)}`);
      }
    },
  };
}

export const failed = (text: string): ToolAnswer => ({ text, isError: true });

function problems(error: z.ZodError): string {
  const said = error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return cutText(said.join('; '), 600);
}

/** A stack or a path is of no use to a model. */
function briefly(error: unknown): string {
  const message = errorText(error);
  return cutText(collapsed(message), 300);
}
