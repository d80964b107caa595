import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore } from '../kit/emitter';
import { cutText, plainLine } from '../../matching/text/shortText';
import { rangeOf } from './passageDecorations';
import { canVouch } from '../findings/citation';
import { browserCommand, checkCommand, citingCommand, vouchCommand } from './passageHover';
import type { ShownPassage, ShownPassages } from './shownPassages';
import { citedWords, withoutIcons } from './sourceWords';
import { snapshotScheme } from './snapshotAddress';

export class PassageLenses implements vscode.CodeLensProvider {
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.#changed.event;
  #registration: vscode.Disposable | undefined;

  constructor(private readonly passages: ShownPassages) {
    this.#owned.add(passages.onDidChange(() => this.#onChange()));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.passages
      .in(document.uri.toString())
      .flatMap((passage) => [...claimLens(passage, document), ...lensesOf(passage)]);
  }

  dispose(): void {
    this.#registration?.dispose();
    this.#owned.dispose();
  }

  /** Only while something is highlighted: else every document of the editor would be asked about. */
  #onChange(): void {
    const isNeeded = this.passages.documents.length > 0;
    if (isNeeded && this.#registration === undefined) {
      const selector = ['file', 'vscode-remote', snapshotScheme].map((scheme) => ({ scheme }));
      this.#registration = vscode.languages.registerCodeLensProvider(selector, this);
    } else if (!isNeeded) {
      this.#registration?.dispose();
      this.#registration = undefined;
    }
    this.#changed.fire();
  }
}

const longestClaim = 160;

/** Shows the claim in a row of its own, where a line without text leaves room for it above the passage. */
function claimLens(
  { citation, facts: { seq, claim = '', quote }, span }: ShownPassage,
  document: vscode.TextDocument,
): vscode.CodeLens[] {
  const line = span.start.line - 1;
  const words = plainLine(claim);
  if (line < 0 || words === '' || claim === quote || !document.lineAt(line).isEmptyOrWhitespace) return [];
  const title = withoutIcons(l10n.t('Claim: {0}', cutText(words, longestClaim)));
  return [
    new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title,
      tooltip: words,
      command: citingCommand,
      arguments: [{ folder: citation.folder, seq }],
    }),
  ];
}

type Lens = (title: string, command: string, argument?: unknown) => vscode.CodeLens;

function lensesOf({ citation, facts, span, notices, elsewhere }: ShownPassage): vscode.CodeLens[] {
  const range = rangeOf({ start: span.start, end: span.start });
  const lens: Lens = (title, command, argument) =>
    new vscode.CodeLens(range, {
      title: withoutIcons(title),
      command,
      arguments: argument === undefined ? [] : [argument],
    });
  const citing = { folder: citation.folder, seq: facts.seq };
  return [
    // What warns comes first: a row that is too long is cut at its end. Without a command they are words only.
    ...notices.map((notice) => lens(notice, '')),
    lens(citedWords(facts), citingCommand, citing),
    // What is cited leads there as well: where there is more to choose from, it is enough.
    ...(elsewhere === undefined
      ? [lens(l10n.t('Go to Citing Entry'), citingCommand, citing)]
      : elsewhereLenses(elsewhere, citation, lens)),
    lens(l10n.t('Check Again'), checkCommand, citation),
    ...(canVouch(facts) ? [lens(l10n.t('I Read It…'), vouchCommand, citation)] : []),
  ];
}

function elsewhereLenses(
  elsewhere: NonNullable<ShownPassage['elsewhere']>,
  citation: ShownPassage['citation'],
  lens: Lens,
): vscode.CodeLens[] {
  switch (elsewhere.kind) {
    case 'file':
      return [
        lens(l10n.t('Show the File as It Is Now'), 'rostrum.showCurrentFile', citation),
        ...(elsewhere.isChanged ? [lens(l10n.t('Compare with the File'), 'rostrum.compareWithFile', citation)] : []),
      ];
    case 'snapshot':
      return [lens(l10n.t('Show What Was Cited'), 'rostrum.openSource', citation)];
    case 'browser':
      return [lens(l10n.t('Open in Browser'), browserCommand, citation)];
  }
}
