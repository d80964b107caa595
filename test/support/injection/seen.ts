import type { Entry } from '../../../src/debate/log/entry';
import type { RunEnd } from '../../../src/engine/engine';
import type { DebateEvent } from '../../../src/engine/events';
import type { LintProblem } from '../../../src/debate/rules/lint/lint';

/** A request as it was sent. */
export interface SeenRequest {
  /** The whole body. */
  body: string;
  /** The system prompt and the user's turns: all text that is not the model's own. */
  told: string;
  tools: readonly string[];
  isComposition: boolean;
}

/** Result of a step with a model that obeys. */
export interface Seen {
  before: readonly Entry[];
  added: readonly Entry[];
  /** Lines of the record that are gone or changed. */
  changedLines: number;
  end: RunEnd;
  requests: readonly SeenRequest[];
  /** Number of times that the model obeyed the text. */
  obeyed: number;
  /** Tools beyond the evidence that really ran. */
  toolRuns: readonly string[];
  /** Tools of the editor that were really invoked. */
  editorRuns: readonly string[];
  /** Connections to a forbidden host. */
  strangers: number;
  /** Files by name, `debate.log` among them. */
  files: ReadonlyMap<string, string>;
  events: readonly DebateEvent[];
  lintBefore: readonly LintProblem[];
  lint: readonly LintProblem[];
}
