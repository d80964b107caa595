import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../parts/icon';

/** The browser's own modal dialog keeps the focus inside and gives it back; only Escape is ours. */
export function Help({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Nothing behind the dialog may hear a key.
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== '?') return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onKeyDown={onKeyDown}
      onCancel={onClose}
      onClick={(event) => {
        // A click on the dialog itself, not in it, is one on the backdrop.
        if (event.target === dialog.current) onClose();
      }}
    >
      <div class="help-page">
        <header class="help-head">
          <h2 id="help-title">{l10n.t('Keys')}</h2>
          <button type="button" class="button" onClick={onClose}>
            <Icon name="close" /> {l10n.t('Close')}
          </button>
        </header>
        <dl class="help-keys">
          {keys().map(({ keys: group, does }) => (
            <div key={does} class="help-row">
              <dt>
                <Keys group={group} />
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  );
}

/** Keys of one line; a `+` joins those that are pressed together, alone it is the key. */
function Keys({ group }: { group: readonly string[] }) {
  return (
    <>
      {group.map((press) => (
        <span key={press} class="help-press">
          {press.split(/\+(?=.)/).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </>
  );
}

function keys(): { keys: readonly string[]; does: string }[] {
  return [
    { keys: ['j', '↓'], does: l10n.t('Next entry') },
    { keys: ['k', '↑'], does: l10n.t('Previous entry') },
    { keys: ['g'], does: l10n.t('First entry') },
    { keys: ['G'], does: l10n.t('Last entry') },
    { keys: ['Enter'], does: l10n.t('Open the source') },
    { keys: ['w'], does: l10n.t('Why the source stands as it does') },
    { keys: ['o'], does: l10n.t('Show the line in the log') },
    { keys: ['c'], does: l10n.t('Copy the entry as Markdown') },
    { keys: ['y'], does: l10n.t('Copy a link to the entry') },
    { keys: ['Alt+←', '['], does: l10n.t('Back') },
    { keys: ['Alt+→', ']'], does: l10n.t('Forward') },
    { keys: ['v'], does: l10n.t('Next view (verdict, board, scores, graph)') },
    { keys: ['Enter'], does: l10n.t('On the verdict: read the debate') },
    { keys: ['h'], does: l10n.t('The whole header, or one line of it') },
    { keys: ['+', '-', '0'], does: l10n.t('In the graph: larger, smaller, all of it') },
    { keys: ['Shift+←↑↓→'], does: l10n.t('In the graph: move the picture') },
    { keys: ['PgUp', 'PgDn'], does: l10n.t('In the graph: scroll what is said of an argument') },
    { keys: ['/'], does: l10n.t('Find in debate') },
    { keys: ['F3'], does: l10n.t('Next hit') },
    { keys: ['Shift+F3'], does: l10n.t('Previous hit') },
    { keys: ['i'], does: l10n.t('Go to the composer') },
    { keys: ['?'], does: l10n.t('Show these keys') },
  ];
}
