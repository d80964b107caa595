import { join } from 'node:path';
import type { OpenDebate } from './openDebate';
import { DisposableStore, type Disposable } from '../kit/emitter';
import type { LibraryPorts } from './ports';

export const indexFolder = ({ storageUri, globalStorageUri }: LibraryPorts['context']): string =>
  join((storageUri ?? globalStorageUri).fsPath, 'search');

/** What was kept of a debate goes at once when something is redacted from it; what the command line has kept, too. */
export async function dropIndexes(context: LibraryPorts['context'], folder: string): Promise<void> {
  const [{ removeIndex }, { cacheFolder }] = await Promise.all([
    import('../../session/library/logCache'),
    import('../../research/fileCache'),
  ]);
  const folders = [indexFolder(context), cacheFolder(process.env, 'search')];
  await Promise.all(folders.map((one) => removeIndex(one, folder)));
}

/** Fires when a run of this window redacts an entry, or anybody does while the debate is open here. */
export function onDidStrike(
  { debates, runManager }: Pick<LibraryPorts, 'debates'> & { runManager: Pick<LibraryPorts['runManager'], 'onEvent'> },
  redacted: (folder: string) => void,
): Disposable {
  const owned = new DisposableStore();
  const followed = new Map<OpenDebate, Disposable>();
  const follow = (debate: OpenDebate): void => {
    const count = (): number => debate.log.state.redactions.size;
    let known = count();
    const look = (): void => {
      if (count() > known) redacted(debate.folder);
      known = count();
    };
    followed.set(debate, debate.onDidChange(look));
  };
  debates.open.forEach(follow);
  owned.add(debates.onDidOpen(follow));
  owned.add(
    debates.onDidClose((debate) => {
      followed.get(debate)?.dispose();
      followed.delete(debate);
    }),
  );
  owned.add(
    runManager.onEvent(({ folder, event }) => {
      if (event.kind === 'written' && event.type === 'redaction') redacted(folder);
    }),
  );
  owned.add({ dispose: () => followed.forEach((one) => one.dispose()) });
  return owned;
}
