import { describe, expect, it } from 'vitest';
import { speechFacts } from '../../../../src/debate/formats/common/speech';
import { turnStep } from '../../../../src/debate/formats/panel/turnStep';
import { drawn } from '../../../support/drawn';
import { evidenceViolations } from '../../../../src/debate/rules/evidenceGate';
import { turnViolations, type EntryViolation, type TurnPhase } from '../../../../src/debate/formats/panel/turnGate';
import type { AgentTask, CapturedSource } from '../../../../src/debate/flow/step';
import { taskOutputs } from '../../../../src/debate/flow/tasks';
import type { TurnOutput } from '../../../../src/debate/flow/tasks/debater';
import { createView } from '../../../../src/debate/fold/view';
import { fold, numbered } from '../../../support/entries';
import { capturedText } from '../../../support/capturedText';

/** What goes back to a debater before anybody rules on it, and what becomes of it when the debater insists. Made by grammar, from a seed. */

const relatives = 200;

interface Place {
  subject: string;
  verb: string;
  count: number;
  object: string;
  where: string;
}

/** A text of some sentences, no two of which have subject and place in common. */
function placesOf({ pick, whole, shuffled }: ReturnType<typeof drawn>): Place[] {
  const subjects = shuffled([
    'The northern quay',
    'Pier four',
    'The customs hall',
    'The ferry office',
    'The east dock',
  ]);
  const verbs = ['handled', 'received', 'stored', 'turned away', 'inspected'];
  const objects = ['crates of tea', 'barrels of oil', 'passengers', 'letters', 'tonnes of grain'];
  const places = ['in the first week of May', 'during the long strike', 'before the new rates', 'under the old lease'];
  return subjects.slice(0, whole(2, 5)).map((subject) => ({
    subject,
    verb: pick(verbs),
    count: whole(12, 9_000),
    object: pick(objects),
    where: pick(places),
  }));
}

const said = ({ subject, verb, count, object, where }: Place): string =>
  `${subject} ${verb} ${count} ${object} ${where}.`;

/** Each makes of what was said something that was not. */
const bends: readonly ((place: Place, other: Place) => string)[] = [
  (place) => said({ ...place, count: place.count + 7 }),
  (place) => said({ ...place, verb: `never ${place.verb}` }),
  (place) => said({ ...place, object: 'bales of wool' }),
  (place) => said({ ...place, where: 'after the great fire of the city' }),
  (place) => said({ ...place, subject: `Nobody at ${place.subject.toLowerCase()}` }),
  (place, other) => said({ ...place, count: other.count + 1, object: 'sacks of salt' }),
  (place) => said(place).replace(/ \d+ /, ' almost no '),
];

const url = 'workspace:harbour.md';
const gate = (quote: string, source: CapturedSource, at = url): readonly EntryViolation[] =>
  evidenceViolations(
    { type: 'new_point', content: 'So it was.', sources: [{ url: at, title: 'Harbour', quote }] },
    new Map([[at, source]]),
  );

describe('a quotation of a text at hand', () => {
  it('goes back with what stands there, when it is another; and passes as it stands', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const from = drawn(seed);
      const places = placesOf(from);
      const source = capturedText(places.map(said).join(' '));
      const index = from.whole(0, places.length - 1);
      const [place, other] = [places[index], places[(index + 1) % places.length]];
      if (place === undefined || other === undefined) throw new Error('a text has two sentences');
      expect(gate(said(place), source)).toEqual([]);
      const bent = bends[seed % bends.length]?.(place, other) ?? '';
      const wrong = gate(bent, source).filter(({ rule }) => rule === 'source');
      expect(wrong, bent).toHaveLength(1);
      expect(wrong[0]).toMatchObject({ insistable: true });
      expect(wrong[0]?.leavesOut).toBeUndefined();
      // What comes nearest is of the very sentence that was bent.
      expect(wrong[0]?.message, bent).toMatch(
        new RegExp(`What stands there: “[^”]*(?:${place.verb}|${place.object}|${place.where})`),
      );
    }
  });

  it('is named with the place where it does stand, and goes back too for a place that there is not', () => {
    const text = 'One line of the minutes.\nThe pier was closed for nine days.\nAnother line of them.';
    const range = { kind: 'lines', start: 0, end: 24 } as const;
    const [wrong] = gate('The pier was closed for nine days.', capturedText(text, { range }));
    expect(wrong?.message).toContain('stands there word for word, but at line 2, not at the place cited.');
    const missing = { kind: 'missing', note: 'The file has no such lines.' } as const;
    const [none] = gate('The pier was closed for nine days.', capturedText(text, { range: missing }));
    expect(none?.message).toContain(
      'The file has no such lines. What stands there: “The pier was closed for nine days.”',
    );
  });

  it('is nobody’s mistake where what came may not be all of the page, or stands beside the article', () => {
    const text = 'A few lines. Subscribe to read on.\n\nThe council met on Monday.';
    expect(gate('The bridge carries 900 cars a day.', capturedText(text))).toHaveLength(1);
    expect(gate('The bridge carries 900 cars a day.', capturedText(text, { isPartial: true }))).toEqual([]);
    const layout = { parts: [{ kind: 'beside' as const, start: 36, end: text.length }] };
    expect(gate('The council met on Monday.', capturedText(text, { layout }))).toEqual([]);
  });
});

