import * as l10n from '@vscode/l10n';
import type { RunState } from '../../shared/protocol';
import { Icon } from '../parts/icon';

interface StateLook {
  icon: string;
  word: string;
  isSpinning?: boolean;
}

function lookOf(state: RunState): StateLook {
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
    case 'empty':
      return { icon: 'loading', word: l10n.t('Starting'), isSpinning: true };
  }
}

/** The state in a word, and why in one line. Spoken when it changes; the clock beside it is not. */
export function StateLine({ state, text }: { state: RunState; text: string }) {
  const look = lookOf(state);
  return (
    <p class={text === '' ? 'state' : 'state has-text'} data-state={state} role="status">
      <span class="state-word">
        <Icon name={look.icon} isSpinning={look.isSpinning ?? false} /> {look.word}
      </span>
      {text !== '' && <span class="state-text"> {text}</span>}
    </p>
  );
}
