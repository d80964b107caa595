import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { pathOfLog } from '../../record/logPath';
import type { OpenDebate } from '../library/openDebate';
import { type Disposable, DisposableStore, Settling } from '../kit/emitter';
import type { Feature, Services } from '../services';
import {
  sourceProblems,
  type SourceProblem,
  type SourceIssueStatus,
  placed,
  type RangeInLine,
  type PlacedProblem,
} from './sourceProblems';
import { readRules, lineOfRule } from './ruleFaults';
import { SnapshotStore } from '../../record/snapshots';
import { debateLink } from '../panel/link';
import { locatePassage } from '../sources/locatePassage';
import { workspacePaths } from '../sources/openPlace';
import { onDidStrike } from '../library/searchIndexes';
import { rangeOf } from '../sources/passageDecorations';
import { presentSnapshot } from '../sources/presentation';
import type { LintFault } from './foundFaults';

/**
 * Doubtful sources, of open debates as they are now, of the others as they were checked in the background; and what
 * the rules hold against any of them. No debate is opened for it.
 */
export const registerProblems: Feature = (services) => {
  const { debates, settings, log, checks } = services;
  const owned = new DisposableStore();
  const collection = owned.add(vscode.languages.createDiagnosticCollection('rostrum'));
  const shown = new Map<OpenDebate, DebateProblems>();
  const failed = (error: unknown): void =>
    log.warn('The doubtful sources of a debate could not be told to the Problems view.', String(error));
  const parts = { collection, isShown: () => settings.get('problems.show'), failed };
  const isOpen = (folder: string): boolean => [...shown.keys()].some((debate) => debate.folder === folder);
  const checked = owned.add(new CheckedProblems(services, { ...parts, isOpen }));
  const take = (debate: OpenDebate): void => void shown.set(debate, new DebateProblems(debate, parts));
  debates.open.forEach(take);
  owned.add(debates.onDidOpen(take));
  owned.add(
    debates.onDidClose((debate) => {
      shown.get(debate)?.dispose();
      shown.delete(debate);
      checked.show(debate.folder);
    }),
  );
  owned.add(checks.onDidCheck((folder) => checked.show(folder)));
  owned.add(onDidStrike(services, (folder) => checks.forget(folder)));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (!change.affectsConfiguration('rostrum.problems.show')) return;
      for (const problems of shown.values()) problems.look();
      checked.showAll();
    }),
  );
  owned.add({ dispose: () => shown.forEach((problems) => problems.dispose()) });
  checked.showAll();
  return owned;
};

interface ProblemsOptions {
  collection: vscode.DiagnosticCollection;
  isShown: () => boolean;
  failed: (error: unknown) => void;
}

class CheckedProblems implements Disposable {
  readonly #faults = vscode.languages.createDiagnosticCollection('rostrum-rules');
  #rules: Promise<string> | undefined;

  constructor(
    private readonly services: Pick<Services, 'checks' | 'library' | 'context'>,
    private readonly parts: ProblemsOptions & { isOpen: (folder: string) => boolean },
  ) {}

  showAll(): void {
    for (const { folder } of this.services.library.debates) this.show(folder);
  }

  show(folder: string): void {
    this.#show(folder).catch(this.parts.failed);
  }

  dispose(): void {
    this.#faults.dispose();
  }

  async #show(folder: string): Promise<void> {
    this.#rules ??= readRules(this.services.context.extensionUri.fsPath);
    const rules = await this.#rules;
    const check = this.services.checks.of(folder);
    const found = check.kind === 'checked' && this.parts.isShown() ? check.found : undefined;
    const uri = vscode.Uri.file(pathOfLog(folder));
    const rulesUri = vscode.Uri.joinPath(this.services.context.extensionUri, 'docs', 'rules.md');
    const ruleAt = (rule: string): vscode.Uri => rulesUri.with({ fragment: `L${lineOfRule(rules, rule)}` });
    this.#faults.set(
      uri,
      found?.faults.map((fault) => faultDiagnostic(fault, folder, ruleAt(fault.rule))),
    );
    // An open debate tells of its own.
    if (!this.parts.isOpen(folder))
      this.parts.collection.set(
        uri,
        found?.sources.map((problem) => diagnosticOf(problem, folder)),
      );
  }
}

/** Passages that are looked up for one debate: each takes reading a file. */
const mostPassages = 100;

