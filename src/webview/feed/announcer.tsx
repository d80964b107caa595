import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { bodyAt } from '../bodyCache';
import type { Page } from '../page';
import { whole } from '../parts/figures';
import { Live, useSaying } from '../parts/live';
import type { State } from '../state';
import { countFrom, indexFrom } from './items';
import { seatName } from '../../projections/seatName';
import { spoken, typeWords } from './words';

const pause = 1_500;

/** Speaks entries that are appended: whole ones, not fragments, and of a burst the number only. */
export function Announcer({ page, state }: { page: Page; state: State }) {
  const [saying, say] = useSaying();
  const told = useRef(state.rows.length);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (state.rows.length <= told.current || timer.current !== undefined) return;
    // Waits a moment: for the text of the entry, and for others that come with it.
    timer.current = setTimeout(() => {
      timer.current = undefined;
      const from = told.current;
      told.current = page.state.rows.length;
      const said = announcement(page, from);
      if (said !== undefined) say(said);
    }, pause);
  }, [state.rows.length]);
  return <Live saying={saying} />;
}

function announcement(page: Page, from: number): string | undefined {
  const { items, state } = page;
  const count = countFrom(items, from);
  if (count === 0) return undefined;
  if (count > 1) return l10n.t('{0} new entries', whole(count));
  const row = state.rows[items.ids[indexFrom(items, from)] ?? -1];
  if (row === undefined) return undefined;
  const { template, seq } = typeWords(row);
  const what = seq === undefined ? template : template.replace('{0}', l10n.t('seq {0}', seq));
  return `${seatName(l10n, row.speaker)}, ${what}. ${spoken(bodyAt(state.bodies, row.at)?.content ?? '')}`;
}
