import * as vscode from 'vscode';
import { SnapshotStore } from '../../record/snapshots';
import { pathOfLog } from '../../record/logPath';
import type { OpenDebate } from '../debates/openDebate';
import { debateLink } from '../panel/link';
import { locatePassage } from '../sources/locatePassage';
import { rangeOf } from '../sources/passageDecorations';
import { presentSnapshot } from '../sources/presentation';
import type { LintFault } from './checkDebate';
import type { Place, PlacedProblem } from './placedProblem';
import type { SourceProblem, TroubledStatus } from './sourceProblems';

const { Error: Wrong, Warning, Information } = vscode.DiagnosticSeverity;

const severities: Readonly<Record<TroubledStatus, vscode.DiagnosticSeverity>> = {
  does_not_fit: Wrong,
  fabricated: Wrong,
  unreliable: Warning,
  changed: Warning,
  not_provable: Warning,
  unverified: Information,
};

/** `source` of what we tell the Problems view of sources. */
const problemSource = 'Rostrum';

/** A problem at its line in the log. `passage` is where the source's text is to be seen. */
export function diagnosticOf(
  { status, seq, message, place, related }: PlacedProblem,
  folder: string,
  passage?: vscode.Location,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeAt(place), message, severities[status]);
  diagnostic.source = problemSource;
  const target = vscode.Uri.parse(debateLink(vscode.env.uriScheme, { folder, seq }));
  diagnostic.code = { value: status, target };
  const read = vscode.l10n.t('What was cited, as it was read');
  diagnostic.relatedInformation = [
    ...(passage === undefined ? [] : [new vscode.DiagnosticRelatedInformation(passage, read)]),
    ...relatedIn(related, folder),
  ];
  return diagnostic;
}

const faultSeverities = { error: Wrong, warning: Warning, information: Information } as const;

/** What a rule holds against an entry. `rules`: the text of that rule. */
export function faultDiagnostic(
  { rule, severity, line, message, related }: LintFault,
  folder: string,
  rules: vscode.Uri,
): vscode.Diagnostic {
  const place = { line: Math.max(0, line - 1), start: 0, end: 1 };
  const diagnostic = new vscode.Diagnostic(rangeAt(place), message, faultSeverities[severity]);
  diagnostic.source = vscode.l10n.t('Rostrum rule');
  diagnostic.code = { value: rule, target: rules };
  diagnostic.relatedInformation = relatedIn(related, folder);
  return diagnostic;
}

const rangeAt = ({ line, start, end }: Place): vscode.Range => new vscode.Range(line, start, line, end);

const relatedIn = (related: PlacedProblem['related'], folder: string): vscode.DiagnosticRelatedInformation[] =>
  related.map(({ place, message }) => {
    const location = new vscode.Location(vscode.Uri.file(pathOfLog(folder)), rangeAt(place));
    return new vscode.DiagnosticRelatedInformation(location, message);
  });

/** Where the source's text is to be seen: in the file, or in its snapshot. Nothing of a struck entry's is shown. */
export async function passageOf(
  { seq, url, isStruck }: SourceProblem,
  debate: OpenDebate,
): Promise<vscode.Location | undefined> {
  if (isStruck) return undefined;
  const { folder, log } = debate;
  const workspaceFolders = (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
  const located = await locatePassage(
    { seq, url },
    { view: log.view, snapshots: new SnapshotStore(folder), workspaceFolders },
  );
  if (located.kind === 'file') return new vscode.Location(vscode.Uri.file(located.file), rangeOf(located.passage.span));
  if (located.kind !== 'snapshot') return undefined;
  const { uri, expected } = presentSnapshot({ folder, seq, url }, located);
  return new vscode.Location(uri, rangeOf(expected.span));
}
