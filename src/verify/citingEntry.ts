import type { Entry, Source } from '../debate/log/entry';

/** Returns an entry that says nothing but `content` and cites one source, for texts that belong to no debate. */
export const citingEntry = (content: string, source: Source): Entry => ({
  seq: 1,
  timestamp: '1970-01-01T00:00:00.000Z',
  speaker: '',
  type: 'evidence',
  phase: '',
  content,
  sources: [source],
  rebuttal_to_seq: null,
  target_seq: null,
});
