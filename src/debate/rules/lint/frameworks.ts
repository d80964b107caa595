import { dataOf } from '../../codec';
import type { DebateState, Turn } from '../../state';
import type { Framework } from '../../entryData';
import type { NamedFramework } from '../../tasks';
import type { RecordView } from '../../view';
import { error, wasStruck, type Fault, type LintRule } from './lintRecord';
import { panelFacts } from '../../formats/panel/facts';

/**
 * Rule 23: a framework that a debater declared is acknowledged (engaged with or deferred) by every other debater in its next
 * turn. Those that only the Chair's review found are the Chair's to press.
 */
export const frameworks: LintRule = ({ state, view }) => {
  const declared = [...state.factsOf(panelFacts).frameworks.values()]
    .filter((framework) => isDeclared(framework, view))
    .sort((one, other) => one.seq - other.seq);
  if (declared.length === 0) return [];
  return state.debaters.flatMap(({ name }) => {
    const others = declared.filter((framework) => framework.by !== name);
    const turns = state.turns.filter((turn) => turn.debater === name);
    let next = 0;
    return turns.flatMap((turn) => {
      // What came between the debater's turn before and this one.
      const first = next;
      while ((others[next]?.seq ?? Infinity) < (turn.seqs[0] ?? -1)) next += 1;
      return turnFaults(turn, others.slice(first, next), { state, view });
    });
  });
};

function isDeclared({ seq, name }: NamedFramework, view: RecordView): boolean {
  const introduces = view.raw(seq)?.data?.['introduces'];
  const wanted = name.trim().toLowerCase();
  return (
    Array.isArray(introduces) &&
    (introduces as Framework[]).some((framework) => framework.name.trim().toLowerCase() === wanted)
  );
}

function turnFaults(
  turn: Turn,
  owed: readonly NamedFramework[],
  { state, view }: { state: DebateState; view: RecordView },
): Fault[] {
  const now = turn.seqs[0];
  // A skipped turn owes nothing: the debater was not heard.
  if (turn.skipped || now === undefined || owed.length === 0) return [];
  const acknowledged = new Set(turn.seqs.flatMap((seq) => acknowledgedIn(seq, view)));
  return owed
    .filter(({ seq }) => !acknowledged.has(seq) && !wasStruck(state, seq, now))
    .map(({ seq, by, name }) =>
      error(
        '23',
        now,
        `${turn.debater} neither engages with nor defers the framework "${name}" of ${by}: data.acknowledges lacks ${seq}.`,
      ),
    );
}

function acknowledgedIn(seq: number, view: RecordView): readonly number[] {
  const entry = view.raw(seq);
  return (entry === undefined ? undefined : dataOf({ ...entry, type: 'new_point' }, 'new_point'))?.acknowledges ?? [];
}
