import type { DebateState } from '../../debate/state';
import type { RecordView } from '../../debate/view';
import { stageOf } from '../../projections/formats/registry';
import { positionOf } from '../../projections/status';
import type { Disposable } from '../emitter';
import { isTold } from './entryLine';

/** A debate as it is followed. */
interface Followed {
  /** What is read of it now; another one where the log was replaced. */
  readonly view: () => RecordView;
  readonly isRunning: () => boolean;
  /** Reads what was appended and not noticed yet. */
  readonly refresh: () => Promise<unknown>;
  /** Calls back when there may be something new. */
  readonly onDidChange: (listener: () => void) => Disposable;
}

export interface FollowOptions {
  /** The first position of the log that is shown. */
  from: number;
  /** Entries after which the rest is left to the panel. */
  most: number;
  signal: AbortSignal;
  tell: (position: number) => void;
}

/** Why it was not followed any further: the round is over, enough was told, the debate rests or is done, nobody wants it any more. */
export type FollowEnd = 'round' | 'enough' | 'rests' | 'done' | 'cancelled';

/** Tells entries as they are logged, to the end of the round or phase that runs. Whoever stops listening stops nothing else. */
export async function followEntries(
  followed: Followed,
  { from, most, signal, tell }: FollowOptions,
): Promise<FollowEnd> {
  const started = stageKey(followed.view().state);
  let next = from;
  let told = 0;
  for (let isLast = false; ;) {
    const view = followed.view();
    // A log that was replaced by a shorter one has told what it had.
    next = Math.min(next, view.state.headers.length);
    for (; next < view.state.headers.length && told < most && !signal.aborted; next += 1) {
      if (!isTold(view, next)) continue;
      tell(next);
      told += 1;
    }
    if (signal.aborted) return 'cancelled';
    if (told >= most) return 'enough';
    const stage = stageKey(view.state);
    if (stage === 'done') return 'done';
    if (stage !== started) return 'round';
    if (isLast) return 'rests';
    if (followed.isRunning()) await somethingNew(followed, signal);
    else {
      // Its last entries may have been written a moment before it came to rest.
      isLast = true;
      await followed.refresh();
    }
  }
}

/** Getting ready and the openings are one. */
function stageKey(state: DebateState): string {
  const position = positionOf(state);
  if (position.isOver) return 'done';
  const { code, number = '' } = stageOf({ format: state.setup?.format, ...position }) ?? { code: 'setup' };
  return code === 'setup' ? 'opening' : `${code} ${number}`.trim();
}

function somethingNew({ onDidChange }: Followed, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      listening.dispose();
      resolve();
    };
    const listening = onDidChange(done);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
