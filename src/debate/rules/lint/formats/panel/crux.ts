import { dataOf } from '../../../../codec';
import type { Entry } from '../../../../entry';
import { cruxId, wantsCrux } from '../../../../formats/panel/crux';
import { hasStep, headerOf } from '../../../../state';
import { cruxProblems } from '../../../cruxGate';
import { byDebater, error, wasStruck, type Fault } from '../../lintRecord';
import type { LintedPanel, PanelRule } from './record';

/** Structure: where the setup asks for it, each round but the first begins with its crux, or with why there is none; what it names stands in the record. */
export const crux: PanelRule = (record) => [...missing(record), ...unfounded(record)];

function missing({ state, headers, rounds, notices }: LintedPanel): Fault[] {
  return rounds.flatMap(({ number, start, end = Infinity }) => {
    if (!wantsCrux(state, number)) return [];
    const first = headers.find((header) => byDebater(header) && header.seq > start && header.seq < end);
    const isThere = notices.some(({ kind, seq }) => kind === 'crux' && seq > start && seq < (first?.seq ?? end));
    if (first === undefined || isThere || hasStep(state, cruxId(number))) return [];
    const message = `Round ${number} has no crux before its first turn, and the setup asks for one (an announcement of kind "crux", or a note of its step ${cruxId(number)} that says why not).`;
    return [error('structure', first.seq, message)];
  });
}

function unfounded({ state, view, notices }: LintedPanel): Fault[] {
  return notices.flatMap(({ kind, seq }) => {
    const entry = kind === 'crux' && headerOf(state, seq)?.speaker === 'chair' ? view.raw(seq) : undefined;
    if (entry === undefined) return [];
    const points = dataOf(entry, 'announcement')?.points ?? [];
    const isStruck = (target: number): boolean => wasStruck(state, target, seq);
    const read = (target: number): Entry | undefined => view.raw(target);
    return cruxProblems(points, state, { before: seq, isStruck, read }).map((message) =>
      error('structure', seq, message),
    );
  });
}
