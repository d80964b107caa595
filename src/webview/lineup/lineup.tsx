import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { lineupSize } from '../../debate/log/names';
import type { Review } from '../../shared/protocol';
import { Icon, Suggestions } from '../parts/elements';
import type { Send } from '../hostConnection';
import { DebaterCard } from './debaterCard';
import {
  type Card,
  type CardActions,
  modelList,
  nameOf,
  type Problem,
  problemsOf,
  setupId,
  useCards,
  useLineup,
  useSetup,
  useWish,
} from './useLineup';
import { Overview, LimitsAndCost } from './overview';

export function Lineup({ review, send }: { review: Review; send: Send }) {
  const list = useLineup(review, send);
  const actions = useCards(list);
  const setup = useSetup(review, send);
  const [wish, setWish] = useWish(review);
  // The question is the first thing to look at and to change. A page that is not in front takes the focus from nobody.
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById(setupId('topic'))?.focus();
  }, []);
  // Evidence is read beside all that is edited; only the start waits for it.
  const isBusy = review.busy !== undefined && review.busy !== 'reading';
  const all = review.busy === 'proposing' ? [] : problemsOf(list.cards, review);
  const problems = all.filter(({ isQuiet }) => isQuiet !== true);

  const start = (): void => {
    if (review.busy !== undefined) return;
    setup.flush();
    const [first] = all;
    if (first === undefined) {
      send({ kind: 'start', debaters: list.take() });
      return;
    }
    actions.send();
    document.getElementById(first.input ?? 'lineup-problems')?.focus();
  };
  const cancel = (): void => {
    list.flush();
    setup.flush();
    send({ kind: 'cancel' });
  };
  const revise = (): void => {
    list.flush();
    setup.flush();
    send({ kind: 'revise', wish: wish.trim() });
  };
  return (
    <main class="page lineup">
      <Overview review={review} problems={problems} setup={setup} isLocked={isBusy} />
      <section class="lineup-debaters" aria-labelledby="lineup-debaters">
        <h2 id="lineup-debaters">{l10n.t('Debaters')}</h2>
        {review.busy === 'proposing' && list.cards.length === 0 ? (
          <p class="lineup-wait" role="status">
            <Icon name="loading" isSpinning /> {l10n.t('The Chair is choosing who should debate this…')}
          </p>
        ) : (
          <>
            <ol class="cards">
              {list.cards.map((card, index) => (
                <DebaterCard
                  key={card.key}
                  card={card}
                  index={index}
                  count={list.cards.length}
                  problems={problems}
                  isLocked={isBusy}
                  isFixed={review.isFixed === true}
                  actions={actions}
                  onLeave={list.flush}
                />
              ))}
            </ol>
            <Suggestions id={modelList} values={review.models} />
            {review.isFixed !== true && (
              <AddRow
                cards={list.cards}
                actions={actions}
                isLocked={isBusy}
                onFile={() => {
                  list.flush();
                  setup.choose('lineup', 'file');
                }}
              />
            )}
          </>
        )}
      </section>
      {review.busy !== 'proposing' && review.isFixed !== true && review.isOffline !== true && (
        <Revision review={review} wish={wish} onInput={setWish} onRevise={revise} />
      )}
      <LimitsAndCost review={review} problems={problems} setup={setup} isLocked={isBusy} />
      <p class="sr" role="status">
        {actions.said}
      </p>
      <Bar review={review} problems={problems} onStart={start} onCancel={cancel} />
    </main>
  );
}

interface AddRowProps {
  cards: readonly Card[];
  actions: CardActions;
  isLocked: boolean;
  onFile: () => void;
}

function AddRow({ cards, actions, isLocked, onFile }: AddRowProps) {
  const isFull = cards.length >= lineupSize.most;
  return (
    <div class="lineup-add">
      <button
        id="lineup-add"
        type="button"
        class="button"
        aria-disabled={isFull || isLocked}
        onClick={() => {
          if (!isFull && !isLocked) actions.add();
        }}
      >
        <Icon name="add" /> {l10n.t('Add Debater')}
      </button>
      <button
        type="button"
        class="button"
        aria-disabled={isLocked}
        title={l10n.t('A JSON array of debaters, or a text that describes them.')}
        onClick={() => {
          if (!isLocked) onFile();
        }}
      >
        <Icon name="json" /> {l10n.t('Lineup From a File…')}
      </button>
      {isFull && <span class="dim">{l10n.t('A debate has at most {0} debaters.', lineupSize.most)}</span>}
      {actions.removed !== undefined && (
        <span class="dim">
          {l10n.t('{0} was removed', nameOf(actions.removed))}
          <button type="button" class="link" onClick={actions.undo}>
            {l10n.t('Undo')}
          </button>
        </span>
      )}
    </div>
  );
}

interface RevisionProps {
  review: Review;
  wish: string;
  onInput: (wish: string) => void;
  onRevise: () => void;
}

