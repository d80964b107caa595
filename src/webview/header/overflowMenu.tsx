import * as l10n from '@vscode/l10n';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon';

export interface MenuItem {
  icon: string;
  label: string;
  run: () => void;
  /** A rule stands above it. */
  startsGroup?: boolean;
}

/** A menu button after the ARIA pattern: arrows, Home, End, first letters, Escape; Tab leaves it. */
export function OverflowMenu({ items }: { items: readonly MenuItem[] }) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useCloseOutside(isOpen, box, () => setOpen(false));

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onButtonKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <div class="menu-box" ref={box}>
      <button
        ref={button}
        type="button"
        class="button icon-only"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={l10n.t('More actions')}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onButtonKey}
      >
        <Icon name="ellipsis" />
        <span class="sr">{l10n.t('More actions')}</span>
      </button>
      {isOpen && <Menu id={id} items={items} onClose={close} onLeave={() => setOpen(false)} />}
    </div>
  );
}

interface MenuProps {
  id: string;
  items: readonly MenuItem[];
  onClose: () => void;
  onLeave: () => void;
}

function Menu({ id, items, onClose, onLeave }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => entries(list.current)[0]?.focus(), []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Tab') {
      onLeave();
      return;
    }
    // The page's own keys must not act while a menu is open.
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (move(entries(list.current), event.key)) event.preventDefault();
  };
  return (
    <div class="menu" role="menu" id={id} ref={list} aria-label={l10n.t('More actions')} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={item.startsGroup === true ? 'menu-item starts-group' : 'menu-item'}
          onClick={() => {
            onClose();
            item.run();
          }}
        >
          <Icon name={item.icon} /> {item.label}
        </button>
      ))}
    </div>
  );
}

function entries(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** Whether the key was one that moves within the menu. */
function move(all: readonly HTMLElement[], key: string): boolean {
  const here = all.findIndex((item) => item === document.activeElement);
  const to = target(all, here, key);
  to?.focus();
  return to !== undefined;
}

function target(all: readonly HTMLElement[], here: number, key: string): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(here + 1) % all.length];
    case 'ArrowUp':
      return all.at(here <= 0 ? -1 : here - 1);
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
  }
  if (key.length !== 1 || key === ' ') return undefined;
  const starts = (item: HTMLElement): boolean => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase());
  return [...all.slice(here + 1), ...all.slice(0, here + 1)].find(starts);
}

function useCloseOutside(isOpen: boolean, box: { current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isOpen]);
}
