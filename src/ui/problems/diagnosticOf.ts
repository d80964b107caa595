import * as vscode from 'vscode';
import { SnapshotStore } from '../../record/snapshots';
import type { OpenDebate } from '../debates/openDebate';
import { debateLink } from '../panel/link';
import { statusWords } from '../panel/sourceWords';
import { plainLine } from '../plainLine';
import { locatePassage } from '../sources/locatePassage';
import { rangeOf } from '../sources/passageDecorations';
import { presentSnapshot } from '../sources/presentation';
import { isUnproven, type SourceProblem, type TroubledStatus } from './sourceProblems';
import { cutText } from '../../debate/shortText';

const severities: Readonly<Record<TroubledStatus, vscode.DiagnosticSeverity>> = {
  does_not_fit: vscode.DiagnosticSeverity.Error,
  fabricated: vscode.DiagnosticSeverity.Error,
  unreliable: vscode.DiagnosticSeverity.Warning,
  changed: vscode.DiagnosticSeverity.Warning,
  not_provable: vscode.DiagnosticSeverity.Warning,
  unverified: vscode.DiagnosticSeverity.Information,
};

/** `source` of everything that we tell the Problems view. */
export const problemSource = 'Rostrum';

/** A problem at its line in the log. `passage` is where the source's text is to be seen. */
export function diagnosticOf(
  problem: SourceProblem,
  debate: OpenDebate,
  passage: vscode.Location | undefined,
): vscode.Diagnostic {
  const { status, at, seq, isStruck } = problem;
  const diagnostic = new vscode.Diagnostic(
    rangeIn(debate, at, isStruck ? undefined : problem.url),
    messageOf(problem),
    severities[status],
  );
  diagnostic.source = problemSource;
  const target = vscode.Uri.parse(debateLink(vscode.env.uriScheme, { folder: debate.folder, seq }));
  diagnostic.code = { value: status, target };
  diagnostic.relatedInformation = related(problem, debate, passage);
  return diagnostic;
}

function messageOf(problem: SourceProblem): string {
  const { status, changed } = problem;
  const found = status === 'changed' ? '' : foundWords(problem);
  if (changed === undefined) return found;
  const place = plainLine(problem.shownUrl);
  const words = vscode.l10n.t('changed: {0} — {1} (cited in seq {2})', plainLine(changed), place, problem.seq);
  return found === '' ? words : `${found} ${plainLine(changed)}`;
}

function foundWords({ status, words, shownUrl, seq, unproven = '' }: SourceProblem): string {
  const place = plainLine(shownUrl);
  if (isUnproven(status)) return vscode.l10n.t('{0} — {1} (cited in seq {2})', unproven, place, seq);
  const name = status === 'changed' ? status : statusWords(status);
  return words === '' || words === name
    ? vscode.l10n.t('{0} — {1} (cited in seq {2})', name, place, seq)
    : vscode.l10n.t('{0}: {1} — {2} (cited in seq {3})', name, words, place, seq);
}

function related(
  { result, ruling, isStruck }: SourceProblem,
  debate: OpenDebate,
  passage: vscode.Location | undefined,
): vscode.DiagnosticRelatedInformation[] {
  const { view } = debate.log;
  const inLog = (seq: number): vscode.Location =>
    new vscode.Location(vscode.Uri.file(debate.log.path), rangeIn(debate, seq, undefined));
  const found = shortened(view.visible(result)?.content ?? '');
  return [
    ...(passage === undefined
      ? []
      : [new vscode.DiagnosticRelatedInformation(passage, vscode.l10n.t('What was cited, as it was read'))]),
    new vscode.DiagnosticRelatedInformation(inLog(result), vscode.l10n.t('Result in seq {0}: {1}', result, found)),
    ...(ruling === undefined
      ? []
      : [new vscode.DiagnosticRelatedInformation(inLog(ruling.seq), rulingWords(ruling, isStruck))]),
  ];
}

const rulingWords = ({ seq, reason }: NonNullable<SourceProblem['ruling']>, isStruck: boolean): string =>
  isStruck
    ? vscode.l10n.t('Struck by seq {0}: {1}', seq, shortened(reason))
    : vscode.l10n.t('Ruling in seq {0}: {1}', seq, shortened(reason));

const longest = 300;
const shortened = (text: string): string => cutText(plainLine(text), longest);

/** The address in the line of the entry; where it cannot be made out, the beginning of the line. */
function rangeIn({ log }: OpenDebate, seq: number, url: string | undefined): vscode.Range {
  const line = Math.max(0, (log.lineOf(seq) ?? 1) - 1);
  const written = url === undefined ? undefined : JSON.stringify(url).slice(1, -1);
  const start = written === undefined ? -1 : (log.textOf(seq)?.indexOf(`"${written}"`) ?? -1);
  return written === undefined || start < 0
    ? new vscode.Range(line, 0, line, 1)
    : new vscode.Range(line, start + 1, line, start + 1 + written.length);
}

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
