import type { Format } from '../step';
import { dialectic } from './dialectic/dialectic';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';

/** The formats that this version runs, in the order in which they are offered. */
export const formats: readonly Format[] = [panel, tribunal, dialectic];

const byName: ReadonlyMap<string, Format> = new Map(formats.map((format) => [format.name, format]));

/** Undefined where this version knows no such format: its debates can be read, not run. */
export const formatNamed = (name: string | undefined): Format | undefined =>
  name === undefined ? undefined : byName.get(name);
