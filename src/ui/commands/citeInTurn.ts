import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatWorkspaceUrl } from '../../matching/text/sourceUrl';
import { readableUrl } from '../../projections/sourcePlace';
import { seatName } from '../../projections/seatName';
import { citingField, hasRoom } from '../../shared/seat/citation';
import { seatForm } from '../../shared/seat/seatForm';
import type { CommandHandlers } from '../kit/commandHandlers';
import { showDone, showInformationMessage, showWarningMessage } from '../kit/messages';
import { titleOf } from '../library/debateNode';
import type { PendingSeat } from '../run/humanTasks';
import { evidencePath, linesOf } from './citedPlace';
import type { CommandPorts } from './ports';

type CitePorts = Pick<CommandPorts, 'library' | 'runManager'>;

/** Puts selected words of a file into the form of a seat that waits for a person of this window. */
export const citeCommands = {
  'rostrum.citeInMyTurn': async (services) => {
    const problem = await citeSelection(services);
    if (problem !== undefined) void showInformationMessage(problem);
  },
} satisfies CommandHandlers<CommandPorts>;

/** Returns what stands in the way, in words for the user. */
async function citeSelection(services: CitePorts): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const quote = editor?.document.getText(editor.selection).trim() ?? '';
  if (editor === undefined || quote === '') return l10n.t('Select the words to cite, then cite them in your turn.');
  const seat = await citingSeat(services);
  if (seat === 'none') return l10n.t('No seat of yours waits for an answer that cites sources.');
  if (seat === undefined) return undefined;
  const path = evidencePath(seat.request, editor.document.uri.fsPath);
  if (path === undefined) {
    const name = vscode.workspace.asRelativePath(editor.document.uri);
    void showWarningMessage(
      l10n.t('{0} is not in the evidence of this debate, so nobody could check it. Cite a file of its evidence.', name),
    );
    return undefined;
  }
  const url = formatWorkspaceUrl({ path, lines: linesOf(editor.selection) });
  const { form, field } = formOf(seat);
  if (field === undefined || !hasRoom(field, seat.values ?? form.values ?? {}))
    return l10n.t('The form has room for no more sources. Remove one, then cite this one.');
  const citation = { field: field.id, row: { url, quote } };
  services.runManager.seats.cite(seat.folder, seat.request.id, citation, form.values);
  showDone(l10n.t('Cited in your turn: {0}', readableUrl(url)));
  return undefined;
}

function formOf({ request }: PendingSeat) {
  const form = seatForm(request);
  return { form, field: citingField(form.fields) };
}

/** The only seat that cites sources, or the one that the user chooses; undefined if the user chooses none. */
async function citingSeat({ runManager, library }: CitePorts): Promise<PendingSeat | 'none' | undefined> {
  const seats = runManager.seats.waiting.filter((seat) => formOf(seat).field !== undefined);
  const [first, second] = seats;
  if (first === undefined) return 'none';
  if (second === undefined) return first;
  const items = seats.map((seat) => ({
    label: seatName(l10n, seat.request.agent),
    description: titleOf(
      library.debates.find(({ folder }) => folder === seat.folder) ?? { folder: seat.folder, topic: '' },
    ),
    seat,
  }));
  const title = l10n.t('In which seat’s turn?');
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.seat;
}