/** Ada has spoken, then Bob, who named a framework; it is Ada's turn. */
const before = (framework: string) => {
  const entries = numbered(
    { type: 'opening_statement', speaker: 'ada', phase: 'opening', content: 'I begin.', sources: [source('a')] },
    {
      type: 'opening_statement',
      speaker: 'bob',
      phase: 'opening',
      content: 'The count is plain. I judge all by it.',
      sources: [source('b')],
      data: framework === '' ? {} : { introduces: [{ name: framework, description: 'How to judge.' }] },
    },
    { type: 'announcement', content: 'Round 1 of 3 beginning.' },
  );
  const state = fold(entries);
  expect(state.factsOf(speechFacts).frameworks.size).toBe(framework === '' ? 0 : 1);
  return createView(state, (seq) => entries[seq]);
};

function source(name: string) {
  return { url: `https://${name}.example/page`, title: name, accessed: '2026-07-21' };
}

/** What is logged of a turn that was refused to the end. */
function logged(
  given: object,
  sources: ReadonlyMap<string, CapturedSource>,
  { framework = '', phase = 'rebuttal' }: { framework?: string; phase?: TurnPhase } = {},
) {
  const view = before(framework);
  const kind = phase === 'opening' ? 'debater/opening' : 'debater/turn';
  const step = turnStep({ id: 'turn', name: 'ada', phase, round: 1, kind, input: () => ({}) as never });
  const task = step.tasks[0] as AgentTask<'debater/turn'>;
  const output: TurnOutput = taskOutputs[kind].parse(given);
  const violations = turnViolations(output, { name: 'ada', phase }, { view, sources });
  const facts = { task, attempt: 3, elapsedMs: 1 };
  const outcome =
    violations.length === 0
      ? { ...facts, ok: true as const, output }
      : { ...facts, ok: false as const, code: 'rejected', message: '', last: { output, violations } };
  return { violations, drafts: step.commit([outcome], { view, today: '2026-07-21' }) };
}

const fates = ['at_hand', 'misquoted', 'invented', 'unread'] as const;
const words = 'The northern quay handled 400 crates of tea.';
const readAs = (fate: (typeof fates)[number]): CapturedSource => {
  if (fate === 'invented') return { outcome: 'absent', reason: 'nobody ever saw it' };
  if (fate === 'unread') return { outcome: 'failed', reason: 'a login was asked for' };
  return capturedText(fate === 'at_hand' ? words : words.replace('handled', 'lost'));
};

describe('a source that is insisted on', () => {
  it('is logged where it was invented or misquoted, and left out where nobody could read it', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, whole } = drawn(seed);
      const cited = Array.from({ length: whole(1, 4) }, (_, at) => ({
        url: `https://s${at}.example/${seed}`,
        fate: pick(fates),
      }));
      const isQuoted = pick([true, true, false]);
      const type = pick(['new_point', 'rebuttal', 'opening_statement'] as const);
      const entry = {
        type,
        content: 'Trade is moving.',
        sources: cited.map(({ url: at }) => ({ url: at, title: 'Quay', ...(isQuoted ? { quote: words } : {}) })),
        ...(type === 'rebuttal' ? { rebuttal_to_seq: 1 } : {}),
      };
      const sources = new Map(cited.map(({ url: at, fate }) => [at, readAs(fate)]));
      const phase = type === 'opening_statement' ? 'opening' : 'rebuttal';
      const { violations, drafts } = logged({ entries: [entry] }, sources, { phase });
      const left = cited.filter(({ fate }) => fate !== 'unread').map(({ url: at }) => at);
      const faults = cited.filter(
        ({ fate }) => fate === 'invented' || fate === 'unread' || (isQuoted && fate === 'misquoted'),
      );
      expect(violations.filter(({ rule }) => rule === 'source')).toHaveLength(faults.length);
      const needsLabel = left.length === 0 || (type === 'rebuttal' && !isQuoted);
      const isSkipped = needsLabel && type === 'opening_statement';
      const wanted = isSkipped ? 'ruling' : needsLabel ? 'conjecture' : type;
      expect([seed, ...drafts.map((draft) => draft.type)]).toEqual([seed, wanted]);
      if (isSkipped) expect(drafts[0]?.data).toMatchObject({ kind: 'skipped', debater: 'ada' });
      else expect((drafts[0]?.sources ?? []).map(({ url: at }) => at)).toEqual(left);
    }
  });
});

