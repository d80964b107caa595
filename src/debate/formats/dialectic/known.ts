import { dataOf } from '../../codec';
import type { Argument } from '../../entryData';
import type { KnownArgument } from '../../tasks/dialectic';
import type { RecordView } from '../../view';
import { dialecticFacts, scoreOf, type ArgumentFact } from './facts';

/** The argument as anyone may see it: of a struck one only its place is left. */
export function argumentAt(view: RecordView, fact: ArgumentFact): Argument {
  const { id, side, exchange, seq } = fact;
  const entry = view.visible(seq);
  const argument = entry === undefined ? undefined : dataOf(entry, 'argument')?.argument;
  return argument === undefined
    ? { id, side, exchange, title: '', claim: '', grounds: [], warrant: '' }
    : { ...argument, id, side, exchange };
}

/** With its score, how the Verifier left its sources, and whether it was struck. */
export function knownArgument(view: RecordView, fact: ArgumentFact): KnownArgument {
  const { state, mask } = view;
  const { id, seq } = fact;
  const hundredths = scoreOf(state.factsOf(dialecticFacts), id);
  const struck = state.redactions.get(seq);
  const checks = struck === undefined ? [...(state.findings.get(seq)?.values() ?? [])] : [];
  return {
    seq,
    argument: argumentAt(view, fact),
    score: hundredths === undefined ? undefined : hundredths / 100,
    checks: checks.map(({ url, status, explanation }) => ({ url, status, explanation: mask.text(explanation) })),
    struck: struck === undefined ? undefined : { by: struck.by, reason: mask.text(struck.reason) },
  };
}
