import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Seat, SeatField, SeatValues } from '../../shared/protocol';
import { seatName } from '../../projections/seatName';
import type { Page } from '../page';
import { Icon, IconButton } from '../parts/elements';
import { useLastWord } from '../parts/lastWord';
import { lastFocused } from '../parts/takeFocus';
import { quoted } from '../../matching/text/shortText';
import { withCitation } from '../../shared/seat/citation';
import { SeatFieldView, seatFolded } from './seatField';
import { SeqText } from '../feed/seqLink';
import type { Send } from '../hostConnection';

interface SeatProps {
  page: Page;
  seat: Seat;
  isFolded: boolean;
}

/** The same context and rules that a model is given, and a form for the answer. */
export function SeatComposer({ page, seat, isFolded }: SeatProps) {
  const draft = useSeat(seat, page.send);
  useCitations(seat, draft);
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
            <Icon name="person" /> {seatName(l10n, seat.agent)}: {seat.title}
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
        <IconButton
          icon="debug-step-over"
          label={l10n.t('Skip Turn')}
          onPress={() => page.send({ kind: 'seatSkip', id: seat.id })}
        />
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

function SeatBrief({ page, seat }: { page: Page; seat: Seat }) {
  const { prompt, rules, problems } = seat;
  return (
    <>
      {problems.length > 0 && (
        <div class="seat-problems">
          <p>
            <Icon name="discard" />{' '}
            {problems.length === 1
              ? l10n.t('Sent back for one reason:')
              : l10n.t('Sent back for {0} reasons:', problems.length)}
          </p>
          <Lines page={page} lines={problems} />
        </div>
      )}
      {prompt.length > 0 && (
        <details class="seat-brief" open={problems.length === 0}>
          <summary>{l10n.t('What to take up')}</summary>
          <dl>
            {prompt.map(({ label, lines }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Lines page={page} lines={lines} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {rules.length > 0 && (
        <details class="seat-brief" open={prompt.length === 0}>
          <summary>{l10n.t('Rules')}</summary>
          <Lines page={page} lines={rules} />
        </details>
      )}
    </>
  );
}

function Lines({ page, lines }: { page: Page; lines: readonly string[] }) {
  return (
    <ul class="seat-lines">
      {lines.map((line, index) => (
        <li key={index}>
          <SeqText page={page} text={line} />
        </li>
      ))}
    </ul>
  );
}

interface SeatDraft {
  values: SeatValues;
  /** Sent, and not judged yet. */
  isLocked: boolean;
  set: (id: string, value: SeatValues[string]) => void;
  change: (make: (before: SeatValues) => SeatValues) => void;
  submit: () => void;
}

/**
 * A citation from an editor becomes a row of the form, and its words stand where the cursor was. The host has put it into its own values,
 * which are older than what is typed here.
 */
function useCitations({ cited, fields }: Seat, draft: SeatDraft): void {
  const known = useRef(cited?.count);
  useEffect(() => {
    if (cited === undefined || cited.count === known.current) return;
    known.current = cited.count;
    draft.change((values) => withWordsAtCursor(withCitation(values, cited), fields, cited.row.quote));
  }, [cited?.count]);
}

function withWordsAtCursor(values: SeatValues, fields: readonly SeatField[], words: string): SeatValues {
  const at = lastFocused();
  if (!(at instanceof HTMLTextAreaElement)) return values;
  const name = at.closest<HTMLElement>('[data-field]')?.dataset['field'];
  const field = fields.find(({ id, kind }) => id === name && kind === 'text');
  if (field === undefined) return values;
  const [before, after] = [at.value.slice(0, at.selectionStart), at.value.slice(at.selectionEnd)];
  return { ...values, [field.id]: `${before}${quoted(words)}${after}` };
}

/** The host keeps what is typed, because the page may be taken down at any time. */
const keepAfter = 250;

/** It stays as it is until the task is done: a refusal must not cost it. */
function useSeat(seat: Seat, send: Send): SeatDraft {
  const [values, setValues] = useState(seat.values);
  const [sentAt, setSentAt] = useState<number>();
  const newest = useRef({ values, isKept: true });
  newest.current.values = values;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A refusal counts on; until then the answer is out.
  const isLocked = seat.isChecking || sentAt === seat.refusals;
  const keep = (): void => {
    clearTimeout(timer.current);
    if (newest.current.isKept) return;
    newest.current.isKept = true;
    send({ kind: 'seatDraft', id: seat.id, values: newest.current.values });
  };
  useLastWord(keep);
  const change: SeatDraft['change'] = (make) => {
    setValues(make);
    newest.current.isKept = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, keepAfter);
  };
  return {
    values,
    isLocked,
    change,
    set: (id, value) => change((before) => ({ ...before, [id]: value })),
    submit: () => {
      if (isLocked) return;
      clearTimeout(timer.current);
      newest.current.isKept = true;
      setSentAt(seat.refusals);
      send({ kind: 'seat', id: seat.id, values });
    },
  };
}

/** Whether a field is asked for, by what stands in the others. */
function isAsked({ when }: Pick<SeatField, 'when'>, values: SeatValues): boolean {
  const value = when && (values[when.field] ?? '');
  return when === undefined || (typeof value === 'string' && when.is.includes(value));
}