class DebateProblems implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #uri: vscode.Uri;
  /** Where the text of a source is to be seen, by the result that it goes with. */
  readonly #passages = new Map<string, Promise<vscode.Location | undefined>>();
  readonly #diagnostics = new WeakMap<SourceProblem, { passage: unknown; diagnostic: vscode.Diagnostic }>();
  #shown: readonly vscode.Diagnostic[] | undefined;
  readonly #settling: Settling;
  #round = 0;

  constructor(
    private readonly debate: OpenDebate,
    private readonly parts: ProblemsOptions,
  ) {
    this.#uri = vscode.Uri.file(debate.log.path);
    this.#settling = this.#owned.add(new Settling(() => this.#show().catch(parts.failed), debate.openedInMs));
    this.#owned.add(debate.onDidChange(() => this.look()));
    this.look();
  }

  dispose(): void {
    this.#round += 1;
    this.#owned.dispose();
    this.parts.collection.delete(this.#uri);
  }

  /** Soon: a burst of entries is looked at once. */
  look(): void {
    this.#settling.begin();
  }

  async #show(): Promise<void> {
    const round = ++this.#round;
    const { debate, parts } = this;
    const problems = debate.isGone || !parts.isShown() ? [] : sourceProblems(debate.log.view);
    const passages = await Promise.all(problems.slice(0, mostPassages).map((problem) => this.#passageOf(problem)));
    // Something has changed meanwhile, and is told by whoever saw it.
    if (round !== this.#round) return;
    const before = this.#shown;
    const shown = problems.map((problem, index) => this.#diagnosticOf(problem, passages[index]));
    if (before?.length === shown.length && shown.every((one, index) => one === before[index])) return;
    this.#shown = shown;
    parts.collection.set(this.#uri, shown);
  }

  #diagnosticOf(problem: SourceProblem, passage: vscode.Location | undefined): vscode.Diagnostic {
    const before = this.#diagnostics.get(problem);
    if (before !== undefined && before.passage === passage) return before.diagnostic;
    const { folder, log } = this.debate;
    const diagnostic = diagnosticOf(placed(problem, log), folder, passage);
    this.#diagnostics.set(problem, { passage, diagnostic });
    return diagnostic;
  }

  #passageOf(problem: SourceProblem): Promise<vscode.Location | undefined> {
    const key = `${this.debate.epoch} ${problem.result} ${problem.isRedacted ? 'redacted' : ''} ${problem.url}`;
    const known = this.#passages.get(key) ?? passageOf(problem, this.debate).catch(() => undefined);
    this.#passages.set(key, known);
    return known;
  }
}

const { Error: Wrong, Warning, Information } = vscode.DiagnosticSeverity;

const severities: Readonly<Record<SourceIssueStatus, vscode.DiagnosticSeverity>> = {
  does_not_fit: Wrong,
  fabricated: Wrong,
  unreliable: Warning,
  changed: Warning,
  not_provable: Warning,
  unverified: Information,
};

/** `passage`: where the source's text is to be seen. */
function diagnosticOf(
  { status, seq, message, place, related }: PlacedProblem,
  folder: string,
  passage?: vscode.Location,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeAt(place), message, severities[status]);
  diagnostic.source = 'Rostrum';
  const target = vscode.Uri.parse(debateLink(vscode.env.uriScheme, { folder, seq }));
  diagnostic.code = { value: status, target };
  const read = l10n.t('What was cited, as it was read');
  diagnostic.relatedInformation = [
    ...(passage === undefined ? [] : [new vscode.DiagnosticRelatedInformation(passage, read)]),
    ...relatedIn(related, folder),
  ];
  return diagnostic;
}

const faultSeverities = { error: Wrong, warning: Warning, information: Information } as const;

function faultDiagnostic(
  { rule, severity, line, message, related }: LintFault,
  folder: string,
  rules: vscode.Uri,
): vscode.Diagnostic {
  const place = { line: Math.max(0, line - 1), start: 0, end: 1 };
  const diagnostic = new vscode.Diagnostic(rangeAt(place), message, faultSeverities[severity]);
  diagnostic.source = l10n.t('Rostrum rule');
  diagnostic.code = { value: rule, target: rules };
  diagnostic.relatedInformation = relatedIn(related, folder);
  return diagnostic;
}

const rangeAt = ({ line, start, end }: RangeInLine): vscode.Range => new vscode.Range(line, start, line, end);

const relatedIn = (related: PlacedProblem['related'], folder: string): vscode.DiagnosticRelatedInformation[] =>
  related.map(({ place, message }) => {
    const location = new vscode.Location(vscode.Uri.file(pathOfLog(folder)), rangeAt(place));
    return new vscode.DiagnosticRelatedInformation(location, message);
  });

/** Nothing of a redacted entry's is shown. */
async function passageOf(
  { seq, url, isRedacted }: SourceProblem,
  debate: OpenDebate,
): Promise<vscode.Location | undefined> {
  if (isRedacted) return undefined;
  const { folder, log } = debate;
  const located = await locatePassage(
    { seq, url },
    { view: log.view, snapshots: new SnapshotStore(folder), workspaceFolders: workspacePaths() },
  );
  if (located.kind === 'file') return new vscode.Location(vscode.Uri.file(located.file), rangeOf(located.passage.span));
  if (located.kind !== 'snapshot') return undefined;
  const { uri, expected } = presentSnapshot({ folder, seq, url }, located);
  return new vscode.Location(uri, rangeOf(expected.span));
}
