import * as l10n from '@vscode/l10n';
import { Icon } from '../parts/icon';
import { whole } from '../parts/figures';
import { maxFieldLength } from './cards';

interface FieldRowProps {
  id: string;
  label: string;
  value: string;
  /** One line, or as many as it needs; the title stands out. */
  kind: 'title' | 'line' | 'text';
  /** The id of a list of suggestions. */
  list?: string;
  isLocked: boolean;
  problem: string | undefined;
  onInput: (value: string) => void;
  onLeave: () => void;
}

/** From here on the reader is told how much room is left. */
const nearTheEnd = maxFieldLength - 500;

export function FieldRow(props: FieldRowProps) {
  const { id, label, value, problem } = props;
  const count =
    problem === undefined && value.length > nearTheEnd
      ? l10n.t('{0} of {1} characters', whole(value.length), whole(maxFieldLength))
      : undefined;
  const about = problem === undefined && count === undefined ? undefined : `${id}-about`;
  return (
    <div class={props.kind === 'title' ? 'field field-line' : 'field'}>
      <label for={id}>{label}</label>
      <div class="field-box">
        <Input {...props} about={about} />
        {about !== undefined && (
          <p id={about} class={problem === undefined ? 'dim' : 'problem'}>
            {problem !== undefined && <Icon name="error" />} {problem ?? count}
          </p>
        )}
      </div>
    </div>
  );
}

function Input({
  id,
  value,
  kind,
  list,
  isLocked,
  problem,
  about,
  onInput,
  onLeave,
}: FieldRowProps & { about: string | undefined }) {
  const shared = {
    id,
    value,
    readOnly: isLocked,
    spellcheck: kind === 'text',
    'aria-invalid': problem !== undefined,
    'aria-describedby': about,
    onBlur: onLeave,
  };
  return kind !== 'text' ? (
    <input
      {...shared}
      class="editable"
      type="text"
      autocomplete="off"
      list={list}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  ) : (
    <textarea {...shared} class="editable" rows={1} onInput={(event) => onInput(event.currentTarget.value)} />
  );
}
