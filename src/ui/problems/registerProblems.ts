import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSample } from '../../debate/flow/seats';
import { pathOfLog } from '../../record/logPath';
import type { OpenDebate } from '../library/openDebate';
import { type Disposable, DisposableStore, Settling } from '../kit/emitter';
import type { ProblemPorts } from './ports';
import {
  sourceProblems,
  type SourceProblem,
  type SourceIssueStatus,
  placed,
  type RangeInLine,
  type PlacedProblem,
} from '../findings/sourceProblems';
import { readRules, lineOfRule } from '../findings/ruleFaults';
import { SnapshotStore } from '../../record/snapshots';
import { debateLink } from '../kit/debateLink';
import { locatePassage } from '../sources/locatePassage';
import { workspacePaths } from '../sources/openPlace';
import { onDidStrike } from '../library/searchIndexes';
import { rangeOf } from '../sources/passageDecorations';
import { presentSnapshot } from '../sources/presentation';
import type { LintFault } from '../findings/foundFaults';

/**
 * Shows doubtful sources and broken rules: of open debates as they are now, of the others as of the last background
 * check. It opens no debate itself.
 */
export const registerProblems = (services: ProblemPorts): Disposable => {
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
    private readonly services: Pick<ProblemPorts, 'checks' | 'library' | 'context'>,
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
    const isOfSample = this.services.library.debates.some((one) => one.folder === folder && one.isSample === true);
    const rulesUri = vscode.Uri.joinPath(this.services.context.extensionUri, 'docs', 'rules.md');
    const ruleAt = (rule: string): vscode.Uri => rulesUri.with({ fragment: `L${lineOfRule(rules, rule)}` });
    this.#faults.set(
      uri,
      found?.faults.map((fault) => asRemark(faultDiagnostic(fault, folder, ruleAt(fault.rule)), isOfSample)),
    );
    // An open debate reports its own problems.
    if (!this.parts.isOpen(folder))
      this.parts.collection.set(
        uri,
        found?.sources.map((problem) => asRemark(diagnosticOf(problem, folder), isOfSample)),
      );
  }
}

/** Passages that are searched for one debate; each means reading a file. */
const mostPassages = 100;

class DebateProblems implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #uri: vscode.Uri;
  /** Locations of the passages, by the result that they belong to. */
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

  /** Looks soon, so that a burst of entries is handled at once. */
  look(): void {
    this.#settling.begin();
  }

  async #show(): Promise<void> {
    const round = ++this.#round;
    const { debate, parts } = this;
    const problems = debate.isGone || !parts.isShown() ? [] : sourceProblems(debate.log.view);
    const passages = await Promise.all(problems.slice(0, mostPassages).map((problem) => this.#passageOf(problem)));
    // The debate has changed meanwhile, and the later call reports it.
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
    const diagnostic = asRemark(diagnosticOf(placed(problem, log), folder, passage), isSample(log.state.setup));
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
  still_stands: Information,
};

/** `passage`: location of the source's text. */
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

/** A sample holds its faults on purpose, so they are information and not warnings. */
function asRemark(diagnostic: vscode.Diagnostic, isOfSample: boolean): vscode.Diagnostic {
  if (isOfSample) diagnostic.severity = Information;
  return diagnostic;
}

const rangeAt = ({ line, start, end }: RangeInLine): vscode.Range => new vscode.Range(line, start, line, end);

const relatedIn = (related: PlacedProblem['related'], folder: string): vscode.DiagnosticRelatedInformation[] =>
  related.map(({ place, message }) => {
    const location = new vscode.Location(vscode.Uri.file(pathOfLog(folder)), rangeAt(place));
    return new vscode.DiagnosticRelatedInformation(location, message);
  });

/** Location of the passage; undefined for a redacted entry. */
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
