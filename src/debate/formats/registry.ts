import type { Format } from '../flow/step';
import { dialectic } from './dialectic/dialectic';
import { ofFormat } from './formatName';
import { panel } from './panel/panel';
import { tribunal } from './tribunal/tribunal';

const byName = { panel, tribunal, dialectic };

export type FormatName = keyof typeof byName;

/** All formats, in the order in which they are offered. */
export const formats: readonly Format[] = Object.values(byName);

/** Undefined if this version does not know it: its debates can be read, not run. */
export const formatNamed = (name: string | undefined): Format | undefined => ofFormat(byName, name, undefined);

/** Whether its debates end only when nothing more is asked of them. */
export const isOpenEnded = (name: string | undefined): boolean => formatNamed(name)?.noMore !== undefined;
