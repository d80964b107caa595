import * as l10n from '@vscode/l10n';
import type { SeatField, SeatInput, SeatValues } from '../../shared/protocol';
import { SeatRows } from './seatRows';

export interface FieldProps<F> {
  field: F;
  /** Of its control. */
  id: string;
  values: SeatValues;
  isLocked: boolean;
  onChange: (value: SeatValues[string]) => void;
}

/** One field of the form, with its label. */
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

export function SeatInputView({ field, id, value, isLocked, onChange }: InputProps) {
  const about = field.hint === undefined ? undefined : `${id}-about`;
  return (
    <div class="seat-field">
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
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  const onInput = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  if (field.isLine !== true)
    return <textarea {...shared} class="box" rows={2} readOnly={isLocked} spellcheck onInput={onInput} />;
  const suggestions = field.suggestions ?? [];
  const list = suggestions.length === 0 ? undefined : `${id}-list`;
  return (
    <>
      <input {...shared} class="box" type="text" autocomplete="off" list={list} readOnly={isLocked} onInput={onInput} />
      {list !== undefined && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
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
