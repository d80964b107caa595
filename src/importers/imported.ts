import type { Draft } from '../debate/entry';
import type { StepMark } from '../debate/entryData';
import type { FormatName } from '../debate/formats/registry';
import type { FoundFile } from './scanFolder';

/** The folder that is imported. */
export interface ImportSource {
  name: string;
  files: readonly FoundFile[];
  /** As given, and when. */
  provenance: { from: string; at: string };
}

/** An entry of an imported record, with its time in milliseconds since the epoch. */
export interface TimedDraft {
  draft: Draft;
  time: number;
}

/** What an importer makes of a folder. */
export interface Imported {
  format: FormatName;
  topic: string;
  /** Either entries, in their order: those of one step stand together. */
  drafts?: readonly TimedDraft[];
  /** Or a log that becomes the record as it is, byte for byte. */
  log?: FoundFile;
}

/** An entry's position in the debate. The other system's duration is unknown: no time, one attempt. */
export const stepMark = (id: string, index = 0, count = 1): StepMark => ({
  id,
  index,
  count,
  attempt: 1,
  elapsed_ms: 0,
});

/** As the day of access: the day of the entry, for the other systems do not note when a page was read. */
export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
