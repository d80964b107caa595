import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { IconButton } from '../parts/elements';

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
          <IconButton icon="close" label={l10n.t('Close')} onPress={onClose} />
        </header>
        <dl class="help-keys">
          {keys().map(([does, ...group]) => (
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

function keys(): [does: string, ...keys: string[]][] {
  return [
    [l10n.t('Next entry'), 'j', '↓'],
    [l10n.t('Previous entry'), 'k', '↑'],
    [l10n.t('First entry'), 'g'],
    [l10n.t('Last entry'), 'G'],
    [l10n.t('Open the source'), 'Enter'],
    [l10n.t('Open the source and go there'), 'Ctrl+Enter'],
    [l10n.t('Why the source stands as it does'), 'w'],
    [l10n.t('Show the line in the log'), 'o'],
    [l10n.t('Copy the entry as Markdown'), 'c'],
    [l10n.t('Copy a link to the entry'), 'y'],
    [l10n.t('Back, from a source too'), 'Alt+←', '['],
    [l10n.t('Forward'), 'Alt+→', ']'],
    [l10n.t('Next view (verdict, board, scores, graph)'), 'v'],
    [l10n.t('On the verdict: read the debate'), 'Enter'],
    [l10n.t('The whole header, or one line of it'), 'h'],
    [l10n.t('In the graph: larger, smaller, all of it'), '+', '-', '0'],
    [l10n.t('In the graph: move the picture'), 'Shift+←↑↓→'],
    [l10n.t('In the graph: scroll what is said of an argument'), 'PgUp', 'PgDn'],
    [l10n.t('Find in debate'), '/'],
    [l10n.t('Next hit'), 'F3'],
    [l10n.t('Previous hit'), 'Shift+F3'],
    [l10n.t('Go to the composer'), 'i'],
    [l10n.t('Show these keys'), '?'],
  ];
}
