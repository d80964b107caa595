import * as l10n from '@vscode/l10n';
import { seatName } from '../../projections/seatName';

/** Classes with that of a debater's colour (0-based); the Chair and other officials have none. */
export const inColour = (names: string, colour: number | undefined): string =>
  colour === undefined ? names : `${names} c${colour % 8}`;

export const Speaker = ({ name, isDebater }: { name: string; isDebater: boolean }) => (
  <b class={isDebater ? 'speaker by' : 'speaker'}>{seatName(l10n, name)}</b>
);
