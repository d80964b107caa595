import type { Entry } from '../../entry';
import { conjectureLabel } from '../spokenRules';
import { error, type EntryRule, type Fault, type LintRecord } from './lintRecord';

/** Rules 9 and 10: a conjecture says that it is one; a rebuttal rests on more than conjecture. */
export const conjecture: EntryRule = (record) => (entry) => {
  if (entry.type === 'conjecture') return unlabelled(entry, record);
  return entry.type === 'rebuttal' ? unsupported(entry, record) : [];
};

/** Ancestors may set the label in bold. */
function unlabelled({ seq, content }: Entry, { isOwn }: LintRecord): Fault[] {
  const start = isOwn ? content.trimStart() : content.replace(/^[\s*_>#]+/, '');
  return start.startsWith(conjectureLabel)
    ? []
    : [error('9', seq, `The conjecture does not begin with ${conjectureLabel}.`)];
}

/** Only our own records have a field for the passage relied on. */
function unsupported({ seq, sources }: Entry, { isOwn }: LintRecord): Fault[] {
  const given = sources ?? [];
  const isSupported = isOwn ? given.some((source) => (source.quote ?? '').trim() !== '') : given.length > 0;
  if (isSupported) return [];
  const lacks = given.length === 0 ? 'cites no source' : 'quotes no source';
  const needs = isOwn ? 'a source with the passage it relies on as quote' : 'a source';
  return [error('10', seq, `The rebuttal ${lacks}; it needs ${needs}, or it is a conjecture and labelled so.`)];
}
