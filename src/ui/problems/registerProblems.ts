import * as vscode from 'vscode';
import type { OpenDebate } from '../debates/openDebate';
import { DisposableStore, type Disposable } from '../emitter';
import type { Feature } from '../services';
import { diagnosticOf, passageOf } from './diagnosticOf';
import { sourceProblems, type SourceProblem } from './sourceProblems';

/** The doubtful sources of the debates that are open, in the editor's Problems view. No debate is opened for it. */
export const registerProblems: Feature = ({ debates, settings, log }) => {
  const owned = new DisposableStore();
  const collection = owned.add(vscode.languages.createDiagnosticCollection('rostrum'));
  const shown = new Map<OpenDebate, DebateProblems>();
  const failed = (error: unknown): void =>
    log.warn('The doubtful sources of a debate could not be told to the Problems view.', String(error));
  const parts = { collection, isShown: () => settings.get('problems.show'), failed };
  const take = (debate: OpenDebate): void => void shown.set(debate, new DebateProblems(debate, parts));
  debates.open.forEach(take);
  owned.add(debates.onDidOpen(take));
  owned.add(
    debates.onDidClose((debate) => {
      shown.get(debate)?.dispose();
      shown.delete(debate);
    }),
  );
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('rostrum.problems.show')) for (const problems of shown.values()) problems.look();
    }),
  );
  owned.add({ dispose: () => shown.forEach((problems) => problems.dispose()) });
  return owned;
};

/** Changes that come within this time are told together. */
const settleMs = 250;

/** Passages that are looked up for one debate: each takes reading a file. */
const mostPassages = 100;

/** Tells the problems of one open debate for as long as it is open. */
class DebateProblems implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #uri: vscode.Uri;
  /** Where the text of a source is to be seen, by the result that it goes with. */
  readonly #passages = new Map<string, Promise<vscode.Location | undefined>>();
  #timer: NodeJS.Timeout | undefined;
  #round = 0;

  constructor(
    private readonly debate: OpenDebate,
    private readonly parts: {
      collection: vscode.DiagnosticCollection;
      isShown: () => boolean;
      failed: (error: unknown) => void;
    },
  ) {
    this.#uri = vscode.Uri.file(debate.log.path);
    this.#owned.add(debate.onDidChange(() => this.look()));
    this.look();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#owned.dispose();
    this.parts.collection.delete(this.#uri);
  }

  /** Soon: a burst of entries is looked at once. */
  look(): void {
    if (this.#owned.isDisposed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell().catch(this.parts.failed);
    }, settleMs);
  }

  async #tell(): Promise<void> {
    const round = ++this.#round;
    const { debate, parts } = this;
    const problems = debate.isGone || !parts.isShown() ? [] : sourceProblems(debate.log.view);
    const passages = await Promise.all(problems.slice(0, mostPassages).map((problem) => this.#passageOf(problem)));
    // Something has changed meanwhile, and is told by whoever saw it.
    if (round !== this.#round) return;
    parts.collection.set(
      this.#uri,
      problems.map((problem, index) => diagnosticOf(problem, debate, passages[index])),
    );
  }

  #passageOf(problem: SourceProblem): Promise<vscode.Location | undefined> {
    const key = `${this.debate.epoch} ${problem.result} ${problem.isStruck ? 'struck' : ''} ${problem.url}`;
    const known = this.#passages.get(key) ?? passageOf(problem, this.debate).catch(() => undefined);
    this.#passages.set(key, known);
    return known;
  }
}
