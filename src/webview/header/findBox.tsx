import * as l10n from '@vscode/l10n';
import { whole } from '../parts/figures';
import { Icon } from '../parts/icon';

interface FindBoxProps {
  query: string;
  /** The entries that were found so far, by their position in the log. */
  hits: readonly number[];
  /** Which of them is shown, 0-based; -1 before the first. */
  current: number;
  isDone: boolean;
  /** How often the words occur in all. */
  total: number;
  onQuery: (query: string) => void;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

export function FindBox(props: FindBoxProps) {
  const { query, hits, onQuery, onNext, onPrevious, onClose } = props;
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
      <span class="find-count" id="find-count" role="status" title={occurrences(props)}>
        {counted(props)}
      </span>
      {query !== '' && (
        <>
          <FindButton icon="arrow-up" label={l10n.t('Previous hit')} isOff={hits.length === 0} onPress={onPrevious} />
          <FindButton icon="arrow-down" label={l10n.t('Next hit')} isOff={hits.length === 0} onPress={onNext} />
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

function counted({ query, hits, current, isDone }: FindBoxProps): string {
  if (query === '') return '';
  const count = whole(hits.length);
  if (hits.length === 0) return isDone ? l10n.t('No hits') : l10n.t('Searching…');
  if (!isDone) return l10n.t('{0} so far', count);
  return current < 0 ? l10n.t('{0} entries', count) : l10n.t('{0} of {1}', whole(current + 1), count);
}

function occurrences({ query, hits, isDone, total }: FindBoxProps): string {
  if (query === '' || !isDone || hits.length === 0) return '';
  return l10n.t('Found {0} times in {1} entries', whole(total), whole(hits.length));
}
