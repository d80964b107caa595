import { dataOf, turnDataOf } from '../../../../log/codec';
import type { Entry } from '../../../../log/entry';
import { speechFacts } from '../../../../formats/common/speech';
import { isSealed } from '../../../../formats/panel/options';
import { isNamed } from '../../../../formats/panel/turnGate';
import { normaliseText } from '../../../../../matching/quote/quote';
import { spaced } from '../../../../../matching/text/shortText';
import { headerOf, isRedacted, type DebateState, type Header, type Turn } from '../../../../fold/state';
import type { NamedFramework } from '../../../../flow/tasks/debater';
import type { RecordView } from '../../../../fold/view';
import { conjectureLabel } from '../../../spokenRules';
import {
  byDebater,
  error,
  wasRedacted,
  type EntryRule,
  type Fault,
  type LintRecord,
  type LintRule,
  type EntryContext,
  restingOnAll,
} from '../../lintRecord';

/**
 * Rule 1: a debater does not rebut or challenge the Chair, and does not challenge a source again after the ruling on
 * it.
 */
export const authority: EntryRule = (record) => {
  const ruled = new Map<string, number>();
  return (entry, header) => {
    if (header.type === 'ruling') remember(ruled, entry, { header, record });
    if (header.type === 'rebuttal') return againstChair(header, header.rebuttalTo, record);
    if (header.type !== 'source_challenge') return [];
    return [...againstChair(header, header.target, record), ...ruledBefore(ruled, entry, { header, record })];
  };
};

function againstChair({ seq, type }: Header, target: number | null, { state }: LintRecord): Fault[] {
  if (target === null || headerOf(state, target)?.speaker !== 'chair') return [];
  const verb = type === 'rebuttal' ? 'rebuts' : 'challenges';
  return [
    error(
      seq,
      `The ${spaced(type)} ${verb} seq ${target}, which is the Chair's; rulings and notices of the Chair are final.`,
      '1',
    ),
  ];
}

function remember(ruled: Map<string, number>, entry: Entry, { header, record }: EntryContext): void {
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined) return;
  const own = entry.data?.['url'];
  const url = typeof own === 'string' ? own : namedUrl(entry.content, target);
  const key = `${target.seq} ${url ?? ''}`;
  if (url !== undefined && !ruled.has(key)) ruled.set(key, header.seq);
}

function ruledBefore(ruled: ReadonlyMap<string, number>, entry: Entry, { header, record }: EntryContext): Fault[] {
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined || !byDebater(target)) return [];
  if (wasRedacted(record.state, target.seq, header.seq)) {
    const by = record.state.redactions.get(target.seq)?.by ?? '';
    return [
      error(
        header.seq,
        `seq ${target.seq} was struck before (seq ${by}); there is nothing left to challenge in it.`,
        '1',
      ),
    ];
  }
  const url = challengedUrl(entry, target);
  const ruling = url === undefined ? undefined : ruled.get(`${target.seq} ${url}`);
  if (ruling === undefined) return [];
  return [
    error(
      header.seq,
      `The Chair had ruled on ${url ?? ''} of seq ${target.seq} before (seq ${ruling}); a ruling is not contested.`,
      '1',
    ),
  ];
}

/** URL of the challenged source; undefined if only its author knows. */
function challengedUrl(challenge: Entry, target: Header): string | undefined {
  return dataOf(challenge, 'source_challenge')?.url ?? namedUrl(challenge.content, target);
}

/** The one source of the target that a text names, as the ancestors write it, without data. */
function namedUrl(text: string, target: Header): string | undefined {
  const named = [...new Set(target.urls)].filter((url) => text.includes(url));
  // One URL may begin like another: the longest counts.
  const longest = named.filter((url) => !named.some((other) => other !== url && other.startsWith(url)));
  return longest.length === 1 ? longest[0] : undefined;
}

/** Rule 15. Challenges without data are the ancestors'; their quotations cannot be separated from their words. */
export const challenges: EntryRule = (record) => (entry, header) => {
  if (header.type !== 'source_challenge' || (!record.isOwn && entry.data === undefined)) return [];
  const target = header.target === null ? undefined : headerOf(record.state, header.target);
  if (target === undefined || !byDebater(target) || target.seq >= header.seq) return [];
  return challengeFaults(entry, target, record);
};

function challengeFaults(entry: Entry, target: Header, record: LintRecord): Fault[] {
  const data = dataOf(entry, 'source_challenge');
  if (data === undefined) {
    if (record.malformed.has(entry.seq)) return [];
    return [error(entry.seq, 'The challenge names neither a source nor a claim.', '15')];
  }
  if (target.speaker === entry.speaker) {
    return [
      error(
        entry.seq,
        `seq ${target.seq} is an entry of ${entry.speaker} itself; one's own source is corrected, not challenged.`,
      ),
    ];
  }
  if (!target.urls.includes(data.url)) return [error(entry.seq, `seq ${target.seq} does not cite ${data.url}.`, '15')];
  const claim = normaliseText(data.claim).text.trim();
  const content = normaliseText(record.view.raw(target.seq)?.content ?? '').text;
  if (claim !== '' && content.includes(claim)) return [];
  const what = claim === '' ? 'names no claim' : `names a claim that does not stand in seq ${target.seq}`;
  return [error(entry.seq, `The challenge ${what}; it quotes the words that it is about, verbatim.`, '15')];
}

