import type { SourceStatus } from '../../shared/protocol';

interface IconProps {
  /** Written out where it is used: the build leaves out icons that no text of the page names. */
  name: string;
  /** Turns while something is under way; stands still where the reader asked for less motion. */
  isSpinning?: boolean;
}

/** A codicon. Always decoration: the word stands beside it. */
export function Icon({ name, isSpinning = false }: IconProps) {
  const spin = isSpinning ? ' codicon-modifier-spin' : '';
  return <span class={`codicon codicon-${name}${spin}`} aria-hidden="true" />;
}

interface IconButtonProps {
  icon: string;
  label: string;
  class?: string;
  title?: string;
  onPress: () => void;
}

export const IconButton = ({ icon, label, class: classes = 'button', title, onPress }: IconButtonProps) => (
  <button type="button" class={classes} title={title} onClick={onPress}>
    <Icon name={icon} /> {label}
  </button>
);

export const statusIcons: Readonly<Record<SourceStatus, string>> = {
  verified: 'check',
  unreliable: 'warning',
  fabricated: 'error',
  unverified: 'question',
  pending: 'history',
};
