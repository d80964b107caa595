import * as l10n from '@vscode/l10n';
import { useId, useRef, useState } from 'preact/hooks';
import type { RailItem } from '../../shared/protocol';
import { Icon } from '../parts/elements';
import { useCloseOutside } from './actions';
import { useFits } from './fits';

interface RailProps {
  items: readonly RailItem[];
  here: string | undefined;
  /** Without it the phases are only shown: too small to be pressed. */
  onJump: ((at: number) => void) | undefined;
}

/** One list for all widths: a row of segments where there is room, else a button that opens the same list below it. */
export function Rail({ items, here, onJump }: RailProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const id = useId();
  const mayFit = items.length <= mostInRow;
  const isRow = useFits(box, list, mayFit ? items.map(({ label }) => label).join() : undefined);
  useCloseOutside(isOpen, box, () => setOpen(false));
  if (items.length === 0) return null;
  const { label, phase } = progressOf(items, here);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    toggle.current?.focus();
  };
  const jump =
    onJump === undefined
      ? undefined
      : (at: number): void => {
          setOpen(false);
          onJump(at);
        };
  return (
    <nav class="rail" aria-label={l10n.t('Phases')} ref={box} onKeyDown={onKeyDown}>
      {!isRow && onJump === undefined && (
        <div class="rail-still" role="img" aria-label={`${label}, ${phase}`}>
          <Strip items={items} />
        </div>
      )}
      {!isRow && onJump !== undefined && (
        <button
          ref={toggle}
          type="button"
          class="rail-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Strip items={items} />
          <span class="rail-progress">
            <b>{label}</b> {phase}
          </span>
          <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} />
        </button>
      )}
      {(mayFit || isOpen) && (
        <ol class={isRow ? 'rail-list is-row' : isOpen ? 'rail-list is-open' : 'rail-list'} id={id} ref={list}>
          {items.map((item) => (
            <Phase key={item.id} item={item} isHere={item.id === here} onJump={jump} />
          ))}
        </ol>
      )}
    </nav>
  );
}

/** More have no room side by side on any screen: they are not tried, and stand in the page while the list is open only. */
const mostInRow = 80;

function Strip({ items }: { items: readonly RailItem[] }) {
  return (
    <span class="rail-strip" aria-hidden="true">
      {evenly(items, mostInRow).map((item) => (
        <i key={item.id} data-state={item.state} />
      ))}
    </span>
  );
}

/** At even distances; the last is always one. */
const evenly = <T,>(items: readonly T[], most: number): readonly T[] => {
  const step = Math.ceil(items.length / most);
  return items.filter((_, index) => (items.length - 1 - index) % step === 0);
};

/** What is read, else where the debate is. */
function progressOf(items: readonly RailItem[], read: string | undefined): { label: string; phase: string } {
  // What stands before the first part belongs to it.
  const found = read === 'setup' ? 0 : items.findIndex(({ id }) => id === read);
  const now = items.findIndex((item) => item.state === 'now');
  const last = items.findLastIndex((item) => item.state === 'done');
  const here = found !== -1 ? found : now === -1 ? last : now;
  return {
    label: items[here]?.label ?? l10n.t('Not begun'),
    phase: l10n.t('phase {0} of {1}', here + 1, items.length),
  };
}

interface PhaseProps {
  item: RailItem;
  isHere: boolean;
  onJump: ((at: number) => void) | undefined;
}

function Phase({ item, isHere, onJump }: PhaseProps) {
  const { at } = item;
  const icon = stateIcons[item.state];
  const inside = (
    <>
      {icon !== undefined && <Icon name={icon} />}
      <span class="rail-label">{item.label}</span>
      <span class="sr"> {isHere ? l10n.t('(read now)') : wordsOfState()[item.state]}</span>
    </>
  );
  const current = item.state === 'now' ? 'step' : undefined;
  return (
    <li class={isHere ? 'rail-item is-here' : 'rail-item'} data-state={item.state}>
      {at === undefined || onJump === undefined ? (
        <span class="rail-phase" aria-current={current}>
          {inside}
        </span>
      ) : (
        <button type="button" class="rail-phase" aria-current={current} title={item.label} onClick={() => onJump(at)}>
          {inside}
        </button>
      )}
    </li>
  );
}

const stateIcons = { done: 'check', now: 'arrow-right', skipped: 'dash', todo: undefined } as const;

const wordsOfState = (): Record<RailItem['state'], string> => ({
  done: l10n.t('(done)'),
  now: l10n.t('(now)'),
  todo: l10n.t('(to come)'),
  skipped: l10n.t('(skipped)'),
});
