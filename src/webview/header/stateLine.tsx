import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { Head } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import { Live, useSaying } from '../parts/live';

type Standing = Pick<Head, 'state' | 'isOurs' | 'stateText'>;

interface StateLook {
  icon: string;
  word: string;
  isSpinning?: boolean;
}

function lookOf({ state, isOurs }: Standing): StateLook {
  switch (state) {
    case 'running':
      return { icon: 'circle-large-filled', word: l10n.t('Live') };
    case 'paused':
      return { icon: 'debug-pause', word: l10n.t('Paused') };
    case 'needs-you':
      return { icon: 'bell-dot', word: l10n.t('Needs you') };
    case 'interrupted':
      return { icon: 'debug-disconnect', word: l10n.t('Interrupted') };
    case 'failed':
      return { icon: 'error', word: l10n.t('Failed') };
    case 'done':
      return { icon: 'pass-filled', word: l10n.t('Done') };
    case 'foreign':
      return { icon: 'file-symlink-file', word: l10n.t('Foreign') };
    case 'unreadable_format':
      return { icon: 'question', word: l10n.t('Unknown format') };
    case 'empty':
      return isOurs
        ? { icon: 'loading', word: l10n.t('Starting'), isSpinning: true }
        : { icon: 'circle-large-outline', word: l10n.t('Empty') };
  }
}

/** The state in a word, and why in one line. */
export function StateLine({ standing }: { standing: Standing }) {
  const { state, stateText: text } = standing;
  const look = lookOf(standing);
  return (
    <p class={text === '' ? 'state' : 'state has-text'} data-state={state}>
      <span class="state-word">
        <Icon name={look.icon} isSpinning={look.isSpinning ?? false} /> {look.word}
      </span>
      {text !== '' && <span class="state-text"> {text}</span>}
    </p>
  );
}

/** Speaks the state when it changes. Apart from the line, which moves about in the header. */
export function StateSpoken({ standing }: { standing: Standing }) {
  const words = `${lookOf(standing).word}. ${standing.stateText}`.trim();
  const told = useRef(words);
  const [saying, say] = useSaying();
  useEffect(() => {
    if (words === told.current) return;
    told.current = words;
    say(words);
  }, [words]);
  return <Live saying={saying} />;
}
