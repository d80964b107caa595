import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { formatNamed } from '../../debate/formats/registry';
import { subjectPaths } from '../../debate/log/manifest';
import type { DebateState } from '../../debate/fold/state';
import type { RecordView } from '../../debate/fold/view';
import { topicOf } from '../../projections/topic';
import { openPoints, verdictOf } from '../../projections/verdict';
import type { PageEditor } from './pageSession';

/** Starts a debate on the same topic, or on a point that this one left open. All of it is a proposal. */
export async function startFrom(
  action: 'startAgain' | 'debateOpenPoint',
  view: RecordView,
  editor: Pick<PageEditor, 'run' | 'choose'>,
): Promise<void> {
  const open = action === 'startAgain' ? [] : openPoints(verdictOf(view));
  const [first = view.mask.text(topicOf(view) ?? '')] = open;
  const topic = open.length > 1 ? await editor.choose(l10n.t('Which open point is to be debated?'), open) : first;
  if (topic !== undefined) editor.run('rostrum.startDebate', { topic, ...setupOf(view.state), isAsked: true });
}

function setupOf({ setup }: DebateState): { format?: string; evidence?: string[] } {
  const format = formatNamed(setup?.format)?.name;
  const evidence = evidenceOf(setup);
  return { ...(format === undefined ? {} : { format }), ...(evidence.length === 0 ? {} : { evidence }) };
}

/** More files are proposed as the folder that they stand in. */
const mostFiles = 20;

/** The evidence that still exists, as files: the recorded folder holds more than was chosen, the subject too. */
function evidenceOf(setup: DebateState['setup']): string[] {
  const { root = null, files = [], manifest } = setup?.evidence ?? {};
  if (root === null || !isAbsolute(root)) return [];
  const subject = subjectPaths(setup);
  const paths = files.map(({ path }) => path).filter((path) => !subject.includes(path));
  const isLong = manifest !== undefined || paths.length > mostFiles;
  return (isLong ? [commonFolder(paths)] : paths).map((path) => join(root, path)).filter((path) => existsSync(path));
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  const parts = first.split('/').slice(0, -1);
  const shared = parts.findIndex((_part, at) => {
    const folder = `${parts.slice(0, at + 1).join('/')}/`;
    return others.some((path) => !path.startsWith(folder));
  });
  return parts.slice(0, shared < 0 ? parts.length : shared).join('/');
}
