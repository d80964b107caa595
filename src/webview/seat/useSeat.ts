import { useEffect, useRef, useState } from 'preact/hooks';
import type { Seat, SeatField, SeatValues } from '../../shared/protocol';
import type { Send } from '../parts/send';

export interface SeatDraft {
  values: SeatValues;
  /** Sent, and not judged yet. */
  isLocked: boolean;
  set: (id: string, value: SeatValues[string]) => void;
  submit: () => void;
}

/** The host keeps what is typed, because the page may be taken down at any time. */
const keepAfter = 250;

/** What is being written for one seat. It stays as it is until the task is done: a refusal must not cost it. */
export function useSeat(seat: Seat, send: Send): SeatDraft {
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
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [seat.id]);
  return {
    values,
    isLocked,
    set: (id, value) => {
      setValues((before) => ({ ...before, [id]: value }));
      newest.current.isKept = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepAfter);
    },
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
export function isAsked({ when }: Pick<SeatField, 'when'>, values: SeatValues): boolean {
  const value = when === undefined ? undefined : (values[when.field] ?? '');
  return when === undefined || (typeof value === 'string' && when.is.includes(value));
}
