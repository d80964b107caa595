import type { SeatOption, SourceStatus } from '../../shared/protocol';
import { type ComponentChild, Fragment } from 'preact';
import * as l10n from '@vscode/l10n';
import { seatName } from '../../projections/seatName';

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

interface RichProps {
  /** A translated sentence with its placeholders still in it: `l10n.t('Round {0} of {1}')`. */
  template: string;
  parts: readonly ComponentChild[];
}

/** Puts elements where a translated sentence has placeholders, so that a translation may move them. */
export function Rich({ template, parts }: RichProps) {
  const pieces = template.split(/\{(\d+)\}/);
  return (
    <>
      {pieces.map((piece, index) => (
        <Fragment key={index}>{index % 2 === 1 ? parts[Number(piece)] : piece}</Fragment>
      ))}
    </>
  );
}

/** What a `select` offers. */
export const Options = ({ options }: { options: readonly SeatOption[] }) => (
  <>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

/** Suggestions for an input, whose `list` is the id. */
export const Suggestions = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
);

/** Classes with that of a debater's colour (0-based); the Chair and other officials have none. */
export const inColour = (names: string, colour: number | undefined): string =>
  colour === undefined ? names : `${names} c${colour % 8}`;

export const Speaker = ({ name, isDebater }: { name: string; isDebater: boolean }) => (
  <b class={isDebater ? 'speaker by' : 'speaker'}>{seatName(l10n, name)}</b>
);
