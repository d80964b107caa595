import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { statusIcons, statusWord } from '../../projections/statusLook';
import type { Head } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import { Live, useSaying } from '../parts/live';

type ShownStatus = Pick<Head, 'state' | 'needsYou' | 'isOurs' | 'stateText'>;

interface StateLook {
  icon: string;
  word: string;
  isSpinning?: boolean;
}

export function lookOfState({ state, needsYou, isOurs }: ShownStatus): StateLook {
  if (needsYou === true) return { icon: 'bell-dot', word: l10n.t('Needs you') };
  if (state === 'empty' && isOurs) return { icon: 'loading', word: l10n.t('Starting'), isSpinning: true };
  // Beside what runs, all day, nothing turns.
  const icon = state === 'running' ? 'circle-large-filled' : statusIcons[state].name;
  return { icon, word: statusWord(l10n, state) };
}

/** Why, without the word of the state that stands before it: `Paused by the user.` is `by the user.` behind `Paused`. */
export function stateReason(status: ShownStatus): string {
  const { word } = lookOfState(status);
  const { stateText: text } = status;
  return text.startsWith(`${word} `) ? text.slice(word.length + 1) : text;
}

/** The state in a word, and why in one line. */
export function StateLine({ status }: { status: ShownStatus }) {
  const { state, needsYou } = status;
  const text = stateReason(status);
  const look = lookOfState(status);
  return (
    <p class={text === '' ? 'state' : 'state has-text'} data-state={needsYou === true ? 'needs-you' : state}>
      <span class="state-word">
        <Icon name={look.icon} isSpinning={look.isSpinning ?? false} /> {look.word}
      </span>
      {text !== '' && <span class="state-text"> {text}</span>}
    </p>
  );
}

/** Speaks the state when it changes. Apart from the line, which moves about in the header. */
export function StateSpoken({ status }: { status: ShownStatus }) {
  const words = `${lookOfState(status).word}. ${stateReason(status)}`.trim();
  const told = useRef(words);
  const [saying, say] = useSaying();
  useEffect(() => {
    if (words === told.current) return;
    told.current = words;
    say(words);
  }, [words]);
  return <Live saying={saying} />;
}
