import * as l10n from '@vscode/l10n';
import { Icon, inColour } from '../parts/elements';
import { lineupSize, longestDescription } from '../../debate/log/names';
import { countWords } from '../../shared/lineupWords';
import { type Card, type CardActions, type Field, fieldId, fields, modelList, nameOf, type Problem } from './useLineup';
import { whole } from '../parts/figures';

interface DebaterCardProps {
  card: Card;
  index: number;
  count: number;
  problems: readonly Problem[];
  isLocked: boolean;
  isFixed: boolean;
  actions: CardActions;
  onLeave: () => void;
}

export function DebaterCard({ card, index, count, problems, isLocked, isFixed, actions, onLeave }: DebaterCardProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || isLocked || isFixed || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    actions.move(card, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li class={inColour('card', index)}>
      <fieldset onKeyDown={onKeyDown}>
        <legend class="sr">{l10n.t('Debater {0} of {1}: {2}', index + 1, count, nameOf(card))}</legend>
        {fields.map((field) => (
          <FieldRow
            key={field}
            id={fieldId(card, field)}
            label={labels()[field]}
            value={card.debater[field]}
            kind={field === 'name' ? 'title' : field === 'model' ? 'line' : 'text'}
            {...(field === 'model' ? { list: modelList } : {})}
            isLocked={isLocked || (isFixed && field === 'name')}
            problem={problems.find(({ input }) => input === fieldId(card, field))?.message}
            onInput={(value) => actions.edit(card, field, value)}
            onLeave={onLeave}
          />
        ))}
        {!isFixed && <CardFoot card={card} index={index} count={count} isLocked={isLocked} actions={actions} />}
      </fieldset>
    </li>
  );
}

const labels = (): Record<Field, string> => ({
  name: l10n.t('Name'),
  persona: l10n.t('Persona'),
  starting_position: l10n.t('Position'),
  incentives: l10n.t('Incentives'),
  model: l10n.t('Model'),
});

type CardFootProps = Pick<DebaterCardProps, 'card' | 'index' | 'count' | 'isLocked' | 'actions'>;

function CardFoot({ card, index, count, isLocked, actions }: CardFootProps) {
  const id = (what: string): string => `lineup-${card.key}-${what}`;
  return (
    <div class="card-foot">
      <CardButton
        id={id('up')}
        icon="arrow-up"
        label={l10n.t('Move Up')}
        title={l10n.t('Move Up (Alt+↑)')}
        isOff={isLocked || index === 0}
        onPress={() => actions.move(card, -1)}
      />
      <CardButton
        id={id('down')}
        icon="arrow-down"
        label={l10n.t('Move Down')}
        title={l10n.t('Move Down (Alt+↓)')}
        isOff={isLocked || index === count - 1}
        onPress={() => actions.move(card, 1)}
      />
      <CardButton
        id={id('remove')}
        icon="trash"
        label={l10n.t('Remove')}
        title={countWords(count - 1) ?? ''}
        isOff={isLocked || count <= lineupSize.least}
        onPress={() => actions.remove(card)}
      />
    </div>
  );
}

interface CardButtonProps {
  id: string;
  icon: string;
  label: string;
  title: string;
  isOff: boolean;
  onPress: () => void;
}

/** Stays focusable where it does nothing: a card that arrives at the top must not lose the focus. */
function CardButton({ id, icon, label, title, isOff, onPress }: CardButtonProps) {
  return (
    <button
      id={id}
      type="button"
      class="quiet"
      title={title}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      <Icon name={icon} /> {label}
    </button>
  );
}

interface FieldRowProps {
  id: string;
  label: string;
  value: string;
  /** One line, or as many as it needs; the title stands out. */
  kind: 'title' | 'line' | 'text';
  list?: string;
  isLocked: boolean;
  problem: string | undefined;
  onInput: (value: string) => void;
  onLeave: () => void;
}

const nearTheEnd = longestDescription - 500;

function FieldRow(props: FieldRowProps) {
  const { id, label, value, problem } = props;
  const count =
    problem === undefined && value.length > nearTheEnd
      ? l10n.t('{0} of {1} characters', whole(value.length), whole(longestDescription))
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
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return kind !== 'text' ? (
    <input {...shared} class="editable" type="text" autocomplete="off" list={list} />
  ) : (
    <textarea {...shared} class="editable" rows={1} />
  );
}
