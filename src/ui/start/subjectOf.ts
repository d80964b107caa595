import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { readRegularText } from '../../async/regularFile';
import { logFileName } from '../../record/logPath';
import { byteLimitOf } from '../../research/boundedRead';
import { fileKind } from '../../research/fileKind';
import { checkedSubjectText, subjectTextName } from '../../session/plan/createDebate';
import { showWarningMessage } from '../kit/messages';
import type { Subject } from './choices';
import { topicOfFile, topicOfText } from './startArgument';
import { isReal } from '../kit/workspaceFolders';
import { errorText } from '../../debate/log/objects';

/** Undefined when none can be debated; that was said. */
export async function subjectOfFiles(uris: readonly vscode.Uri[]): Promise<Subject | undefined> {
  const [only] = uris;
  const document =
    uris.length === 1
      ? vscode.workspace.textDocuments.find((open) => open.uri.toString() === only?.toString())
      : undefined;
  if (only === undefined)
    return refusal(l10n.t('No file is open. Open the file to debate, or choose it in the Explorer.'));
  if (document !== undefined && !isReal(only)) return subjectOfText(document, undefined);
  const problem = await firstProblem(uris);
  if (problem !== undefined) return refusal(problem);
  if (!(await areSaved(uris))) return undefined;
  const files = uris.map(({ fsPath }) => fsPath);
  const [first = ''] = files;
  const name = basename(first);
  const label = files.length === 1 ? name : l10n.t('{0} and {1} more', name, files.length - 1);
  return { files, label, suggestedTopic: topicOfFile(name, await readRegularText(first)) };
}

/** As it is now, saved or not; of several selections all. */
export function subjectOfSelection(editor: vscode.TextEditor | undefined): Subject | undefined {
  if (editor === undefined || editor.selections.every((selection) => selection.isEmpty)) {
    return refusal(l10n.t('Nothing is selected. Select the text to debate.'));
  }
  return subjectOfText(editor.document, editor.selections);
}

function subjectOfText(
  document: vscode.TextDocument,
  selections: readonly vscode.Selection[] | undefined,
): Subject | undefined {
  if (isLog(document.uri)) return refusal(logRefused());
  const parts = (selections ?? []).filter((selection) => !selection.isEmpty).sort((a, b) => a.start.compareTo(b.start));
  const text = selections === undefined ? document.getText() : parts.map((part) => document.getText(part)).join('\n\n');
  const name = originOf(document);
  const [first] = parts;
  const last = parts.at(-1);
  const lines =
    first === undefined || last === undefined ? undefined : { first: first.start.line + 1, last: lastLine(last) };
  try {
    const checked = checkedSubjectText({ name: subjectTextName(name, lines), text });
    return { files: [], text: checked, label: checked.name, suggestedTopic: topicOfText(text) };
  } catch (error) {
    return refusal(errorText(error));
  }
}

/** A selection of whole lines ends at the start of the line after. */
const lastLine = ({ start, end }: vscode.Selection): number =>
  end.character === 0 && end.line > start.line ? end.line : end.line + 1;

function originOf({ uri, isUntitled, languageId }: vscode.TextDocument): string {
  const name = basename(uri.path);
  return isUntitled && languageId === 'markdown' && !name.endsWith('.md') ? `${name}.md` : name;
}

const isLog = ({ path }: vscode.Uri): boolean => basename(path) === logFileName;

const logRefused = (): string =>
  l10n.t('{0} is the record of a debate and may hold redacted text. Debate its sources instead.', logFileName);

async function firstProblem(uris: readonly vscode.Uri[]): Promise<string | undefined> {
  for (const uri of uris) {
    const name = basename(uri.path);
    if (!isReal(uri)) return l10n.t('{0} is not on a disk. Select its text and debate the selection.', name);
    if (isLog(uri)) return logRefused();
    const found = await stat(uri.fsPath).catch(() => undefined);
    if (found === undefined) return l10n.t('{0} is no longer there.', name);
    if (!found.isFile())
      return l10n.t('{0} is a folder. Choose files, or start a debate with the folder as evidence.', name);
    const limit = byteLimitOf(name);
    if (found.size > limit)
      return l10n.t(
        '{0} is over {1} MB, which is more than is read. Select a part of it and debate the selection.',
        name,
        limit / (1024 * 1024),
      );
    if (fileKind(name) === undefined)
      return l10n.t(
        '{0} cannot be quoted from: only text, Markdown, CSV, JSON, HTML, PDF and source code are read.',
        name,
      );
  }
  return undefined;
}

async function areSaved(uris: readonly vscode.Uri[]): Promise<boolean> {
  const wanted = new Set(uris.map((uri) => uri.toString()));
  const dirty = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && wanted.has(document.uri.toString()),
  );
  const [first] = dirty;
  if (first === undefined) return true;
  const save = l10n.t('Save');
  const message = l10n.t('{0} has unsaved changes. Debaters cite the file as it is saved.', basename(first.uri.path));
  if ((await showWarningMessage(message, { modal: true }, save)) !== save) return false;
  const saved = await Promise.all(dirty.map((document) => document.save()));
  return saved.every(Boolean);
}

function refusal(message: string): Subject | undefined {
  void showWarningMessage(message);
  return undefined;
}
