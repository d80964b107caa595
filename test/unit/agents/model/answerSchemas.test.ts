import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import {
  answerFormat,
  answerFormats,
  answerSchema,
  lineage,
  taskOutputFrom as outputFrom,
} from '../../../../src/agents/model/answers';
import { schemaForModels } from '../../../../src/debate/log/described';
import { taskOutputs, type TaskKind } from '../../../../src/debate/flow/tasks';
import * as z from 'zod';

const kinds = Object.keys(taskOutputs) as TaskKind[];
const turns = ['debater/opening', 'debater/turn', 'debater/closing'] as const;

const research = { queries: ['parcels'], files_read: ['a.md'], key_findings: [] };
const taskOutputFrom = (kind: TaskKind, answer: unknown): unknown =>
  outputFrom(kind, answer, { input: {} as never, research });

const source = {
  url: 'workspace:a.md#L1-L3',
  title: 'a.md',
  quote: 'It holds 12 parcels.',
  claim: 'The depot holds 12 parcels.',
};
const { claim: _, ...unclaimed } = source;
const marked = { mark: 's1', ...unclaimed };
const said = 'The depot holds 12 parcels [s1].';
const entry = {
  type: 'new_point',
  rebuttal_to_seq: null,
  position_now: null,
  would_change_my_mind: null,
  content: said,
  sources: [marked],
  introduces: [],
  acknowledges: [],
  concedes: [],
  corrections: [],
};
const debater = { name: 'ada', persona: 'a keeper', starting_position: 'Depots are good.', incentives: 'throughput' };
const point = { text: 'Which depot does better?', seqs: [2, 5] };
const answered = {
  answer: { text: 'Depots that count do better.', seqs: [2, 5] },
  agreed: [point],
  open: [{ ...point, settle: 'A count on a weekend.' }],
};
const criterion = { text: 'It was counted.', seqs: [2], points: 7 };
const criteria = {
  sourced_arguments: criterion,
  rebuttals: criterion,
  verifier_findings: criterion,
  rules: criterion,
  persona_consistency: criterion,
};
const three = ['One.', 'Two.', 'Three.'];
const toulmin = {
  title: 'Depots that count handle parcels',
  claim: 'The depot holds 12 parcels.',
  warrant: 'Who counts, handles.',
  backing: null,
  qualifier: 'mostly',
  grounds: [
    {
      source: 'a.md',
      content: 'It holds 12 parcels.',
      relevance: 'It is the depot.',
      url: source.url,
      quote: source.quote,
    },
  ],
  attacks: [{ target_id: 'opp_000a', type: 'claim_attack', content: 'It does not say so.' }],
  defends: [{ target_id: 'prop_000a', type: 'reinforce', content: 'It says so again.' }],
};
const { attacks: _attacks, defends: _defends, ...first } = toulmin;
const bothSides = { advocate: 'It holds.', critic: 'It does not.' };

