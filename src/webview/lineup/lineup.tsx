import * as l10n from '@vscode/l10n';
import type { Review } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import type { Send } from '../parts/send';
import { Bar } from './bar';
import { DebaterCard } from './debaterCard';
import type { Card } from './cards';
import { maxDebaters, modelList } from './cards';
import { Overview } from './overview';
import { Revision } from './revision';
import type { CardActions } from './useCards';
import { nameOf, useCards } from './useCards';
import { useLineup } from './useLineup';
import { problemsOf } from './validate';

/** The lineup before the start: what will be debated with what, who debates, and what leaves the machine. */
export function Lineup({ review, send }: { review: Review; send: Send }) {
  const list = useLineup(review, send);
  const actions = useCards(list);
  const isBusy = review.busy !== undefined;
  const all = review.busy === 'proposing' ? [] : problemsOf(list.cards, review);
  const problems = all.filter(({ isQuiet }) => isQuiet !== true);

  const start = (): void => {
    if (isBusy) return;
    const [first] = all;
    if (first === undefined) {
      send({ kind: 'start', debaters: list.take() });
      return;
    }
    actions.tell();
    document.getElementById(first.input ?? 'lineup-problems')?.focus();
  };
  const cancel = (): void => {
    list.take();
    send({ kind: 'cancel' });
  };
  const revise = (wish: string): void => {
    list.flush();
    send({ kind: 'revise', wish });
  };
  return (
    <main class="page lineup">
      <Overview review={review} problems={problems} />
      <section class="lineup-debaters" aria-labelledby="lineup-debaters">
        <h2 id="lineup-debaters">{l10n.t('Debaters')}</h2>
        {review.busy === 'proposing' && list.cards.length === 0 ? (
          <p class="lineup-wait" role="status">
            <Icon name="loading" isSpinning /> {l10n.t('The Chair is choosing who should debate this.')}
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
            <datalist id={modelList}>
              {review.models.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
            {review.isFixed !== true && <AddRow cards={list.cards} actions={actions} isLocked={isBusy} />}
          </>
        )}
      </section>
      {review.busy !== 'proposing' && review.isFixed !== true && <Revision review={review} onRevise={revise} />}
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
}

function AddRow({ cards, actions, isLocked }: AddRowProps) {
  const isFull = cards.length >= maxDebaters;
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
      {isFull && <span class="dim">{l10n.t('A debate has at most {0} debaters.', maxDebaters)}</span>}
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
