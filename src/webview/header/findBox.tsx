import * as l10n from '@vscode/l10n';
import { whole } from '../parts/figures';
import { Icon } from '../parts/elements';
import { type Found, foundWords, notShownWords } from '../finding';

interface FindBoxProps extends Found {
  onQuery: (query: string) => void;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
  /** Shows the entries that the filters leave out. */
  onWiden: () => void;
}

export function FindBox(props: FindBoxProps) {
  const { query, total, onQuery, onNext, onPrevious, onClose, onWiden } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter') (event.shiftKey ? onPrevious : onNext)();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class={query === '' ? 'find' : 'find has-query'} role="search">
      <Icon name="search" />
      <input
        id="find"
        type="text"
        class="find-input"
        placeholder={l10n.t('Find in debate')}
        aria-label={l10n.t('Find in debate')}
        aria-describedby="find-count"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={(event) => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="find-count" id="find-count" role="status" title={notShownWords(props, whole)}>
        {foundWords(props, whole)}
      </span>
      {query !== '' && total === 0 && props.leftOut > 0 && props.isDone && (
        <button type="button" class="link" title={notShownWords(props, whole)} onClick={onWiden}>
          {l10n.t('Show them')}
        </button>
      )}
      {query !== '' && (
        <>
          <FindButton icon="arrow-up" label={l10n.t('Previous hit')} isOff={total === 0} onPress={onPrevious} />
          <FindButton icon="arrow-down" label={l10n.t('Next hit')} isOff={total === 0} onPress={onNext} />
          <FindButton icon="close" label={l10n.t('Close find')} onPress={onClose} />
        </>
      )}
    </div>
  );
}

interface FindButtonProps {
  icon: string;
  label: string;
  isOff?: boolean;
  onPress: () => void;
}

export function FindButton({ icon, label, isOff = false, onPress }: FindButtonProps) {
  return (
    <button type="button" class="find-button" title={label} disabled={isOff} onClick={onPress}>
      <Icon name={icon} />
      <span class="sr">{label}</span>
    </button>
  );
}
