import type { FormatName } from './registry';

/** The format that a log is of. Logs without a setup are those of other programs, who held panels. */
export const formatIn = (setup: { readonly format: string } | undefined): string => setup?.format ?? 'panel';

/** What a format has in a registry; `otherwise` for formats that this version does not know. */
export function ofFormat<T, F>(
  registry: Readonly<Record<FormatName, T>>,
  format: string | undefined,
  otherwise: F,
): T | F {
  return isIn(registry, format) ? registry[format] : otherwise;
}

const isIn = <T>(registry: Readonly<Record<FormatName, T>>, name: string | undefined): name is FormatName =>
  name !== undefined && Object.hasOwn(registry, name);
