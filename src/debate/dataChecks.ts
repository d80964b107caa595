import { dataSchemas, entryTypes, type EntryType } from './entryData';
import { quickCheck, type QuickCheck } from './quickCheck';

export interface KnownType {
  type: EntryType;
  /** Whether a value is proper `data` of the type. */
  isData: QuickCheck;
}

/** The known types by name, with their compiled checks. */
export const knownTypes: ReadonlyMap<string, KnownType> = new Map(
  entryTypes.map((type) => [type, { type, isData: quickCheck(dataSchemas[type]) }]),
);
