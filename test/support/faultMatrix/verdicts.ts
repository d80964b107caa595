import { isDeepStrictEqual } from 'node:util';
import type { Entry } from '../../../src/debate/log/entry';
import type { Usage } from '../../../src/debate/log/entryData';
import { isEnough, isSame, ofStep, testKey, type FaultCase, type Observed } from './faultCase';
import { mark } from './faults';
import { nextSteps, stepIdOf, type ReferenceDebate, type Row } from './referenceDebate';

/** End of a case: as without a fault, with a step that says what it lacks, or paused. */
export type Fate = 'passes' | 'skips' | 'rests';

export interface Expected {
  fate: Fate;
  /** Code of the failure, for a skip or a pause. */
  code?: RegExp;
  /** Advice to people in a pause. */
  says?: RegExp;
  /** Number of the task's requests that may be hit. */
  hit?: { from: number; to: number };
  /** Milliseconds that were waited at least. */
  waits?: number;
  /** Absent if either is possible. */
  isCondensed?: boolean;
}

/** Faults in the result of a case; empty if it is right. */
export function faultsFound(one: FaultCase, seen: Observed, expected: Expected, reference: ReferenceDebate): string[] {
  const { own, before } = reference.around(one.row.step);
  return [
    ...fateProblems(one, seen, expected, own),
    ...recordProblems(seen, before.length),
    ...resumeProblems(seen, { own, before, fate: expected.fate }),
    ...costProblems(seen, expected),
    ...(seen.mistakes.length > 0 ? [`the server was not prepared: ${JSON.stringify(seen.mistakes)}`] : []),
    ...(seen.kept.includes(testKey) ? ['the key is told'] : []),
    ...(seen.kept.includes(mark) ? ['text that was not accepted is told'] : []),
  ];
}

function fateProblems(
  { row }: FaultCase,
  { end, added, errors }: Observed,
  { fate, code, says, isCondensed }: Expected,
  own: readonly Entry[],
): string[] {
  const told = JSON.stringify(end);
  if (fate === 'rests') {
    const isCoded = end.status === 'paused' && end.code !== undefined && code?.test(end.code) === true;
    return [
      ...(isCoded ? [] : [`it should rest with ${String(code)}: ${told}`]),
      ...(added.every(isAccount) ? [] : [`it rests, but wrote ${added.length} entries`]),
      ...(says === undefined || ('reason' in end && says.test(end.reason)) ? [] : [`what to do is not said: ${told}`]),
    ];
  }
  if (!isEnough(end) && end.status !== 'done') return [`it should go on: ${told}`];
  const condensed = (added[0]?.data?.['step'] as { condensed?: number } | undefined)?.condensed ?? 0;
  if (fate === 'passes') {
    return [
      ...(isSame(added, own) ? [] : ['the entries are not those of the reference']),
      ...(isCondensed === undefined || condensed > 0 === isCondensed ? [] : [`condensed: ${condensed}`]),
    ];
  }
  const isNamed = errors.some((message) => message.includes(': '));
  return [
    ...(isSame(added, own) ? ['the entries are those of the reference'] : []),
    ...skipProblems(row, added),
    ...(isNamed ? [] : ['no error was told']),
  ];
}

/** Problems of the entry that records a failed task. */
function skipProblems({ kind, step, name }: Row, added: readonly Entry[]): string[] {
  const [entry] = ofStep(added, step);
  if (entry === undefined) return ['nothing says that the step failed'];
  const { type, content, data = {} } = entry;
  const wants = (isRight: boolean, what: string): string[] =>
    isRight ? [] : [`${name}: ${what}: ${type} ${content} ${JSON.stringify(data)}`];
  switch (kind) {
    case 'debater/opening':
    case 'debater/turn':
    case 'debater/closing':
      return wants(
        type === 'ruling' && data['kind'] === 'skipped' && data['reason'] !== '' && content.includes('is skipped'),
        'no ruling that skips',
      );
    case 'verifier/support':
      return wants(
        (data['checks'] as { support?: string } | undefined)?.support === 'not_judged' &&
          content.includes('was not judged'),
        'support was judged',
      );
    case 'chair/rule_on_challenge':
      return wants(type === 'ruling' && data['kind'] === 'challenge', 'no ruling on the challenge');
    case 'chair/answer_clarification':
      return wants(type === 'ruling' && content.includes('no answer could be given'), 'no ruling on the question');
    case 'chair/review_turn':
      return wants(typeof data['failed'] === 'string' && data['failed'] !== '', 'no failed review');
    case 'chair/choose_questions':
      return wants(data['kind'] === 'no_questions' && content.includes('('), 'no reason for the silence');
    case 'chair/go_on':
      return wants(data['kind'] === 'stop' && content.includes('could not judge'), 'no failed judgement');
    case 'chair/name_unresolved':
      return wants(content.includes('none could be named'), 'no failed points');
    case 'audience/questions':
      return wants(data['kind'] === 'no_questions' && content.includes('('), 'no reason for the silence');
    default:
      return wants(
        added.some((one) => one.data?.['kind'] === 'failure' && one.content.includes(' failed: ')),
        'no note of the failure',
      );
  }
}