/** An answer of each kind as a model gives it. */
const samples: Record<TaskKind, Record<string, unknown>> = {
  'chair/propose_lineup': { debaters: [debater, { ...debater, name: 'bob' }] },
  'chair/revise_lineup': { debaters: [debater, { ...debater, name: 'bob' }] },
  'chair/review_turn': {
    summary: 'Ada points to the count.',
    frameworks: [{ name: 'Little’s law', description: 'Waiting is arrivals times stay.' }],
    infractions: [{ rule: '7', reason: 'It has bob say what bob did not.' }],
    granted: [{ seq: 2, words: 'Twelve is right.' }],
  },
  'chair/choose_questions': { reason: 'It is open.', chosen: [0] },
  'chair/go_on': { reason: 'There is more to say.', go_on: true },
  'chair/rule_on_challenge': { reason: 'The passage is there.' },
  'chair/answer_clarification': { answer: 'Weekends count.' },
  'chair/name_unresolved': { points: [point], agreed: [point] },
  'chair/name_crux': { points: [point, point] },
  'chair/conclude': {
    evaluations: [{ debater: 'debater-a', criteria }],
    void: null,
    reason: 'The count stood and was not answered.',
    ...answered,
  },
  'chair/word_conclusion': { reason: 'The count stood and was not answered.', ...answered },
  'reporter/brief': {
    cruxes: [{ text: 'Whether it was counted.', seqs: [2, 3], for: [2], against: [3] }],
    options: [{ name: 'Keep both.', for: [2], against: [] }],
    assumptions: [{ text: 'The count goes on.', seqs: [2] }],
    would_change: [],
    minority: [],
    next: [],
  },
  'juror/verdict': {
    reasons: [
      { text: 'It was counted.', seqs: [2] },
      { text: 'Nobody answered it.', seqs: [3] },
    ],
    evaluations: [{ debater: 'debater-a', criteria }],
    void: null,
  },
  'voter/choose': { reason: 'It was counted.', choice: 'debater-a' },
  'chair/review_documents': { problems: [{ document: 'summary.md', problem: 'One side is longer.' }] },
  'debater/opening': {
    content: said,
    sources: [marked],
    introduces: [],
    acknowledges: [],
    memo: 'The tariff is in costs.md.',
  },
  'debater/turn': { entries: [entry], memo: null },
  'debater/closing': {
    content: 'It stands.',
    sources: [],
    acknowledges: [],
    concedes: [],
    corrections: [],
    position_now: 'Depots that count are good.',
    would_change_my_mind: 'A count that finds fewer.',
    challenge: null,
  },
  'advocate/defend': {
    preemptive_rebuttals: ['One.'],
    evidence_strengthening: [],
    assumption_defence: [],
    scope_and_framing: 'Depots alone.',
    assessments: [{ point: 'Twelve are few.', issue: null, answer: 'Not for a depot.', status: 'NEEDS TIGHTENING' }],
    argument: said,
    sources: [marked],
    acknowledges: [],
    memo: null,
  },
  'critic/critique': {
    objections: [
      { area: 'evidence and support', title: 'Twelve are few', text: 'They are.', severity: 'Major', issue: null },
    ],
    argument: said,
    sources: [marked],
    acknowledges: [3],
    memo: 'Costs of 2024 are in costs.md.',
  },
  'judge/recommend_rounds': { reason: 'It is narrow.', rounds: 2 },
  'judge/assess': {
    disputes: [{ claim: source.claim, side: 'advocate', seq: 2, url: null, explanation: 'a.md says 14.' }],
    argument_evaluation: bothSides,
    evidence_quality: bothSides,
    round_score: { reason: 'Close.', advocate: 6.5, critic: 6 },
    issues: [
      { id: null, title: 'Whether twelve are few', argued: true, reason: 'New.', severity: null, status: 'open' },
    ],
    end_reason: null,
    end: false,
  },
  'juror/issues': {
    issues: [{ issue: 'I1', reasons: [{ text: 'It was counted.', seqs: [2] }], verdict: 'ACCEPTED' }],
  },
  'judge/rule': {
    concessions: [],
    dismissed: [],
    ...answered,
    overall: 'It stands.',
    verdicts: [{ issue: 'I1', evidence_quality: 'Verified.', reason: 'It was counted.', verdict: 'REVISION REQUIRED' }],
  },
  'side/open': { arguments: [first, first, first], acknowledges: [], memo: null },
  'side/rebut': { arguments: [toulmin], acknowledges: [], memo: null },
  'moderator/propose_motions': { motions: ['Postgres should be chosen over MySQL.'] },
  'scorer/score': {
    scores: [{ argument_id: 'A', reasoning: 'Verified.', score: 0.25 }],
    rescores: [{ argument_id: 'B', reasoning: 'It was hit.', new_score: -0.1 }],
  },
  'reporter/clash': {
    question: 'Where?',
    clash: 'There.',
    turning_points: [{ title: 'A hit', text: 'It hit.' }],
    verdict: 'By a little.',
    ...answered,
  },
  'verifier/support': { explanation: 'It says "12 parcels".', answer: 'supports' },
  'audience/questions': { questions: [{ to: 'ada', question: 'What of weekends?' }] },
  'audience/conclusion': { content: 'Of all, seq 2 and seq 5 stay with me.', seqs: [2, 5] },
  'reporter/summary': {
    key_arguments: [{ debater: 'ada', arguments: [point] }],
    exchanges: [point],
    flow: 'It moved.',
  },
  'reporter/blog_post': { title: 'Parcels', body: 'They go somewhere.' },
  'assessor/report': {
    roles: [{ role: 'Chair', strengths: ['Brief.'], improvements: [], suggestions: ['Go on.'] }],
    execution: three,
    output: three,
    overall: { reasons: 'Sourced.', rating: 'Good' },
  },
};

