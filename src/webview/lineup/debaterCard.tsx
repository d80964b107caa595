import * as l10n from '@vscode/l10n';
import { Icon } from '../parts/icon';
import type { Card, Field } from './cards';
import { fieldId, fields, minDebaters, modelList } from './cards';
import { FieldRow } from './fieldRow';
import type { CardActions } from './useCards';
import { nameOf } from './useCards';
import type { Problem } from './validate';

interface DebaterCardProps {
  card: Card;
  index: number;
  count: number;
  problems: readonly Problem[];
  /** Something goes on that would collide with edits. */
  isLocked: boolean;
  /** Its name and place are the format's. */
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
    <li class={`card c${index % 8}`}>
      <fieldset onKeyDown={onKeyDown}>
        <legend class="sr">{l10n.t('Debater {0} of {1}: {2}', index + 1, count, nameOf(card))}</legend>
        {fields.map((field) => (
          <FieldRow
            key={field}
            id={fieldId(card, field)}
            label={labelOf(field)}
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

function labelOf(field: Field): string {
  switch (field) {
    case 'name':
      return l10n.t('Name');
    case 'persona':
      return l10n.t('Persona');
    case 'starting_position':
      return l10n.t('Position');
    case 'incentives':
      return l10n.t('Incentives');
    case 'model':
      return l10n.t('Model');
  }
}

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
        title={count <= minDebaters ? l10n.t('A debate needs at least {0} debaters.', minDebaters) : ''}
        isOff={isLocked || count <= minDebaters}
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
