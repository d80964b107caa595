import type * as z from 'zod';
import type { TextLayout } from '../debate/sourceText';
import type { PageFacts } from './extract/extractPage';

/** A tool that a debater's model may call while it researches. None can write, run anything, or reach what it is not for. */
export interface ResearchTool {
  /** `[a-z0-9_]{1,64}`. */
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Asked again it may say something else: what it said is kept as the model's answers are. Left out of what is on this machine. */
  readonly isLive?: true;
  /**
   * Failing is an answer (`isError`), so that the model can go on without; throws only the signal's reason. The caller
   * cuts the text, delimits it and labels it as untrusted.
   */
  run(input: unknown, context: ToolContext): Promise<ToolAnswer>;
}

export interface ToolContext {
  signal: AbortSignal;
  onProgress(
    event: { kind: 'searching'; query: string } | { kind: 'reading'; url: string } | { kind: 'using'; tool: string },
  ): void;
}

export interface ToolAnswer {
  text: string;
  isError?: boolean;
  /** The source that the text is of, where it may be cited: registered as captured before the model sees it. */
  page?: CapturedPage;
  /** By its words it may be a login or a check in the page's place: it is kept once a quotation is found in it. */
  isDoubtful?: true;
}

/** A source as it was read: what the Verifier will hold the quotations against. */
export interface CapturedPage extends PageFacts {
  /** As it is cited: `https://…`. Sources of the workspace are read by the Verifier itself and are never passed here. */
  url: string;
  finalUrl?: string;
  title: string;
  text: string;
  contentType: string;
  body: Uint8Array;
  /** What made the text of the body. */
  extractor: { name: string; version: number };
  layout?: TextLayout;
  /** HTTP status of the answer that it came with. */
  status?: number;
  /** What the body was decoded from; a page of text has one. */
  charset?: string;
  /** It came through a proxy, which could have changed it where it was not encrypted. */
  via?: 'proxy';
}

/** Keeps what was read as snapshots of the debate. */
export interface Captures {
  keep(page: CapturedPage): Promise<void>;
  /** What may be something else in a page's place, until a quotation is found in it. */
  hold(page: CapturedPage): void;
}
