import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../kit/emitter';
import { showInformationMessage } from '../kit/messages';
import { setContext } from '../kit/setContext';
import type { PendingSeat } from '../run/humanTasks';
import type { LibraryPorts } from './ports';

type SeatPorts = Pick<LibraryPorts, 'library' | 'log' | 'panels' | 'runManager'>;

/** Once a task; the open panel shows it already. */
export const registerSeatNotices = (services: SeatPorts): Disposable => {
  const owned = new DisposableStore();
  const notified = new Set<string>();
  const { seats } = services.runManager;
  owned.add(
    seats.onDidChange((folder) => {
      void setContext('seatWaits', seats.waiting.length > 0);
      for (const seat of seats.seatsOf(folder)) {
        const key = `${folder}\n${seat.request.id}`;
        if (seat.isChecking || notified.has(key)) continue;
        notified.add(key);
        void notify(services, seat).catch((error: unknown) => {
          services.log.error(
            `${folder}: that a person is waited for could not be told.`,
            error instanceof Error ? error : String(error),
          );
        });
      }
    }),
  );
  // After a pause it is asked again, and shown again.
  owned.add(
    services.runManager.onDidEnd(({ folder }) =>
      [...notified].filter((key) => key.startsWith(`${folder}\n`)).forEach((key) => notified.delete(key)),
    ),
  );
  return owned;
};

async function notify({ panels, library }: SeatPorts, { folder, request: { agent } }: PendingSeat): Promise<void> {
  if (panels.activeFolder === folder) return;
  const [{ titleOf }, { seatName }] = await Promise.all([import('./debateNode'), import('../../projections/seatName')]);
  const title = titleOf(library.debates.find((debate) => debate.folder === folder) ?? { folder, topic: '' });
  const go = l10n.t('Go to Composer');
  const picked = await showInformationMessage(
    l10n.t('“{0}” waits for you: the seat of {1} is to speak.', title, seatName(l10n, agent)),
    go,
  );
  if (picked !== go) return;
  await panels.show(folder);
  panels.sendToActive('focusComposer');
}
