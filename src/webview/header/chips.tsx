import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type Head, type Marks, sourceStatuses } from '../../shared/protocol';
import { Icon, IconButton, inColour, statusIcons } from '../parts/elements';
import { whole } from '../parts/figures';
import { sourceFilter } from '../state';
import { useCloseOutside } from './actions';
import { useFits } from './fits';
import { seatName } from '../../projections/seatName';
import { countedSources, countedWords } from '../../projections/sourceWords';

interface ChipsProps {
  head: Head;
  /** `by:<debater>`, `rulings`, `redactions`, `concessions`, `sources`, `sourceIssues`, `source:<state>`, `procedure`. */
  filters: readonly string[];
  onToggle: (id: string) => void;
  onClear: () => void;
}

/**
 * A chip without entries is left out, unless it is pressed. Where they have no room side by side they are a menu behind a
 * button, and those that are pressed stay in sight.
 */
export function Chips({ head, filters, onToggle, onClear }: ChipsProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { marks, sourceIssues, judgments = 0 } = head;
  const sources = marks.verified + marks.unreliable + marks.fabricated + marks.unverified + marks.pending;
  const chip = (filter: string, count: number, children: ComponentChildren) => {
    const isPressed = filters.includes(filter);
    return count === 0 && !isPressed ? null : (
      <button
        key={filter}
        type="button"
        class="chip"
        data-chip={filter}
        aria-pressed={isPressed}
        onClick={() => onToggle(filter)}
      >
        {children}
      </button>
    );
  };
  const counted = (filter: string, count: number, label: string) =>
    chip(filter, count, <Counted label={label} count={count} />);
  const names = head.debaters.map(({ name, entries }) => `${name} ${entries}`).join();
  const counts = [judgments, head.rulings, head.redactions, head.concessions, sources, sourceIssues, head.procedural];
  const isRow = useFits(box, list, `${names} ${counts.join()} ${filters.join()}`);
  useCloseOutside(isOpen, box, () => setOpen(false));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <section class={isRow ? 'chips' : 'chips is-menu'} aria-label={l10n.t('Show only')} ref={box} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        class="button chips-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={filters.length > 0 ? 'filter-filled' : 'filter'} />{' '}
        {filters.length > 0 ? l10n.t('Filters: {0}', filters.length) : l10n.t('Filters')}
      </button>
      <div id={id} class={isRow ? 'chips-list is-row' : isOpen ? 'chips-list is-open' : 'chips-list'} ref={list}>
        {head.debaters.map(({ name, colour, entries }) =>
          chip(`by:${name}`, 1, <DebaterText name={name} colour={colour} entries={entries} />),
        )}
        {counted('by:judge', judgments, seatName(l10n, 'judge'))}
        {counted('rulings', head.rulings, l10n.t('Rulings'))}
        {counted('redactions', head.redactions, l10n.t('Redactions'))}
        {counted('concessions', head.concessions, l10n.t('Concessions'))}
        {chip('sources', sources, <MarksText marks={marks} />)}
        {chip(
          'sourceIssues',
          sourceIssues,
          <>
            <Icon name="warning" /> <Counted label={l10n.t('Source issues')} count={sourceIssues} />
          </>,
        )}
        {/* The verdict leads to these. They stand here while they are pressed. */}
        {countedSources(marks).map((one) =>
          chip(sourceFilter(one) ?? '', 0, countedWords(l10n, { ...one, count: whole(one.count) })),
        )}
        {counted('procedure', head.procedural, l10n.t('Procedure'))}
        {filters.length > 0 && (
          <IconButton class="chip chip-clear" icon="close" label={l10n.t('Show All')} onPress={onClear} />
        )}
      </div>
    </section>
  );
}

function DebaterText({ name, colour, entries }: { name: string; colour: number; entries: number }) {
  return (
    <>
      <span class={inColour('dot', colour)} aria-hidden="true" />
      <span class="chip-name">{seatName(l10n, name)}</span> <span class="chip-count">{whole(entries)}</span>
      <span class="sr"> {entries === 1 ? l10n.t('entry') : l10n.t('entries')}</span>
    </>
  );
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label} <span class="chip-count">{whole(count)}</span>
    </>
  );
}

/** `Sources 14 ✓ 1 ⚠ 1 ✗`, which is read aloud as words. */
function MarksText({ marks }: { marks: Marks }) {
  const there = sourceStatuses.filter((status) => marks[status] > 0);
  const spoken = [...countedSources(marks), { status: 'pending' as const, count: marks.pending }]
    .filter(({ count }) => count > 0)
    .map((counted) => countedWords(l10n, { ...counted, count: whole(counted.count) }))
    .join(', ');
  return (
    <span class="marks" title={spoken}>
      {l10n.t('Sources')}
      <span class="sr"> {spoken}</span>
      {there.map((status) => (
        <span key={status} class="mark" data-status={status} aria-hidden="true">
          {whole(marks[status])}
          <Icon name={statusIcons[status]} />
        </span>
      ))}
    </span>
  );
}