const listed: CapturedSource = capturedText(words);
const cites = { url: 'workspace:quay.md', title: 'Quay', quote: words, claim: words };
const atHand = new Map([[cites.url, listed]]);
const fine = { type: 'new_point', content: words, sources: [cites] };

describe('a field that is missed', () => {
  it('costs no turn where the framework is answered by name; where it is not, the turn goes back', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, whole } = drawn(seed);
      const parts = ['Burden', 'Harbour', 'Cost', 'Two-Tier', 'Long Run', 'Öffentliche Hand'];
      const name = Array.from({ length: whole(1, 3) }, () => pick(parts)).join(pick([' ', '-', ' of ']));
      const spelt = pick([
        name,
        name.toUpperCase(),
        name.toLowerCase().replaceAll('-', ' '),
        `“${name}”`,
        `**${name}**`,
        `${name}’s`,
      ]);
      const content = pick([`By ${spelt} this fails. ${words}`, `${words} I defer ${spelt}.`, `${words} (${spelt})`]);
      const { violations, drafts } = logged({ entries: [{ ...fine, content }] }, atHand, { framework: name });
      expect([seed, name, ...violations.map(({ message }) => message)]).toEqual([seed, name]);
      expect(drafts[0]).toMatchObject({ type: 'new_point', content, data: { acknowledges: [1] } });
      const silent = logged({ entries: [{ ...fine, content: words }] }, atHand, { framework: name });
      expect(silent.violations.map(({ rule }) => rule)).toEqual(['23']);
      const glued = logged({ entries: [{ ...fine, content: `${words} Un${name.toLowerCase()}ed.` }] }, atHand, {
        framework: name,
      });
      expect(glued.violations.map(({ rule }) => rule)).toEqual(['23']);
    }
  });

  it('costs the rider that has a fault, and not the point that it rides on', () => {
    const challenge = {
      type: 'source_challenge',
      content: 'No.',
      target_seq: 1,
      url: source('b').url,
      claim: 'The count is plain.',
    };
    const faults = [
      { target_seq: 0, url: source('a').url, claim: 'I begin.' },
      { target_seq: 2 },
      { target_seq: 99 },
      { url: 'https://other.example/' },
      { claim: 'The count is not plain.' },
      { claim: 'A count that was never made.' },
      { acknowledges: [77] },
    ];
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, whole, shuffled } = drawn(seed);
      const points = Array.from({ length: whole(1, 2) }, (_, at) =>
        at === 0 ? fine : { ...fine, type: 'rebuttal', rebuttal_to_seq: 1 },
      );
      const wrong = { ...challenge, ...pick(faults) };
      const asks = { type: 'clarification_request', content: 'May I?', target_seq: pick([1, 55]) };
      const riders = shuffled([wrong, ...(seed % 2 === 0 ? [asks] : [])]);
      const { violations, drafts } = logged({ entries: [...points, ...riders] }, atHand);
      expect(violations.length).toBeGreaterThan(0);
      const kept = riders.filter((rider) => rider === asks && asks.target_seq === 1).map(({ type }) => type);
      // Why each of the others fell.
      const fallen = riders.filter((rider) => rider !== asks || asks.target_seq !== 1).map(() => 'note');
      expect([seed, ...drafts.map(({ type }) => type)]).toEqual([
        seed,
        ...points.map(({ type }) => type),
        ...kept,
        ...fallen,
      ]);
    }
    const twice = logged({ entries: [fine, challenge, { ...challenge, content: 'No again.' }] }, atHand);
    expect(twice.drafts.map(({ content }) => content)).toEqual([
      words,
      'No.',
      expect.stringMatching(/is left out; the turn stands\. A turn challenges at most one source\.$/),
    ]);
  });
});

describe('what a turn says twice', () => {
  const rebuttal = { ...fine, type: 'rebuttal', rebuttal_to_seq: 1 };

  it('goes back with the reason, and falls alone where it comes again', () => {
    const { violations, drafts } = logged(
      { entries: [rebuttal, { ...rebuttal, content: words.toUpperCase() }] },
      atHand,
    );
    expect(violations.map(({ entry, message }) => [entry, /twice/.test(message)])).toEqual([[1, true]]);
    expect(drafts.map(({ content }) => content)).toEqual([words]);
  });

  it('is no other rebuttal, nor a point in the same words', () => {
    const other = { ...rebuttal, content: `${words} That is all.` };
    expect(logged({ entries: [fine, rebuttal, other] }, atHand).violations).toEqual([]);
  });
});
