import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { objectOf } from '../../debate/log/objects';
import { type Arrangement, arrangementIn, arrangementNames } from './arrangement';
import type { DebateRows } from './debateRows';

/** The argument of a test or a key binding names the arrangement: `{ "by": "state" }`. */
export async function arrangeDebates(rows: DebateRows, argument: unknown): Promise<void> {
  const given = objectOf(argument)['by'];
  const chosen = given === undefined ? await pickedArrangement(rows.arrangement) : arrangementIn(given);
  if (chosen !== undefined) await rows.arrange(chosen);
}

async function pickedArrangement(now: Arrangement): Promise<Arrangement | undefined> {
  const names = Object.entries(arrangementNames());
  const items = names.map(([by, label]) => ({ label: by === now ? `$(check) ${label}` : label, by }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: l10n.t('How should the debates be listed?') });
  return picked && arrangementIn(picked.by);
}