/** Entries must follow each other, with every step once and complete. */
function recordProblems({ after, added }: Observed, length: number): string[] {
  const isGapless = after.every((entry, index) => entry.seq === index);
  const runs = after.map(stepIdOf).filter((id, index, all) => id !== all[index - 1]);
  const cut = after.filter(({ data }, index) => {
    const step = data?.['step'] as { index: number; count: number } | undefined;
    return (
      step !== undefined &&
      step.index + 1 < step.count &&
      stepIdOf(after[index + 1] ?? ({ type: '' } as Entry)) !== stepIdOf(after[index] as Entry)
    );
  });
  const kept = added.every((entry, index) => isDeepStrictEqual(entry, after[length + index]));
  return [
    ...(isGapless ? [] : ['the seqs have gaps']),
    ...(new Set(runs).size === runs.length ? [] : ['a step stands there twice']),
    ...(cut.length === 0 ? [] : ['a step is not whole']),
    ...(kept ? [] : ['what was written changed']),
  ];
}

/** Whether the entry accounts for attempts without an entry. */
const isAccount = ({ type, data }: Entry): boolean => type === 'note' && data?.['kind'] === 'usage';

/** The record without notes of usage: references are moved to the seqs that entries would then have. */
function withoutAccounts(entries: readonly Entry[]): Entry[] {
  const accounts = entries.filter(isAccount).map(({ seq }) => seq);
  const moved = (seq: number): number => seq - accounts.filter((account) => account < seq).length;
  const named =
    /("seq":|"(?:rebuttal_to|target)_seq":|"challenge":|\bseq |\b(?:verify|challenge|clarification)\/)(\d+)/g;
  const lists = /("seqs":\[)([\d,]+)/g;
  return entries
    .filter((entry) => !isAccount(entry))
    .map(
      (entry) =>
        JSON.parse(
          JSON.stringify(entry)
            .replace(named, (_, name: string, seq: string) => `${name}${moved(Number(seq))}`)
            .replace(
              lists,
              (_, name: string, seqs: string) => `${name}${seqs.split(',').map(Number).map(moved).join(',')}`,
            ),
        ) as Entry,
    );
}

/** Once the provider works again, the step is made up for, or the next one is done. */
function resumeProblems(
  { resumed, after, added }: Observed,
  { own, before, fate }: { own: readonly Entry[]; before: readonly Entry[]; fate: Fate },
): string[] {
  if (resumed === undefined)
    return isDeepStrictEqual(nextSteps(after), nextSteps([...before, ...own])) ? [] : ['something else comes next'];
  if (!isEnough(resumed) && resumed.status !== 'done') return [`it does not go on: ${JSON.stringify(resumed)}`];
  if (fate === 'rests')
    return isSame(withoutAccounts(after).slice(before.length), own)
      ? []
      : ['what was made up for is not what the reference has'];
  const isLast = resumed.status === 'done';
  return isLast || after.length > before.length + added.length ? [] : ['nothing was written afterwards'];
}

function costProblems(
  { hit, waits, waiting, added, booked, end }: Observed,
  { hit: wanted, waits: least = 0 }: Expected,
): string[] {
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  const [first] = added;
  const { usage } = ((first !== undefined && isAccount(first) ? first.data : first?.data?.['step']) ?? {}) as {
    usage?: Usage;
  };
  const counted = { input: 0, output: 0 };
  if (usage !== undefined)
    Object.assign(counted, { ...usage, input: usage.input + usage.cache_write + usage.cache_read });
  return [
    ...(hit === 0 ? ['nothing was hit'] : []),
    ...(wanted === undefined || (hit >= wanted.from && hit <= wanted.to) ? [] : [`${hit} requests were hit`]),
    ...(waited >= least ? [] : [`only ${waited} ms were waited`]),
    ...(least === 0 || waiting.length > 0 ? [] : ['nobody was told of the wait']),
    ...(waiting.every(({ until, reason }) => Number.isFinite(until) && reason !== '')
      ? []
      : ['a wait without its end or reason']),
    ...(['input', 'output'] as const)
      .filter((of) => counted[of] < booked[of].least || counted[of] > booked[of].most)
      .map((of) => `${counted[of]} tokens of ${of} counted of ${JSON.stringify(booked[of])}: ${JSON.stringify(end)}`),
    ...(booked.isEstimated && usage?.estimated !== true ? ['what is estimated is not called so'] : []),
  ];
}