const ajv = new Ajv({ strict: true });
const accepts = (kind: TaskKind, answer: unknown): boolean => ajv.validate(answerFormat(kind).schema, answer);

type Json = Record<string, unknown>;

/** Every schema inside a schema, itself included. */
function schemasIn(schema: Json): Json[] {
  const properties = Object.values((schema['properties'] ?? {}) as Record<string, Json>);
  const inner = [
    ...properties,
    ...((schema['anyOf'] ?? []) as Json[]),
    ...(schema['items'] === undefined ? [] : [schema['items'] as Json]),
  ];
  return [schema, ...inner.flatMap(schemasIn)];
}

const allowed = ['type', 'properties', 'required', 'items', 'anyOf', 'enum', 'description', 'additionalProperties'];

describe.each(kinds)('the answer of %s', (kind) => {
  const { name, schema } = answerFormat(kind);

  it('has a schema of closed objects with nothing in it that a provider refuses', () => {
    expect(name).toMatch(/^[a-z_]{1,64}$/);
    expect(schema['type']).toBe('object');
    for (const part of schemasIn(schema)) {
      expect(Object.keys(part).filter((key) => !allowed.includes(key))).toEqual([]);
      if (part['type'] !== 'object') continue;
      expect(part['additionalProperties']).toBe(false);
      expect(part['required']).toEqual(Object.keys(part['properties'] as Json));
    }
    // Anthropic counts unions over a whole schema and takes 16; OpenAI nests 10 deep.
    expect(schemasIn(schema).filter((part) => 'anyOf' in part).length).toBeLessThanOrEqual(16);
  });

  it('goes through the schema and comes out as the engine takes it', () => {
    expect(accepts(kind, samples[kind]), ajv.errorsText()).toBe(true);
    expect(schemaForModels(taskOutputs[kind]).safeParse(samples[kind]).success).toBe(true);
    const taken = taskOutputs[kind].safeParse(taskOutputFrom(kind, samples[kind]));
    expect(taken.error?.issues).toBeUndefined();
  });

  it('is refused by the schema with a property too few, too many or of another type', () => {
    const sample = samples[kind];
    for (const key of Object.keys(sample)) {
      const rest = Object.fromEntries(Object.entries(sample).filter(([other]) => other !== key));
      expect(accepts(kind, rest), `without ${key}`).toBe(false);
      expect(accepts(kind, { ...sample, [key]: { wrong: true } }), `wrong ${key}`).toBe(false);
    }
    expect(accepts(kind, { ...sample, thoughts: 'Let me see.' })).toBe(false);
  });

  it('is given back as it is when it has no shape at all, for the engine to refuse', () => {
    for (const nothing of [
      'I cannot say.',
      7,
      null,
      undefined,
      [],
      [null],
      { entries: 'none' },
      { entries: [null, 3, 'x'] },
    ]) {
      expect(() => taskOutputFrom(kind, nothing)).not.toThrow();
      expect(taskOutputs[kind].safeParse(taskOutputFrom(kind, nothing)).success).toBe(false);
    }
  });
});

it('an answer is logged without halves of characters', () => {
  const output = taskOutputFrom('chair/answer_clarification', { answer: 'Trams \ud83d and \u{1f68b}.' });
  expect(output).toEqual({ answer: 'Trams \ufffd and \u{1f68b}.' });
});

