import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { bodyAt } from '../bodyCache';
import { markdownTree, plainText } from '../markdown';
import type { Page } from '../page';
import { whole } from '../parts/figures';
import type { State } from '../state';
import { countFrom, indexFrom } from './items';
import { speakerName, typeWords } from './words';

const pause = 1_500;
const spokenLength = 300;

/** Speaks entries that are appended: whole ones, not fragments, and of a burst the number only. */
export function Announcer({ page, state }: { page: Page; state: State }) {
  const [words, setWords] = useState('');
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
      if (said !== undefined) setWords(said);
    }, pause);
  }, [state.rows.length]);
  return (
    <div class="sr" aria-live="polite">
      {words}
    </div>
  );
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
  return `${speakerName(row.speaker)}, ${what}. ${spoken(bodyAt(state.bodies, row.at)?.content ?? '')}`;
}

function spoken(content: string): string {
  const part = content.slice(0, 2 * spokenLength);
  const text = plainText(markdownTree(part) ?? []).replace(/\s+/g, ' ').trim();
  return text.length <= spokenLength ? text : `${text.slice(0, spokenLength)}…`;
}
