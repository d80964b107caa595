import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { SeatField, SeatInput, SeatValues } from '../../shared/protocol';
import { Icon, Options, Suggestions } from '../parts/elements';

interface FieldProps<F> {
  field: F;
  /** Id of the field's control. */
  id: string;
  values: SeatValues;
  isLocked: boolean;
  onChange: (value: SeatValues[string]) => void;
}

export function SeatFieldView(props: FieldProps<SeatField>) {
  const { field, id, values } = props;
  switch (field.kind) {
    case 'rows':
      return <SeatRows {...props} field={field} />;
    case 'checks':
      return <Checks {...props} field={field} />;
    case 'text':
    case 'choice': {
      const value = values[field.id];
      return (
        <SeatInputView
          field={field}
          id={id}
          value={typeof value === 'string' ? value : ''}
          isLocked={props.isLocked}
          onChange={props.onChange}
        />
      );
    }
  }
}

interface InputProps {
  field: SeatInput;
  id: string;
  value: string;
  isLocked: boolean;
  onChange: (value: string) => void;
}

function SeatInputView({ field, id, value, isLocked, onChange }: InputProps) {
  const about = field.hint === undefined ? undefined : `${id}-about`;
  return (
    <div class="seat-field" data-field={field.id}>
      <label for={id}>
        {field.label}
        {field.isRequired !== true && <span class="dim"> {l10n.t('(optional)')}</span>}
      </label>
      <div class="seat-input">
        <Control field={field} id={id} value={value} isLocked={isLocked} onChange={onChange} about={about} />
        {about !== undefined && (
          <p id={about} class="dim seat-hint">
            {field.hint}
          </p>
        )}
      </div>
    </div>
  );
}

function Control({ field, id, value, isLocked, about, onChange }: InputProps & { about: string | undefined }) {
  const shared = { id, value, 'aria-describedby': about, 'aria-required': field.isRequired === true };
  if (field.kind === 'choice') {
    return (
      <select {...shared} class="select" disabled={isLocked} onChange={(event) => onChange(event.currentTarget.value)}>
        {field.options[0]?.value !== '' && <option value="">{l10n.t('Choose…')}</option>}
        <Options options={field.options} />
      </select>
    );
  }
  const onInput = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.isLine !== true)
    return <textarea {...shared} class="box" rows={2} readOnly={isLocked} spellcheck onInput={onInput} />;
  const { suggestions = [] } = field;
  const list = suggestions.length === 0 ? undefined : `${id}-list`;
  return (
    <>
      <input {...shared} class="box" type="text" autocomplete="off" list={list} readOnly={isLocked} onInput={onInput} />
      {list !== undefined && <Suggestions id={list} values={suggestions} />}
    </>
  );
}

function Checks({ field, id, values, isLocked, onChange }: FieldProps<Extract<SeatField, { kind: 'checks' }>>) {
  const value = values[field.id];
  const ticked = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  const toggle = (option: string): void =>
    onChange(ticked.includes(option) ? ticked.filter((other) => other !== option) : [...ticked, option]);
  return (
    <fieldset class="seat-field seat-group" disabled={isLocked}>
      <legend>{field.label}</legend>
      <div class="seat-input">
        {field.options.map((option, index) => (
          <label key={option.value} class="seat-check">
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              checked={ticked.includes(option.value)}
              onChange={() => toggle(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
        {field.hint !== undefined && <p class="dim seat-hint">{field.hint}</p>}
      </div>
    </fieldset>
  );
}

type FieldValues = Record<string, string>;

/** A group of fields, as often as wished: sources, concessions, questions. */
function SeatRows({ field, id, values, isLocked, onChange }: FieldProps<Extract<SeatField, { kind: 'rows' }>>) {
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

/** The key by which the composer of a seat is folded. */
export const seatFolded = 'seat:folded';
