import { duty, lastSpoke, lastTurn, pendingRedactions, redactionDuties } from '../../flow/duties';
import { newFigures } from '../../rules/recordFigures';
import { evidenceViolations } from '../../rules/evidenceGate';
import { isSameText, repetitions } from '../../rules/repetition';
import { spokenRules, startsLikeCorrection } from '../../rules/spokenRules';
import { seqReferences } from '../../log/seqReferences';
import { type DebateState, hasStep, type Header, isRedacted } from '../../fold/state';
import type { CheckContext } from '../../flow/step';
import type { Violation } from '../../flow/tasks';
import type { NamedFramework, SpokenEntry, TurnOutput } from '../../flow/tasks/debater';
import type { RecordView } from '../../fold/view';
import { speechFacts } from '../common/speech';
import { isSealed } from './options';

export type TurnPhase = 'opening' | 'rebuttal' | 'closing';

export interface EntryViolation extends Violation {
  /** Undefined for the turn as a whole. */
  entry?: number;
}

/** Pure: the sources' texts come with the context. */
export function turnViolations(
  turn: TurnOutput,
  speaker: { name: string; phase: TurnPhase },
  context: CheckContext,
): EntryViolation[] {
  const { view, sources } = context;
  const perEntry = turn.entries.flatMap((entry, index) =>
    [
      ...spokenRules.flatMap((rule) => rule(entry, { view, name: speaker.name, isInFlight: context.isInFlight })),
      ...evidenceViolations(entry, sources),
      ...(speaker.phase === 'closing' ? closingViolations(entry, view) : []),
      ...repeated(entry, speaker.name, context),
    ].map((violation) => ({ ...violation, entry: index })),
  );
  const owed = context.isInFlight === true ? [] : duties(turn.entries, speaker.name, context);
  return [...shapeViolations(turn.entries, speaker.phase), ...saidTwice(turn.entries), ...owed, ...perEntry];
}

/** Whether it is an earlier entry of its turn once more: the same rebuttal of the same entry, or the same correction. */
export function isSaidBefore(entries: readonly SpokenEntry[], index: number): boolean {
  const entry = entries[index];
  if (entry === undefined) return false;
  const isSame = ({ type, content, rebuttal_to_seq: to }: SpokenEntry): boolean =>
    isSameText(content, entry.content) &&
    (startsLikeCorrection(content) || (type === 'rebuttal' && entry.type === type && entry.rebuttal_to_seq === to));
  return entries.slice(0, index).some(isSame);
}

const saidTwice = (entries: readonly SpokenEntry[]): EntryViolation[] =>
  entries.flatMap((_, entry) => (isSaidBefore(entries, entry) ? [{ rule: 'structure', message: twice, entry }] : []));

const twice = 'The turn says this twice. Leave it out here, or say something else.';

/** A repeated point, or a repeated rebuttal of the same entry. */
function repeated({ type, content, rebuttal_to_seq: to = null }: SpokenEntry, by: string, context: CheckContext) {
  if (type !== 'new_point' && type !== 'rebuttal') return [];
  const argumentIn = (header: Header): string | undefined =>
    header.type === type && header.rebuttalTo === to ? context.view.visible(header.seq)?.content : undefined;
  return repetitions({ by, text: content, argumentIn }, context);
}

/** One statement in an opening or closing; in a round one point, one conjecture, several rebuttals; one rider each. */
function shapeViolations(entries: readonly SpokenEntry[], phase: TurnPhase): EntryViolation[] {
  const count = (type: SpokenEntry['type']): number => entries.filter((entry) => entry.type === type).length;
  const violations: Violation[] = [];
  const say = (message: string): void => void violations.push({ rule: 'structure', message });
  const statement = phase === 'opening' ? 'opening_statement' : 'closing_statement';
  if (phase === 'rebuttal') {
    if (count('new_point') + count('rebuttal') + count('conjecture') === 0) {
      say('A turn makes at least one argument: new_point, rebuttal or conjecture.');
    }
    if (count('new_point') > 1) say('A turn makes at most one new_point.');
    if (count('conjecture') > 1) say('A turn makes at most one conjecture.');
  } else if (count(statement) !== 1) say(`The turn is exactly one ${statement}.`);
  return [
    ...violations,
    ...surplus(entries, 'source_challenge', 'A turn challenges at most one source.'),
    ...surplus(entries, 'clarification_request', 'A turn asks the Chair at most one question.'),
  ];
}

