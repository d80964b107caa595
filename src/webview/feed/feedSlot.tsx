import type { Page } from '../page';
import type { State } from '../state';
import { bodyAt } from '../bodyCache';
import { Entry } from './entry';
import type { FeedView } from './feedView';
import { Guard } from './guard';
import { headingOf, rawLineOf } from './items';
import { RawEntry } from './rawEntry';

interface FeedSlotProps {
  page: Page;
  state: State;
  index: number;
  view: FeedView;
}

/** An item in its place, with the heading of the section that begins with it. */
export function FeedSlot({ page, state, index, view }: FeedSlotProps) {
  const { items } = page;
  const id = items.ids[index] ?? -1;
  const row = state.rows[id];
  const heading = headingOf(items, state.rows, index);
  const line = id < 0 ? rawLineOf(items, id) : undefined;
  const place = { position: index + 1, count: items.ids.length };
  return (
    <div class="slot" role="presentation" data-index={index} ref={view.layout.measure}>
      {line !== undefined && <RawEntry page={page} line={line} {...place} />}
      {row !== undefined && (
        <Guard page={page} at={row.at}>
          <Entry
            page={page}
            row={row}
            body={bodyAt(state.bodies, row.at)}
            colour={view.colourOf(row.speaker)}
            heading={heading === undefined ? undefined : sectionLabel(state, heading)}
            opened={state.opened}
            {...place}
          />
        </Guard>
      )}
    </div>
  );
}

const sectionLabel = (state: State, id: string): string => state.head?.rail.find((item) => item.id === id)?.label ?? id;

/** The height of items that are not in the page. The reading position is never held by one. */
export function Gap({ height }: { height: number }) {
  return <div class="gap" role="presentation" style={{ height: `${height}px` }} />;
}
