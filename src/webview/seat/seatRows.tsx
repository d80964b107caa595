import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { SeatField } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import { SeatInputView, type FieldProps } from './seatField';

type FieldValues = Record<string, string>;

/** A group of fields, as often as wished: sources, concessions, questions. */
export function SeatRows({ field, id, values, isLocked, onChange }: FieldProps<Extract<SeatField, { kind: 'rows' }>>) {
  const value = values[field.id];
  const rows: FieldValues[] = Array.isArray(value) ? value.filter((item) => typeof item === 'object') : [];
  const wish = useRef<string | undefined>(undefined);
  // Where a row came or went the focus goes along, once it is drawn.
  useEffect(() => {
    if (wish.current !== undefined) document.getElementById(wish.current)?.focus();
    wish.current = undefined;
  });
  const idOf = (row: number, input: string): string => `${id}-${row}-${input}`;
  const add = (): void => {
    wish.current = idOf(rows.length, field.fields[0]?.id ?? '');
    onChange([...rows, {}]);
  };
  const remove = (index: number): void => {
    wish.current = `${id}-add`;
    onChange(rows.filter((_, other) => other !== index));
  };
  const change = (index: number, input: string, text: string): void =>
    onChange(rows.map((row, other) => (other === index ? { ...row, [input]: text } : row)));
  const isFull = rows.length >= field.most;
  return (
    <fieldset class="seat-field seat-group">
      <legend>{field.label}</legend>
      <div class="seat-input">
        {field.hint !== undefined && <p class="dim seat-hint">{field.hint}</p>}
        {rows.map((row, index) => (
          <div key={index} class="seat-row" role="group" aria-label={l10n.t('{0}, {1}', field.label, index + 1)}>
            <div class="seat-row-fields">
              {field.fields.map((input) => (
                <SeatInputView
                  key={input.id}
                  field={input}
                  id={idOf(index, input.id)}
                  value={row[input.id] ?? ''}
                  isLocked={isLocked}
                  onChange={(text) => change(index, input.id, text)}
                />
              ))}
            </div>
            <button type="button" class="quiet" disabled={isLocked} onClick={() => remove(index)}>
              <Icon name="trash" />
              <span class="sr">{l10n.t('Remove {0}, {1}', field.label, index + 1)}</span>
            </button>
          </div>
        ))}
        <button id={`${id}-add`} type="button" class="button" disabled={isLocked || isFull} onClick={add}>
          <Icon name="add" /> {field.add}
        </button>
      </div>
    </fieldset>
  );
}
