import type { Page } from './page';

/** For the bench: tells when the entries of a message are on the screen. The second frame begins when the first is painted. */
export function reportPaint(page: Page): void {
  page.store.onChange((state, _before, act) => {
    if (act.kind !== 'message' || (act.message.kind !== 'snapshot' && act.message.kind !== 'changed')) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        page.send({ kind: 'painted', epoch: state.epoch, entries: state.rows.length, at: Date.now() }),
      ),
    );
  });
}
