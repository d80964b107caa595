import * as l10n from '@vscode/l10n';
import { readingActions, type Action, type Head } from '../../shared/protocol';
import { Icon } from '../parts/elements';
import { lastFocused, takeFocus } from '../parts/takeFocus';
import type { Send } from '../hostConnection';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

const looks = (): Record<Action, [icon: string, label: string]> => ({
  answer: ['edit', l10n.t('Go to Composer')],
  pause: ['debug-pause', l10n.t('Pause')],
  resume: ['play', l10n.t('Resume')],
  stop: ['debug-stop', l10n.t('Stop')],
  skip: ['debug-continue', l10n.t('Skip to the End')],
  takeOver: ['debug-start', l10n.t('Take Over')],
  conclude: ['law', l10n.t('Conclude Now')],
  openBrief: ['book', l10n.t('Open Brief')],
  openSummary: ['book', l10n.t('Open Summary')],
  openReport: ['book', l10n.t('Open Report')],
  moreExchanges: ['add', l10n.t('More Exchanges…')],
  trust: ['workspace-untrusted', l10n.t('Manage Trust')],
  setApiKey: ['key', l10n.t('Set API Key')],
  changeModel: ['arrow-swap', l10n.t('Change Model')],
  startAgain: ['debug-restart', l10n.t('Start Again…')],
  debateOpenPoint: ['comment-discussion', l10n.t('Debate the Open Point…')],
  export: ['export', l10n.t('Export…')],
  copyDebate: ['copy', l10n.t('Copy as Markdown')],
  delete: ['trash', l10n.t('Delete…')],
  showSettings: ['settings-gear', l10n.t('Show Settings')],
});

/** Those that bring the debate forward. */
const primaries: readonly Action[] = [
  ...(['answer', 'resume', 'takeOver', ...readingActions] as const),
  ...(['trust', 'setApiKey', 'changeModel'] as const),
];

export function lookOf(action: Action): { icon: string; label: string; isPrimary: boolean } {
  const [icon, label] = looks()[action];
  return { icon, label, isPrimary: primaries.includes(action) };
}

export function Actions({ head, send, onAnswer }: { head: Head; send: Send; onAnswer: () => void }) {
  // One of them is the next thing to do: what comes first.
  const primary = head.actions.find((action) => lookOf(action).isPrimary);
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <div class="actions" ref={box}>
      {head.actions.map((action) => {
        const { icon, label } = lookOf(action);
        return (
          <button
            key={action}
            type="button"
            class={action === primary ? 'button primary' : 'button'}
            title={label}
            onClick={() => (action === 'answer' ? onAnswer() : send({ kind: 'act', action }))}
          >
            <Icon name={icon} /> <span>{label}</span>
          </button>
        );
      })}
      <OverflowMenu items={menuOf(head, send)} />
    </div>
  );
}

/** Where a button had the focus that is gone now, the menu takes it: it is always there. */
function useKeptFocus(box: { current: HTMLDivElement | null }): void {
  const hadFocus = box.current?.contains(lastFocused()) === true;
  const take = (): unknown => takeFocus(box.current?.querySelector<HTMLElement>('[aria-haspopup]'));
  useLayoutEffect(() => {
    // A question of the editor may have the focus now, and gives it back to the page later.
    if (hadFocus && document.activeElement === document.body) take();
  });
  useEffect(() => {
    const takeAgain = (): unknown => box.current?.contains(lastFocused()) === true && take();
    window.addEventListener('focus', takeAgain);
    return () => window.removeEventListener('focus', takeAgain);
  }, []);
}

function menuOf(head: Head, send: Send): MenuItem[] {
  // What a debate left open, the verdict names beside the button.
  const acts = head.menu.filter((action) => action !== 'debateOpenPoint');
  return [
    { icon: 'list-flat', label: l10n.t('Open Log'), run: () => send({ kind: 'openLine', line: 1 }) },
    { icon: 'folder-opened', label: l10n.t('Reveal Folder'), run: () => send({ kind: 'openFolder' }) },
    // The first line stands for the whole debate.
    { icon: 'link', label: l10n.t('Copy Link to Debate'), run: () => send({ kind: 'copyLink', at: 0 }) },
    ...head.documents.map(({ name, label }, index) => ({
      icon: 'file',
      label,
      run: () => send({ kind: 'openDocument' as const, name }),
      startsGroup: index === 0,
    })),
    ...acts.map((action, index) => {
      const { icon, label } = lookOf(action);
      return { icon, label, run: () => send({ kind: 'act' as const, action }), startsGroup: index === 0 };
    }),
  ];
}

interface MenuItem {
  icon: string;
  label: string;
  run: () => void;
  startsGroup?: boolean;
}

/** A menu button after the ARIA pattern: arrows, Home, End, first letters, Escape; Tab leaves it. */
function OverflowMenu({ items }: { items: readonly MenuItem[] }) {
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

export function useCloseOutside(isOpen: boolean, box: { current: HTMLElement | null }, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [isOpen]);
}
