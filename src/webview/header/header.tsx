import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import { statusIcons, statusWord } from '../../projections/statusLook';
import type { ViewName } from '../../projections/vocabulary';
import type { Head } from '../../shared/protocol';
import { SeqLink } from '../feed/seqLink';
import { perform } from '../keyboard';
import type { Page } from '../page';
import { Icon, Rich } from '../parts/elements';
import { Live, useSaying } from '../parts/live';
import { Actions } from './actions';
import { Rail } from './rail';
import type { ComponentChild } from 'preact';
import { clock, short, usd, usdRange, whole } from '../parts/figures';

interface HeaderProps {
  page: Page;
  head: Head;
  /** Milliseconds since the epoch. */
  now: number;
  view: ViewName;
}

/** From here on a topic is cut to its first lines, in characters. */
const longTopic = 200;

/** Where there is little height (a small pane, a large zoom) it folds to two lines, and a button unfolds it. */
export function Header({ page, head, now, view }: HeaderProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isLong = head.topic.length > longTopic;
  const { isDeep, section } = page.state;
  const isAmongEntries = view === 'debate';
  // A debate that is over is read: its header needs one line from the start.
  const hasGivenWay = !isAmongEntries || isDeep || head.state === 'done';
  const isOneLine = hasGivenWay && !isUnfolded;
  const names = [
    'head',
    isUnfolded ? 'is-unfolded' : 'is-folded',
    isLong ? 'is-long' : '',
    isOneLine ? 'is-compact' : '',
    // What can be done with the debate stays at hand; the verdict has buttons of its own for that.
    hasGivenWay && view !== 'verdict' ? 'is-scrolled' : '',
  ];
  const state = <StateLine status={head} />;
  const isReasoned = head.stateText !== '';
  return (
    <header class={names.join(' ')}>
      <div class="head-top">
        {/* Unfolded, a long one scrolls, which the keyboard must be able to do. */}
        <h1 class="topic" title={head.topic} tabIndex={isLong && isUnfolded ? 0 : undefined}>
          {head.topic}
        </h1>
        <button
          type="button"
          class="quiet fold"
          aria-expanded={isUnfolded}
          title={isUnfolded ? l10n.t('Less') : l10n.t('More')}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <Icon name={isUnfolded ? 'chevron-up' : 'chevron-down'} />{' '}
          <span>{isUnfolded ? l10n.t('Less') : l10n.t('More')}</span>
        </button>
      </div>
      {isReasoned && state}
      <div class="head-line">
        <div class="head-state">
          {!isReasoned && state}
          <Facts head={head} now={now} />
        </div>
        <Actions head={head} send={page.send} onAnswer={() => perform(page, 'focusComposer')} />
      </div>
      <Notices head={view === 'verdict' ? { ...head, notice: undefined } : head} />
      {/* The verdict has them itself; who is deep in the entries has seen them; a log that cannot be read has no entries to hold rules against. */}
      {view !== 'verdict' && !(isAmongEntries && isOneLine) && head.state !== 'unreadable' && (
        <Faults page={page} faults={head.faults} />
      )}
      <Rail items={head.rail} here={isAmongEntries ? section : undefined} onJump={isOneLine ? undefined : page.jump} />
    </header>
  );
}

function Notices({ head: { notice, problems, unanswered = 0 } }: { head: Head }) {
  return (
    <>
      {notice !== undefined && (
        <p class="notice">
          <Icon name="info" /> {notice}
        </p>
      )}
      {unanswered > 0 && (
        <p class="notice notice-warning">
          <Icon name="question" />{' '}
          {unanswered === 1
            ? l10n.t('Whether 1 source supports what is said was asked, and not answered')
            : l10n.t('Whether {0} sources support what is said was asked, and not answered', unanswered)}
        </p>
      )}
      {problems > 0 && (
        <p class="notice notice-warning">
          <Icon name="warning" />{' '}
          {problems === 1
            ? l10n.t('1 line of the log could not be read')
            : l10n.t('{0} lines of the log could not be read', problems)}
        </p>
      )}
    </>
  );
}

