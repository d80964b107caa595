import type * as z from 'zod';

const rowOf =
  <const S extends string>(scope: S) =>
  <const D, Z extends z.ZodType>(standard: D, schema: Z): { scope: S; default: D; schema: Z } => ({
    scope,
    default: standard,
    schema,
  });

/** Rows of the table of settings: default and shape. A workspace sets none that is the machine's. */
export const ofMachine = rowOf('machine');
export const ofWindow = rowOf('window');
