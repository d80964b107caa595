import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Seat } from '../../shared/protocol';
import { speakerName } from '../feed/words';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { SeatBrief } from './seatBrief';
import { SeatFieldView } from './seatField';
import { seatFolded } from './seatFolded';
import { isAsked, useSeat, type SeatDraft } from './useSeat';

interface SeatProps {
  page: Page;
  seat: Seat;
  isFolded: boolean;
}

/** The footer while a person is asked: the same context and rules that a model is given, and a form for the answer. */
export function SeatComposer({ page, seat, isFolded }: SeatProps) {
  const draft = useSeat(seat, page.send);
  const body = useRef<HTMLDivElement>(null);
  // What was held against the answer stands first.
  useEffect(() => {
    if (seat.problems.length > 0) body.current?.scrollTo({ top: 0 });
  }, [seat.refusals]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
    event.preventDefault();
    draft.submit();
  };
  const asked = seat.fields.filter((field) => isAsked(field, draft.values));
  return (
    <footer class={isFolded ? 'foot seat is-folded' : 'foot seat'}>
      <form aria-labelledby="seat-title" onSubmit={(event) => event.preventDefault()} onKeyDown={onKeyDown}>
        <div class="seat-head">
          <h2 id="seat-title">
            <Icon name="person" /> {speakerName(seat.agent)}: {seat.title}
          </h2>
          {seat.behind > 0 && (
            <span class="dim">
              {seat.behind === 1
                ? l10n.t('one more is asked after this')
                : l10n.t('{0} more are asked after this', seat.behind)}
            </span>
          )}
          <button
            type="button"
            id={isFolded ? 'composer' : undefined}
            class="quiet"
            aria-expanded={!isFolded}
            onClick={() => page.dispatch({ kind: 'toggle', key: seatFolded })}
          >
            <Icon name={isFolded ? 'chevron-up' : 'chevron-down'} /> {isFolded ? l10n.t('Unfold') : l10n.t('Fold')}
          </button>
        </div>
        {!isFolded && (
          <div class="seat-body" ref={body}>
            <SeatBrief page={page} seat={seat} />
            {asked.map((field, index) => (
              <SeatFieldView
                key={field.id}
                field={field}
                id={index === 0 ? 'composer' : `seat-${field.id}`}
                values={draft.values}
                isLocked={draft.isLocked}
                onChange={(value) => draft.set(field.id, value)}
              />
            ))}
          </div>
        )}
        {!isFolded && <SeatBar page={page} seat={seat} draft={draft} />}
        <p class="sr" role="status">
          {seat.problems.length === 0 ? '' : l10n.t('Sent back: {0}', seat.problems.join(' '))}
        </p>
      </form>
    </footer>
  );
}

function SeatBar({ page, seat, draft }: { page: Page; seat: Seat; draft: SeatDraft }) {
  const [isGivingUp, setGivingUp] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isGivingUp) keep.current?.focus();
  }, [isGivingUp]);
  if (isGivingUp && !draft.isLocked) {
    return (
      <div class="seat-bar" role="group" aria-label={l10n.t('Skip Turn')}>
        <span class="seat-said">{l10n.t('Give it up? The record will say so; what you typed is not kept.')}</span>
        <button type="button" class="button" onClick={() => page.send({ kind: 'seatSkip', id: seat.id })}>
          <Icon name="debug-step-over" /> {l10n.t('Skip Turn')}
        </button>
        <button ref={keep} type="button" class="button primary" onClick={() => setGivingUp(false)}>
          {l10n.t('Keep Writing')}
        </button>
      </div>
    );
  }
  return (
    <div class="seat-bar">
      <span class="seat-said" role="status">
        {draft.isLocked && (
          <>
            <Icon name="loading" isSpinning /> {l10n.t('Held against the rules; sources are read meanwhile.')}
          </>
        )}
      </span>
      {seat.canSkip && (
        <button type="button" class="button" disabled={draft.isLocked} onClick={() => setGivingUp(true)}>
          {l10n.t('Skip Turn…')}
        </button>
      )}
      <button
        type="button"
        class="button primary"
        disabled={draft.isLocked}
        title={l10n.t('Ctrl+Enter')}
        onClick={draft.submit}
      >
        {l10n.t('Submit')}
      </button>
    </div>
  );
}