/** The first at a glance, on request all, each with the entries that it is about. */
export function Faults({ page, faults = [] }: { page: Page; faults: Head['faults'] }) {
  const [first] = faults;
  if (first === undefined) return null;
  const isForeign = faults.every((fault) => fault.isForeign);
  const more = faults.length - 1;
  return (
    <details class="notice faults">
      <summary>
        <Icon name={isForeign ? 'info' : 'warning'} />{' '}
        <span class="when-open">
          {isForeign
            ? l10n.t('By the rules of Rostrum, which it was not written under:')
            : l10n.t('What breaks the rules:')}
        </span>
        <span class="when-closed">
          {isForeign
            ? l10n.t('By the rules of Rostrum, which it was not written under: {0}', first.words)
            : first.words}
          {more > 0 && <> · {more === 1 ? l10n.t('1 more rule') : l10n.t('{0} more rules', more)}</>}
        </span>
      </summary>
      <ul>
        {faults.map(({ words, seqs }) => (
          <li key={words}>
            {words}
            {seqs.map((seq) => (
              <span key={seq} class="fault-at">
                <SeqLink page={page} seq={seq} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}

const strong = (value: string | number): ComponentChild => <b>{value}</b>;

interface FactsProps {
  head: Head;
  now: number;
  about?: readonly string[];
}

/** Round, time, tokens and cost, each left out where there is nothing to say. */
export function Facts({ head, now, about = [] }: FactsProps) {
  const all = [
    ...about.map((text) => ({ kind: text, text })),
    { kind: 'round', text: rounds(head) },
    { kind: 'time', text: time(head, now) },
    { kind: 'pace', text: roundTime(head) },
    { kind: 'tokens', text: tokens(head) },
    { kind: 'cost', text: cost(head) },
  ];
  const facts = all.filter(({ text }) => text !== null);
  return (
    <ul class="facts">
      {facts.map(({ kind, text }) => (
        <li key={kind} data-fact={kind}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function rounds(head: Head): ComponentChild {
  if (head.progress !== undefined) return head.progress;
  const { round, minRounds, maxRounds } = head;
  // How many there might have been matters to nobody any more.
  if (head.state === 'done' && round > 0) return round === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', round);
  if (maxRounds === 0) return round === 0 ? null : <Rich template={l10n.t('Round {0}')} parts={[strong(round)]} />;
  const range = minRounds === maxRounds ? String(maxRounds) : l10n.t('{0}–{1}', minRounds, maxRounds);
  if (round === 0) return maxRounds === 1 ? l10n.t('1 round') : l10n.t('{0} rounds', range);
  return <Rich template={l10n.t('Round {0} of {1}')} parts={[strong(round), range]} />;
}

function time(head: Head, now: number): ComponentChild {
  const since = head.runningSince === undefined ? 0 : Math.max(0, now - head.runningSince);
  // Of a record without times there is nothing to tell.
  if (head.elapsedMs === 0 && head.runningSince === undefined && head.state !== 'running') return null;
  const elapsed = strong(clock(head.elapsedMs + since));
  if (head.timeBudgetMs === undefined || head.state === 'done') return elapsed;
  const minutes = whole(head.timeBudgetMs / 60_000);
  return <Rich template={l10n.t('{0} of {1} min')} parts={[elapsed, minutes]} />;
}

function roundTime({ roundMs = 0 }: Head): ComponentChild {
  const minutes = Math.round(roundMs / 60_000);
  return minutes === 0 ? null : l10n.t('about {0} min a round', whole(minutes));
}

function tokens({ tokens: all, cachedTokens, usage }: Head): ComponentChild {
  if (all === 0) return null;
  const amount = strong(short(all));
  // Rounded down: a share that is said must be there.
  const share = Math.floor((100 * cachedTokens) / all);
  const isEstimated = usage === 'estimated';
  if (share === 0)
    return <Rich template={isEstimated ? l10n.t('{0} tokens (estimated)') : l10n.t('{0} tokens')} parts={[amount]} />;
  const template = isEstimated ? l10n.t('{0} tokens · {1} % cached (estimated)') : l10n.t('{0} tokens · {1} % cached');
  return <Rich template={template} parts={[amount, share]} />;
}

/** Of models without a price nothing is made up. */
function cost({ usd: spent, usdExpected, usdPace, usdBudget, usage, tokens: all }: Head): ComponentChild {
  if (usage === 'tokens-only' && spent === 0) return all === 0 ? null : l10n.t('no price known');
  if (spent === 0 && usdExpected === undefined && usdBudget === undefined) return null;
  const amount = strong(usage === 'tokens-only' ? l10n.t('at least {0}', usd(spent)) : usd(spent));
  const most = usdBudget === undefined ? '' : usd(usdBudget);
  if (usdPace !== undefined) {
    const paced = usdRange(usdPace);
    if (usdBudget === undefined) return <Rich template={l10n.t('{0}, at this pace {1}')} parts={[amount, paced]} />;
    return <Rich template={l10n.t('{0}, at this pace {1}, at most {2}')} parts={[amount, paced, most]} />;
  }
  if (usdExpected === undefined) {
    return usdBudget === undefined ? amount : <Rich template={l10n.t('{0} of at most {1}')} parts={[amount, most]} />;
  }
  const expected = usdRange(usdExpected);
  if (usdBudget === undefined) return <Rich template={l10n.t('{0} of about {1}')} parts={[amount, expected]} />;
  return <Rich template={l10n.t('{0} of about {1}, at most {2}')} parts={[amount, expected, most]} />;
}

type ShownStatus = Pick<Head, 'state' | 'needsYou' | 'isOurs' | 'stateText'>;

export function lookOfState({ state, needsYou, isOurs }: ShownStatus): {
  icon: string;
  word: string;
  isSpinning?: boolean;
} {
  if (needsYou === true) return { icon: 'bell-dot', word: l10n.t('Needs you') };
  if (state === 'empty' && isOurs) return { icon: 'loading', word: l10n.t('Starting'), isSpinning: true };
  // A symbol beside a running debate does not turn, because it would do so all day.
  const icon = state === 'running' ? 'circle-large-filled' : statusIcons[state].name;
  return { icon, word: statusWord(l10n, state) };
}

/** Why, without the word of the state that stands before it: `Paused by the user.` is `by the user.` behind `Paused`. */
export function stateReason(status: ShownStatus): string {
  const { word } = lookOfState(status);
  const { stateText: text } = status;
  return text.startsWith(`${word} `) ? text.slice(word.length + 1) : text;
}

function StateLine({ status }: { status: ShownStatus }) {
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
  const announced = useRef(words);
  const [saying, say] = useSaying();
  useEffect(() => {
    if (words === announced.current) return;
    announced.current = words;
    say(words);
  }, [words]);
  return <Live saying={saying} />;
}
