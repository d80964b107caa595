import { collapsed, cutText } from '../matching/text/shortText';
import type * as z from 'zod';
import { errorText } from '../debate/log/objects';
import type { TextLayout } from '../matching/text/sourceText';
import type { PageFacts } from './extract/extractPage';

/** A tool for a debater's model. None can write, run programs, or reach beyond its purpose. */
export interface ResearchTool {
  /** Name, matching `[a-z0-9_]{1,64}`. */
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Set if it reads evidence files; a model that has all of them needs no such tool. */
  readonly isOfEvidence?: true;
  /** Set if its answer may change, so that it is kept like the model's; absent for tools on this machine. */
  readonly isLive?: true;
  /**
   * Returns a failure as an answer (`isError`), and throws only the signal's reason. The caller cuts the text, delimits
   * it and labels it as untrusted.
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
  /** Page that can be cited: it is registered as captured before the model sees it. */
  page?: CapturedPage;
  /** Set if a login or a bot check may have come in its place: it is kept once a quotation is found in it. */
  isDoubtful?: true;
}

/** A source as read, against which the Verifier checks quotations. */
export interface CapturedPage extends PageFacts {
  /** Address `https://…`; the Verifier itself reads workspace sources. */
  url: string;
  finalUrl?: string;
  title: string;
  text: string;
  contentType: string;
  body: Uint8Array;
  /** The text's extractor. */
  extractor: { name: string; version: number };
  layout?: TextLayout | undefined;
  /** HTTP status of the answer with the body. */
  status?: number | undefined;
  /** Encoding of the body; every text page has one. */
  charset?: string | undefined;
  /** Set if a proxy was used, which could have changed an unencrypted page. */
  via?: 'proxy' | undefined;
}

/** Keeps read pages as snapshots of the debate. */
export interface Captures {
  keep(page: CapturedPage): Promise<void>;
  /** Holds a page that may be another than the requested one, until a quotation is found in it. */
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

/** Makes a tool that answers invalid input and failures in words; only the signal's reason is thrown. */
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

/** The message alone, because a model has no use for a stack or a path. */
function briefly(error: unknown): string {
  const message = errorText(error);
  return cutText(collapsed(message), 300);
}
