import { visibleAt } from './bodies';
import type { Findable } from './find';
import type { ShownLog } from './shownLog';

/** What is looked through for one page: what it has been told of, as anyone may see it. */
export function findInLog({ feed, debate }: ShownLog): Findable {
  const { log } = debate;
  return {
    // Nothing more once the log is another: the page will ask again.
    get count() {
      return feed.isCurrent ? feed.rows.length : 0;
    },
    get identity() {
      return log.view.mask;
    },
    entryAt: (at) => visibleAt(log, at),
  };
}
