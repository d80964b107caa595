import * as l10n from '@vscode/l10n';
import { whole } from '../parts/figures';
import { Icon } from '../parts/icon';

interface FindBoxProps {
  query: string;
  /** Which hit is shown, 1-based; 0 before the first. */
  place: number;
  /** How often the words occur in what is shown. */
  total: number;
  /** How often in what the filters leave out. */
  leftOut: number;
  isDone: boolean;
  onQuery: (query: string) => void;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

export function FindBox(props: FindBoxProps) {
  const { query, total, onQuery, onNext, onPrevious, onClose } = props;
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
      <span class="find-count" id="find-count" role="status" title={leftOutWords(props)}>
        {counted(props)}
      </span>
      {query !== '' && (
        <>
          <FindButton icon="arrow-up" label={l10n.t('Previous hit')} isOff={total === 0} onPress={onPrevious} />
          <FindButton icon="arrow-down" label={l10n.t('Next hit')} isOff={total === 0} onPress={onNext} />
          <FindButton icon="close" label={l10n.t('Close find')} isOff={false} onPress={onClose} />
        </>
      )}
    </div>
  );
}

interface FindButtonProps {
  icon: string;
  label: string;
  isOff: boolean;
  onPress: () => void;
}

function FindButton({ icon, label, isOff, onPress }: FindButtonProps) {
  return (
    <button type="button" class="find-button" title={label} disabled={isOff} onClick={onPress}>
      <Icon name={icon} />
      <span class="sr">{label}</span>
    </button>
  );
}

function counted({ query, place, total, leftOut, isDone }: FindBoxProps): string {
  if (query === '') return '';
  const count = whole(total);
  if (total === 0) {
    if (!isDone) return l10n.t('Searching…');
    return leftOut === 0 ? l10n.t('No hits') : l10n.t('No hits here');
  }
  if (!isDone) return l10n.t('{0} so far', count);
  return place === 0 ? l10n.t('{0} hits', count) : l10n.t('{0} of {1}', whole(place), count);
}

function leftOutWords({ query, leftOut, isDone }: FindBoxProps): string {
  if (query === '' || !isDone || leftOut === 0) return '';
  return leftOut === 1
    ? l10n.t('1 more hit is in what the filters leave out')
    : l10n.t('{0} more hits are in what the filters leave out', whole(leftOut));
}