/** The Chair revises once: what it would be told a third time is quicker to write into the cards. */
function Revision({ review: { isRevised, proposal, busy, unrevised }, wish, onInput, onRevise }: RevisionProps) {
  const isAsking = busy === 'revising' || busy === 'proposing';
  const isOff = isRevised || (busy !== undefined && busy !== 'reading');
  const canAsk = !isOff && (proposal !== undefined || wish.trim() !== '');
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (canAsk) onRevise();
  };
  const words = proposal !== undefined ? proposalWords(proposal) : isRevised ? revisedWords() : revisionWords();
  return (
    <section class="revision" aria-labelledby="revision-title">
      <h2 id="revision-title">{words.title}</h2>
      <p class="dim" id="revision-about">
        {words.about}
      </p>
      {!isRevised && (
        <form class="revision-form" onSubmit={onSubmit}>
          <textarea
            class="box"
            rows={1}
            aria-label={words.label}
            aria-describedby={unrevised === undefined ? 'revision-about' : 'revision-about revision-problem'}
            aria-invalid={unrevised !== undefined}
            placeholder={words.such}
            value={wish}
            readOnly={isOff}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
          <button type="submit" class="button" aria-disabled={!canAsk}>
            <Icon name={isAsking ? 'loading' : 'comment-discussion'} isSpinning={isAsking} />{' '}
            {isAsking ? l10n.t('Asking…') : words.button}
          </button>
        </form>
      )}
      {unrevised !== undefined && (
        <p class="problem" id="revision-problem" role="status">
          <Icon name="error" /> {unrevised}
        </p>
      )}
    </section>
  );
}

interface RevisionWords {
  title: string;
  about: string;
  label: string;
  such: string;
  button: string;
}

const proposalWords = (about: string): RevisionWords => ({
  title: l10n.t('Who should debate?'),
  about,
  label: l10n.t('Who should debate?'),
  such: l10n.t('For example: a build engineer, a team lead'),
  button: l10n.t('Let the Chair Propose'),
});

const revisionWords = (): RevisionWords => ({
  title: l10n.t('Ask the Chair for one revision'),
  about: l10n.t('The Chair reads the cards and your request, then proposes a new lineup.'),
  label: l10n.t('What the Chair should change'),
  such: l10n.t('For example: add somebody who runs this at night'),
  button: l10n.t('Revise'),
});

const revisedWords = (): RevisionWords => ({
  ...revisionWords(),
  about: l10n.t('The Chair has revised this lineup. Make further changes in the cards above.'),
});

interface BarProps {
  review: Review;
  problems: readonly Problem[];
  onStart: () => void;
  onCancel: () => void;
}

const maxShown = 3;

/** It grows upwards, so that a problem found while typing moves nothing under the hands. */
function Bar({ review: { busy, unstarted }, problems, onStart, onCancel }: BarProps) {
  const isStarting = busy === 'starting';
  const shown = unstarted === undefined ? problems : [{ message: unstarted }, ...problems];
  return (
    <footer class="lineup-bar">
      {/* Said here too: the box where it was asked for may be out of sight, and the cards take no edits meanwhile. */}
      {busy === 'revising' ? (
        <p class="lineup-busy" role="status">
          <Icon name="loading" isSpinning />{' '}
          {l10n.t('The Chair is revising the lineup. The cards are locked until it answers.')}
        </p>
      ) : (
        <Problems problems={shown} />
      )}
      <div class="lineup-buttons">
        <button type="button" class="button" onClick={onCancel}>
          {l10n.t('Cancel')}
        </button>
        <button
          type="button"
          class="button primary"
          aria-disabled={busy !== undefined}
          aria-describedby={shown.length > 0 ? 'lineup-problems' : undefined}
          onClick={onStart}
        >
          <Icon name={isStarting ? 'loading' : 'play'} isSpinning={isStarting} />{' '}
          {isStarting ? l10n.t('Starting…') : l10n.t('Start Debate')}
        </button>
      </div>
    </footer>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const more = problems.length - maxShown;
  return (
    <div class="lineup-problems" id="lineup-problems" tabIndex={-1} role="status">
      {problems.slice(0, maxShown).map((problem) => (
        <p key={`${problem.input ?? ''} ${problem.message}`} class="problem">
          <Icon name="error" /> <ProblemText problem={problem} />
        </p>
      ))}
      {more > 0 && <p class="dim">{more === 1 ? l10n.t('and 1 more') : l10n.t('and {0} more', more)}</p>}
    </div>
  );
}

function ProblemText({ problem: { message, of, input } }: { problem: Problem }) {
  if (input === undefined) return <>{message}</>;
  return (
    <button type="button" class="link" onClick={() => document.getElementById(input)?.focus()}>
      {of === undefined ? message : l10n.t('{0}: {1}', of, message)}
    </button>
  );
}
