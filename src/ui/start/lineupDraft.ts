import type { DraftDebater, Review } from '../../shared/protocol';
import type { Event } from '../kit/emitter';

/** A debate before its start: nothing of it is on disk. It survives a reload. */
export interface LineupDraft {
  readonly id: string;
  readonly review: Review;
  readonly onDidChange: Event<void>;
  change(debaters: readonly DraftDebater[]): void;
  /** The topic or one of the review's fields has this value now; one that cannot be taken stays beside the problem. */
  set(field: string, value: string): Promise<void>;
  /** The Chair's proposal where it was not asked yet, then its one revision, in the user's words. */
  revise(wish: string): Promise<void>;
  /** Makes the folder and lets the engine run. Returns the folder; undefined when something stands in the way. */
  start(debaters: readonly DraftDebater[]): Promise<string | undefined>;
  /** Nothing more can be done with it; what it was can be found again. */
  cancel(): void;
}