describe('the turns of a debater', () => {
  const argued = { content: 'The depot holds 12 parcels.', sources: [source] };
  const taken = (given: Record<string, unknown>): unknown =>
    (taskOutputFrom('debater/turn', { entries: [{ ...entry, ...given }] }) as { entries: unknown[] }).entries[0];

  it('have a schema each, in which stands only what the task allows', () => {
    expect(new Set(turns.map(lineage)).size).toBe(3);
    const [opening, turn, closing] = turns.map((kind) => JSON.stringify(answerFormat(kind).schema));
    for (const other of ['rebuttal', 'challenge', 'target_seq', 'correction', 'opening_statement'])
      expect(opening).not.toContain(other);
    expect(turn).not.toContain('_statement');
    for (const type of ['new_point', 'rebuttal', 'conjecture', 'source_challenge', 'clarification_request'])
      expect(turn).toContain(`"${type}"`);
    for (const other of ['rebuttal', 'conjecture', 'memo', 'introduces']) expect(closing).not.toContain(other);
    const types = (answerFormat('debater/turn').schema as { properties: { entries: { items: { anyOf: Json[] } } } })
      .properties.entries.items.anyOf;
    expect(types.map(({ properties }) => Object.keys(properties as Json))).toEqual([
      [
        ...['type', 'rebuttal_to_seq', 'content', 'sources', 'introduces', 'acknowledges', 'concedes', 'corrections'],
        ...['position_now', 'would_change_my_mind'],
      ],
      ['type', 'target_seq', 'url', 'claim', 'content'],
      ['type', 'target_seq', 'content'],
    ]);
    expect((turn ?? '').length).toBeLessThan(5_000);
  });

  it('have one schema for each name', () => {
    const schemas = new Map<string, string>();
    for (const kind of kinds) {
      const text = JSON.stringify(answerSchema(taskOutputs[kind]));
      expect(schemas.get(lineage(kind)) ?? text).toBe(text);
      schemas.set(lineage(kind), text);
    }
  });

  it('name a source once: the sentence with its mark is its claim, and the marks go', () => {
    expect(taken({})).toEqual({ type: 'new_point', ...argued });
    expect(taken({ type: 'rebuttal', rebuttal_to_seq: 2 })).toEqual({
      type: 'rebuttal',
      rebuttal_to_seq: 2,
      ...argued,
    });
    expect(taskOutputFrom('debater/opening', samples['debater/opening'])).toEqual({
      entries: [{ type: 'opening_statement', ...argued }],
      memo: 'The tariff is in costs.md.',
    });
  });

  it('keep of an entry what belongs to its type', () => {
    const rider = { target_seq: 3, url: 'https://example.org/', claim: 'Twelve.', content: 'No.' };
    expect(taken({ ...rider, type: 'source_challenge', sources: [] })).toEqual({ type: 'source_challenge', ...rider });
    const question = { content: 'May it?', target_seq: null, sources: [] };
    expect(taken({ ...question, type: 'clarification_request' })).toEqual({
      type: 'clarification_request',
      content: 'May it?',
    });
    expect(taken({ ...rider, type: 'new_point', content: said })).toEqual({ type: 'new_point', ...argued });
  });

  it('challenge a source in a closing too', () => {
    const challenge = { target_seq: 3, url: 'https://example.org/', claim: 'Twelve.', content: 'No.' };
    const output = taskOutputFrom('debater/closing', { ...samples['debater/closing'], challenge });
    expect(taskOutputs['debater/closing'].parse(output)).toEqual({
      entries: [
        {
          type: 'closing_statement',
          content: 'It stands.',
          position_now: 'Depots that count are good.',
          would_change_my_mind: 'A count that finds fewer.',
        },
        { type: 'source_challenge', ...challenge },
      ],
    });
  });

  it('keep concessions, frameworks, acknowledgements and a correction', () => {
    const more = {
      concedes: [{ seq: 2, claim: 'Twelve.' }],
      introduces: [{ name: 'Little’s law', description: 'd' }],
      acknowledges: [4],
      corrections: [{ seq: 1, old_url: 'https://a.example/', new_url: 'https://b.example/', reason: 'It moved.' }],
      position_now: 'Depots that count are good.',
    };
    expect(taken(more)).toEqual({ type: 'new_point', ...argued, ...more });
  });

  it('leave out what is empty in a source, and keep a claim that is written out', () => {
    const spelt = { ...source, quote: '', title: '' };
    expect(taken({ content: argued.content, sources: [spelt] })).toEqual({
      type: 'new_point',
      content: argued.content,
      sources: [{ url: source.url, title: '', claim: source.claim }],
    });
  });

  it('are taken from models that are held to no schema', () => {
    for (const plain of [
      { type: 'closing_statement', content: 'It stands.' },
      { content: 'It stands.' },
      { entries: [{ type: 'closing_statement', content: 'It stands.' }] },
    ])
      expect(taskOutputFrom('debater/closing', plain)).toEqual({
        entries: [{ type: 'closing_statement', content: 'It stands.' }],
      });
    const named = { type: 'source_challenge', content: 'No.', target_seq: 2 };
    expect(taken({ ...named, challenged_url: 'https://a.example/', challenged_claim: 'Twelve.', sources: [] })).toEqual(
      {
        ...named,
        url: 'https://a.example/',
        claim: 'Twelve.',
      },
    );
  });

  it('go back with the missing field when a rebuttal names no entry', () => {
    const parsed = taskOutputs['debater/turn'].safeParse(
      taskOutputFrom('debater/turn', { entries: [{ ...entry, type: 'rebuttal' }] }),
    );
    expect(parsed.error?.issues[0]?.path).toEqual(['entries', 0, 'rebuttal_to_seq']);
  });
});

