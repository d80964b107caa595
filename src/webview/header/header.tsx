import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Head } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import type { Send } from '../parts/send';
import { Actions } from './actions';
import { Facts } from './facts';
import { Rail } from './rail';
import { StateLine } from './stateLine';
import { useScrollbarWidth } from './useScrollbarWidth';

interface HeaderProps {
  head: Head;
  send: Send;
  onJump: (at: number) => void;
  /** To the composer of the person who is asked. */
  onAnswer: () => void;
  /** Milliseconds since the epoch; the clock ticks by it. */
  now: number;
}

/** From here on a topic is cut to its first lines, in characters. */
const longTopic = 200;

/**
 * What is debated, where it stands, what it costs, and the rail of phases. Where there is little height (a small pane, a
 * large zoom) it folds to two lines, and a button unfolds it.
 */
export function Header({ head, send, onJump, onAnswer, now }: HeaderProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  useScrollbarWidth();
  const isLong = head.topic.length > longTopic;
  const names = ['head', isUnfolded ? 'is-unfolded' : 'is-folded', isLong ? 'is-long' : ''];
  const state = <StateLine status={head} />;
  const isReasoned = head.stateText !== '';
  return (
    <header class={names.join(' ')}>
      <div class="head-top">
        {/* Unfolded, a long one scrolls, which the keyboard must be able to do. */}
        <h1 class="topic" title={head.topic} tabIndex={isLong && isUnfolded ? 0 : undefined}>
          {head.topic}
        </h1>
        <button type="button" class="quiet fold" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          <Icon name={isUnfolded ? 'chevron-up' : 'chevron-down'} /> {isUnfolded ? l10n.t('Less') : l10n.t('More')}
        </button>
      </div>
      {isReasoned && state}
      <div class="head-line">
        <div class="head-state">
          {!isReasoned && state}
          <Facts head={head} now={now} />
        </div>
        <Actions head={head} send={send} onAnswer={onAnswer} />
      </div>
      <Notices head={head} />
      <Rail items={head.rail} onJump={onJump} />
    </header>
  );
}

function Notices({ head: { notice, problems } }: { head: Head }) {
  return (
    <>
      {notice !== undefined && (
        <p class="notice">
          <Icon name="info" /> {notice}
        </p>
      )}
      {problems > 0 && (
        <p class="notice notice-trouble">
          <Icon name="warning" />{' '}
          {problems === 1
            ? l10n.t('1 line of the log could not be read')
            : l10n.t('{0} lines of the log could not be read', problems)}
        </p>
      )}
    </>
  );
}