/** The first rider of a kind may stay: only the others are wrong. */
const surplus = (entries: readonly SpokenEntry[], rider: SpokenEntry['type'], message: string): EntryViolation[] =>
  [...entries.entries()]
    .filter(([, { type }]) => type === rider)
    .slice(1)
    .map(([entry]) => ({ rule: 'structure', message, entry }));

/** The last entry that this debater knew when it spoke: it still has to answer what came later. A sealed opening saw nothing, and before it nothing is owed. */
function toldUntil(state: DebateState, name: string): number {
  if (!isSealed(state)) return lastSpoke(state, name);
  if (!hasStep(state, `opening/${name}`)) return Infinity;
  const last = lastTurn(state, name);
  return last?.phase === 'opening' ? -1 : lastSpoke(state, name);
}

/** Others' frameworks in force since this debater last spoke that it has not acknowledged. */
export function pendingFrameworks(state: DebateState, name: string): NamedFramework[] {
  const since = toldUntil(state, name);
  const known = state.acknowledged.get(name);
  return [...state.factsOf(speechFacts).frameworks.values()].filter(
    (framework) =>
      framework.by !== name &&
      framework.seq > since &&
      !isRedacted(state, framework.seq) &&
      known?.has(framework.seq) !== true,
  );
}

/** Rule 23, and the acknowledgement of one's own redacted entries. */
function duties(entries: readonly SpokenEntry[], name: string, { view }: CheckContext): Violation[] {
  const acknowledged = new Set(entries.flatMap((entry) => acknowledgedBy(entry, name, view.state)));
  const frameworks = pendingFrameworks(view.state, name)
    .filter((framework) => !acknowledged.has(framework.seq))
    .map(({ seq, by, name: framework }) =>
      duty(view.state, seq, {
        rule: '23',
        message: `Engage with or explicitly defer the framework "${framework}" of ${by}: name it, or have ${seq} in acknowledges.`,
      }),
    );
  return [...frameworks, ...redactionDuties(name, acknowledged, view.state)];
}

/** Its own list, and what its author owes and its text names. */
export function acknowledgedBy(entry: SpokenEntry, name: string, state: DebateState): number[] {
  const { content, acknowledges = [] } = entry;
  const mentioned = new Set(seqReferences(content).flatMap(({ seqs }) => seqs));
  const named = [
    ...pendingFrameworks(state, name).filter((framework) => isNamed(framework.name, content)),
    ...pendingRedactions(state, name).filter(({ seq, redacted }) => mentioned.has(seq) || mentioned.has(redacted)),
  ];
  return [...new Set([...acknowledges, ...named.map(({ seq }) => seq)])];
}

/** Word for word, in any case and with anything between the words. */
export function isNamed(name: string, text: string): boolean {
  const wordsOf = (of: string): string =>
    ` ${(
      of
        .normalize('NFKC')
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
    ).join(' ')} `;
  const sought = wordsOf(name);
  return sought.trim() !== '' && wordsOf(text).includes(sought);
}

function closingViolations(entry: SpokenEntry, view: RecordView): Violation[] {
  const unknown = newSources(
    (entry.sources ?? []).map((source) => source.url),
    view,
  );
  const violations = unknown.map((url) => ({
    rule: 'structure',
    message: `${url} was not cited before; a closing brings no new source.`,
  }));
  const figures = [...new Set(newFigures(entry.content, view).map(({ raw }) => raw))];
  if (figures.length === 0) return violations;
  const message = `${figures.join(', ')} stands in no earlier entry; a closing brings no new figure.`;
  return [...violations, { rule: 'structure', message }];
}

function newSources(urls: readonly string[], view: RecordView): string[] {
  const { state } = view;
  return urls.filter(
    (url) => !state.headers.some((header) => header.urls.includes(url) && !isRedacted(state, header.seq)),
  );
}
