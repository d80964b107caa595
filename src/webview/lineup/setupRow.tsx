import type { SetupField } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import { type Setup, setupId } from './useSetup';
import type { Problem } from './validate';

interface RowProps {
  field: SetupField;
  setup: Setup;
  problems: readonly Problem[];
  isLocked: boolean;
}

/** One line of the set-up: its label, what can be chosen or written, and what is to be known of it. */
export function SetupRow({ field, setup, problems, isLocked }: RowProps) {
  const id = setupId(field.id);
  const own = problems.filter((problem) => problem.field === field.id);
  const about = own.length > 0 || (field.hint ?? '') !== '' ? `${id}-about` : undefined;
  return (
    <div class="overview-item">
      <label for={id}>{field.label}</label>
      <div class="setup-value">
        <SetupInput field={field} setup={setup} isLocked={isLocked} about={about} isWrong={own.length > 0} />
        {field.buttons?.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            class="button"
            aria-disabled={isLocked}
            onClick={() => {
              if (!isLocked) setup.choose(field.id, value);
            }}
          >
            {label}
          </button>
        ))}
        {about !== undefined && (
          <p id={about} class={own.length > 0 ? 'problem' : 'dim'}>
            {own.length > 0 ? <Problems problems={own} /> : field.hint}
          </p>
        )}
      </div>
    </div>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <>
      {problems.map(({ message }) => (
        <span key={message}>
          <Icon name="error" /> {message}
        </span>
      ))}
    </>
  );
}

type InputProps = Pick<RowProps, 'field' | 'setup' | 'isLocked'> & { about: string | undefined; isWrong: boolean };

function SetupInput({ field, setup, isLocked, about, isWrong }: InputProps) {
  const value = setup.value(field.id, field.value);
  const shared = { id: setupId(field.id), value, 'aria-describedby': about, 'aria-invalid': isWrong };
  if (field.options !== undefined)
    return (
      <select
        {...shared}
        class="select"
        disabled={isLocked}
        onChange={(event) => setup.choose(field.id, event.currentTarget.value)}
      >
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  const typing = {
    readOnly: isLocked,
    onBlur: setup.flush,
    onInput: (event: { currentTarget: { value: string } }) => setup.type(field.id, event.currentTarget.value),
  };
  if (field.isLong === true) return <textarea {...shared} {...typing} class="editable" rows={1} spellcheck />;
  const list = field.suggestions === undefined ? undefined : `${shared.id}-list`;
  return (
    <>
      <input {...shared} {...typing} class="editable" type="text" autocomplete="off" list={list} />
      {list !== undefined && (
        <datalist id={list}>
          {field.suggestions?.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}