describe('the answers of a tribunal', () => {
  it('have their research from code, and their claims by mark', () => {
    expect(taskOutputFrom('advocate/defend', samples['advocate/defend'])).toMatchObject({
      research_log: research,
      argument: 'The depot holds 12 parcels.',
      sources: [source],
    });
  });

  it('name what the Judge disputes, and no verdict', () => {
    expect(taskOutputFrom('judge/assess', samples['judge/assess'])).toMatchObject({
      fact_check: [{ claim: source.claim, verdict: 'DISPUTED' }],
    });
  });

  it('do not ask in the last round whether to end', () => {
    const [usual, last] = answerFormats('judge/assess').map(({ schema }) => JSON.stringify(schema));
    expect(usual).toContain('"end"');
    expect(last).not.toContain('"end"');
    expect(answerFormat('judge/assess', { final: { total: 2 } } as never).name).toBe('judge_assess_last');
    expect(answerFormat('judge/assess', { final: undefined } as never).name).toBe('judge_assess');
  });
});

describe('the arguments of a dialectic', () => {
  it('attack and defend nothing in the first exchange', () => {
    expect(JSON.stringify(answerFormat('side/open').schema)).not.toMatch(/attacks|defends/);
    expect(JSON.stringify(answerFormat('side/rebut').schema)).toMatch(/attacks.*defends/);
  });

  it('come as three or as one, and anything else goes back', () => {
    const rebut = (count: number) =>
      taskOutputs['side/rebut'].safeParse(
        taskOutputFrom('side/rebut', { arguments: Array.from({ length: count }, () => toulmin), acknowledges: [4] }),
      );
    expect(rebut(1).data).toMatchObject({ argument: { title: toulmin.title, qualifier: 'mostly' }, acknowledges: [4] });
    expect(rebut(1).data?.argument).not.toHaveProperty('backing');
    for (const count of [0, 2, 3]) expect(rebut(count).success).toBe(false);
    expect(taskOutputs['side/open'].safeParse(taskOutputFrom('side/open', samples['side/rebut'])).success).toBe(false);
    // From models that are held to no schema.
    expect(taskOutputs['side/rebut'].safeParse(taskOutputFrom('side/rebut', { argument: toulmin })).success).toBe(true);
  });
});

describe('a schema for providers', () => {
  it('loses limits, formats and defaults, wherever they stand', () => {
    const shape = z.strictObject({
      text: z.string().min(1).max(9).regex(/a/),
      list: z.array(z.int().min(0)).min(2).max(3),
      pattern: z.string().default('x'),
      either: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('a') }),
        z.strictObject({ kind: z.literal('b') }),
      ]),
    });
    const schema = answerSchema(shape);
    expect(schema['properties']).toMatchObject({
      text: { type: 'string' },
      list: { type: 'array', items: { type: 'integer' } },
      pattern: { type: 'string' },
    });
    const keys = schemasIn(schema).flatMap((part) => Object.keys(part));
    expect(keys.filter((key) => !allowed.includes(key))).toEqual([]);
    expect(ajv.validate(schema, { text: '', list: [], pattern: '', either: { kind: 'b' } })).toBe(true);
    expect(ajv.validate(schema, { text: '', list: [], pattern: '', either: { kind: 'c' } })).toBe(false);
    expect(schema['required']).toEqual(['text', 'list', 'pattern', 'either']);
  });
});
