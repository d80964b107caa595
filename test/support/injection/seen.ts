import type { Entry } from '../../../src/debate/log/entry';
import type { RunEnd } from '../../../src/engine/engine';
import type { DebateEvent } from '../../../src/engine/events';
import type { LintProblem } from '../../../src/debate/rules/lint/lint';

/** A request as it went over the wire. */
export interface SeenRequest {
  /** The whole body. */
  body: string;
  /** The system prompt and what stands in the user's turns: all that is not the model's own. */
  told: string;
  tools: readonly string[];
  isComposition: boolean;
}

/** What a step came to with a model that obeys. */
export interface Seen {
  before: readonly Entry[];
  added: readonly Entry[];
  /** Lines of the record that were there before and are not there any more as they were. */
  changedLines: number;
  end: RunEnd;
  requests: readonly SeenRequest[];
  /** How often the model did as it was told by the text. */
  obeyed: number;
  /** Tools beyond the evidence that really ran. */
  toolRuns: readonly string[];
  /** Tools of the editor that were really invoked. */
  editorRuns: readonly string[];
  /** Connections to a host that nobody allowed. */
  strangers: number;
  /** By name, `debate.log` among them. */
  files: ReadonlyMap<string, string>;
  events: readonly DebateEvent[];
  lintBefore: readonly LintProblem[];
  lint: readonly LintProblem[];
}