/** Structure: in a record of ours every challenge and every question to the Chair is ruled on before the conclusion. */
export const challengesRuled: LintRule = ({ state, headers, isOwn }) => {
  const end = state.conclusion?.seq;
  if (!isOwn || end === undefined) return [];
  const ruled = new Set<string>();
  for (const { kind, target, url } of state.rulings) {
    if (kind === 'clarification') ruled.add(`question ${target ?? ''}`);
    if (kind === 'challenge') ruled.add(`${target ?? ''} ${url ?? ''}`);
  }
  const isRuled = ({ seq, type, target }: Header): boolean =>
    ruled.has(
      type === 'source_challenge'
        ? `${target ?? ''} ${state.factsOf(speechFacts).challenges.get(seq) ?? ''}`
        : `question ${seq}`,
    );
  const open = headers
    .filter((header) => header.seq < end && waiting.has(header.type) && !isRuled(header))
    .map(({ seq, type }) =>
      error(seq, `The Chair never ruled on this ${spaced(type)}; it always does, at the latest before the conclusion.`),
    );
  return restingOnAll(open);
};

const waiting: ReadonlySet<string> = new Set(['source_challenge', 'clarification_request']);

/** Rules 9 and 10: a conjecture says that it is one; a rebuttal needs more than conjecture. */
export const conjecture: EntryRule = (record) => (entry) => {
  if (entry.type === 'conjecture') return unlabelled(entry, record);
  return entry.type === 'rebuttal' ? unsupported(entry, record) : [];
};

/** Checks the label of a conjecture, which ancestors may set in bold. */
function unlabelled({ seq, content }: Entry, { isOwn }: LintRecord): Fault[] {
  const start = isOwn ? content.trimStart() : content.replace(/^[\s*_>#]+/, '');
  return start.startsWith(conjectureLabel)
    ? []
    : [error(seq, `The conjecture does not begin with ${conjectureLabel}.`, '9')];
}

/** Checks that a rebuttal has support; only our own records have a field for the passage. */
function unsupported({ seq, sources }: Entry, { isOwn }: LintRecord): Fault[] {
  const given = sources ?? [];
  const isSupported = isOwn ? given.some((source) => (source.quote ?? '').trim() !== '') : given.length > 0;
  if (isSupported) return [];
  const lacks = given.length === 0 ? 'cites no source' : 'quotes no source';
  const needs = isOwn ? 'a source with the passage it relies on as quote' : 'a source';
  return [error(seq, `The rebuttal ${lacks}; it needs ${needs}, or it is a conjecture and labelled so.`, '10')];
}

/**
 * Rule 23: every other debater acknowledges a declared framework in its next turn (engages with it or defers).
 * Frameworks that only the Chair's review found are the Chair's to press.
 */
export const frameworks: LintRule = (record) => [...neglectedFrameworks(record), ...unruled(record)];

/** Checks that an ignored duty is ruled on, at the latest before the conclusion. */
function unruled({ state }: LintRecord): Fault[] {
  if (state.conclusion === undefined) return [];
  const ruled = new Set(state.rulings.filter(({ kind }) => kind === 'infraction').map(({ target }) => target));
  const open = state.ignored.filter(({ seq }) => !ruled.has(seq) && !isRedacted(state, seq));
  return restingOnAll(
    open.map(({ seq, debater }) =>
      error(seq, `${debater} was told what to take up and ignores it here, and no infraction was ruled.`, '23'),
    ),
  );
}

const neglectedFrameworks: LintRule = ({ state, view }) => {
  const declared = [...state.factsOf(speechFacts).frameworks.values()]
    .filter((framework) => isDeclared(framework, view))
    .sort((one, other) => one.seq - other.seq);
  if (declared.length === 0) return [];
  return state.debaters.flatMap(({ name }) => {
    const others = declared.filter((framework) => framework.by !== name);
    const turns = state.turns.filter((turn) => turn.debater === name);
    let next = 0;
    return turns.flatMap((turn) => {
      // A sealed opening owes nothing, because the debater sees the others' openings only afterwards.
      if (turn.phase === 'opening' && isSealed(state)) return [];
      // The entries between the debater's previous turn and this one.
      const first = next;
      while ((others[next]?.seq ?? Infinity) < (turn.seqs[0] ?? -1)) next += 1;
      return turnFaults(turn, others.slice(first, next), { state, view });
    });
  });
};

function isDeclared({ seq, name }: NamedFramework, view: RecordView): boolean {
  const { introduces = [] } = turnDataOf(view.raw(seq)) ?? {};
  const wanted = name.trim().toLowerCase();
  return introduces.some((framework) => framework.name.trim().toLowerCase() === wanted);
}

function turnFaults(
  turn: Turn,
  owed: readonly NamedFramework[],
  { state, view }: { state: DebateState; view: RecordView },
): Fault[] {
  const now = turn.seqs[0];
  // A skipped turn owes nothing: the debater was not heard.
  if (turn.skipped || now === undefined || owed.length === 0) return [];
  const said = turn.seqs.flatMap((seq) => view.raw(seq) ?? []);
  const acknowledged = new Set(
    said.flatMap((entry) => dataOf({ ...entry, type: 'new_point' }, 'new_point')?.acknowledges ?? []),
  );
  const isSaid = (name: string): boolean => said.some(({ content }) => isNamed(name, content));
  const ignored = owed
    .filter(({ seq, name }) => !acknowledged.has(seq) && !isSaid(name) && !wasRedacted(state, seq, now))
    // The Chair has ruled on it.
    .filter(({ seq }) => !state.ignored.some((one) => turn.seqs.includes(one.seq) && one.duties.includes(seq)))
    .map(({ seq, by, name }) =>
      error(
        now,
        `${turn.debater} neither engages with nor defers the framework "${name}" of ${by}: its text does not name it, nor does it acknowledge seq ${seq}.`,
        '23',
      ),
    );
  return restingOnAll(ignored);
}
