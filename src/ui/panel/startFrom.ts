import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import type { DebateState } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { topicOf } from '../../projections/topic';
import { verdictOf } from '../../projections/verdict';
import type { PageEditor } from './pageSession';

/** Another debate, held as this one: on the same topic, or on a point that this one left open. All of it is proposed only. */
export async function startFrom(
  action: 'startAgain' | 'debateOpenPoint',
  view: RecordView,
  editor: Pick<PageEditor, 'run' | 'choose'>,
): Promise<void> {
  const open = action === 'startAgain' ? [] : verdictOf(view).open.map(({ text }) => text);
  const [first = view.mask.text(topicOf(view) ?? '')] = open;
  const topic = open.length > 1 ? await editor.choose(l10n.t('Which open point is to be debated?'), open) : first;
  if (topic !== undefined) editor.run('rostrum.startDebate', { topic, ...setupOf(view.state), isAsked: true });
}

function setupOf({ setup }: DebateState): { format?: string; evidence?: string } {
  const format = formatNamed(setup?.format)?.name;
  const evidence = evidenceOf(setup?.evidence);
  return { ...(format === undefined ? {} : { format }), ...(evidence === undefined ? {} : { evidence }) };
}

/** The folder, or the file where it was a single one: the folder around that holds more than was argued from. */
function evidenceOf(evidence: NonNullable<DebateState['setup']>['evidence'] | undefined): string | undefined {
  const { root = null, files = [], manifest } = evidence ?? {};
  if (root === null || !isAbsolute(root)) return undefined;
  const [only] = files;
  const path = files.length === 1 && manifest === undefined && only !== undefined ? join(root, only.path) : root;
  return existsSync(path) ? path : undefined;
}
