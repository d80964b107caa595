import type { FormatName } from './registry';

/** Where nobody says which format: also of other programs, whose logs have no setup. */
export const standardFormat: FormatName = 'panel';

export const formatIn = (of: { readonly format?: string | undefined } | undefined): string =>
  of?.format ?? standardFormat;

/** `otherwise` for formats that this version does not know. */
export function ofFormat<T, F>(
  registry: Readonly<Record<FormatName, T>>,
  format: string | undefined,
  otherwise: F,
): T | F {
  return isIn(registry, format) ? registry[format] : otherwise;
}

const isIn = <T>(registry: Readonly<Record<FormatName, T>>, name: string | undefined): name is FormatName =>
  name !== undefined && Object.hasOwn(registry, name);
