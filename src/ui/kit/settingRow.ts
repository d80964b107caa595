import type * as z from 'zod';

const rowOf =
  <const S extends string>(scope: S) =>
  <const D, Z extends z.ZodType>(standard: D, schema: Z): { scope: S; default: D; schema: Z } => ({
    scope,
    default: standard,
    schema,
  });

/** A row of the table of settings: default and schema. A workspace cannot set a setting of the machine. */
export const ofMachine = rowOf('machine');
export const ofWindow = rowOf('window');
