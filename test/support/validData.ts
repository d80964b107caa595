import type { EntryData, EntryType } from '../../src/debate/log/entryData';
import { setupData, step } from './entries';

/** Valid `data` of every type: as bare as possible, and with all its fields. */
const usage = { input: 1, cache_write: 0, cache_read: 2, output: 3, usd: 0.01 };
const mark = step('r1/turn/ada', { index: 1, count: 2, agent: 'ada', usage });
const turn = {
  step: mark,
  introduces: [{ name: 'The lever model', description: 'Long levers move more.' }],
  acknowledges: [3],
  concedes: [{ seq: 2, claim: 'It rains.' }],
  correction: { seq: 2, old_url: 'workspace:a.md', new_url: 'workspace:b.md', reason: 'a typo' },
};
const researchLog = { queries: ['q'], files_read: ['a.md'], key_findings: ['f'] };
const cited = { external: ['https://a.example'], evidence: ['workspace:a.md'], subject: [] };

type Sample<T extends EntryType> = EntryData[T] & Record<string, unknown>;

export const validData: { [T in EntryType]: Sample<T>[] } = {
  setup: [setupData, { ...(setupData as Sample<'setup'>), step: step('setup'), subject: ['a.md'] }],
  announcement: [{}, { step: mark, kind: 'relay', round: 1, points: [{ text: 't', seqs: [1, 2] }] }],
  note: [
    {},
    {
      step: mark,
      kind: 'review',
      round: 1,
      summary: 's',
      frameworks: turn.introduces,
      questions: [{ to: 'ada', question: 'Why?' }],
      problems: [{ document: 'summary.md', problem: 'takes sides' }],
    },
  ],
  ruling: [{}, { step: mark, kind: 'infraction', rule: '6', reason: 'r', url: 'workspace:a.md', debater: 'ada' }],
  redaction: [{}, { step: mark, kind: 'fabricated', rule: '12', reason: 'r', url: 'workspace:a.md' }],
  conclusion: [
    { outcome: 'draw', reason: 'close' },
    {
      step: mark,
      outcome: 'ada_wins',
      reason: 'r',
      evaluations: [{ debater: 'ada', criteria: { sources: 3, note: null } }],
    },
  ],
  opening_statement: [{}, turn],
  new_point: [{}, turn],
  rebuttal: [{}, turn],
  conjecture: [{}, turn],
  clarification_request: [{}, turn],
  source_challenge: [
    { url: 'workspace:a.md', claim: 'c' },
    { ...turn, url: 'workspace:a.md', claim: 'c' },
  ],
  closing_statement: [{}, turn],
  verification_result: [
    { url: 'workspace:a.md', status: 'unverified' },
    {
      step: mark,
      url: 'workspace:a.md',
      status: 'verified',
      confidence: 'high',
      explanation: 'e',
      checks: { exists: 'pass', quote: 'fail', figures: 'approximate', attribution: 'not_applicable', support: 'same' },
      notes: { quote: 'n' },
      snapshot: null,
      passage: { start: 0, end: 5 },
    },
  ],
  audience_question: [{ to: 'ada' }, { step: mark, to: 'ada', round: 1 }],
  audience_conclusion: [{}, { step: mark, seqs: [1, 2] }],
  intervention: [
    {},
    {
      step: mark,
      guidance: 'g',
      change: {
        max_rounds: 2,
        min_rounds: 1,
        time_budget_minutes: 1.5,
        budget_usd: null,
        exchanges: 3,
        stop: true,
        conclude: false,
      },
    },
  ],
  document: [{ name: 'summary.md' }, { step: mark, name: 'blog-post.md' }],
  defense: [
    {},
    {
      step: mark,
      round: 1,
      research_log: researchLog,
      preemptive_rebuttals: ['p'],
      evidence_strengthening: ['e'],
      assumption_defence: ['a'],
      assessments: [{ point: 'p', status: 'NEEDS TIGHTENING' }],
      scope_and_framing: 's',
      cited,
    },
  ],
  critique: [
    {},
    {
      step: mark,
      round: 2,
      research_log: researchLog,
      objections: [{ area: 'a', text: 't', severity: 'Major' }],
      cited,
    },
  ],
  handoff: [{}, { step: mark, from: 'advocate', to: 'critic', round: 1 }],
  assessment: [
    {},
    {
      step: mark,
      round: 1,
      fact_check: [{ claim: 'c', verdict: 'CONFIRMED' }],
      round_score: { advocate: 3 },
      issues: [{ id: 'I-1', title: 't', status: 'open', severity: 'Critical' }],
    },
  ],
  judges_ruling: [
    {},
    {
      step: mark,
      verdicts: [{ issue: 'I-1', verdict: 'REVISION REQUIRED', reason: 'r' }],
      agreements: ['a'],
      concessions: ['c'],
      dismissed: [],
      unresolved: ['u'],
      metrics: {},
      outcome: 'mixed',
    },
  ],
  argument: [
    {
      step: mark,
      argument: {
        id: 'prop_001',
        side: 'proposition',
        exchange: 0,
        title: 't',
        claim: 'c',
        warrant: 'w',
        grounds: [{ source: 'workspace:a.md', content: 'c', relevance: 'r' }],
        backing: 'b',
        qualifier: 'q',
        attacks: [{ target_id: 'opp_001', type: 'claim_attack', content: 'a' }],
        defends: [{ target_id: 'prop_001', type: 'reinforce' }],
      },
    },
  ],
  judgment: [
    { scores: [] },
    {
      step: mark,
      scores: [{ argument_id: 'prop_001', score: 0.5, reasoning: 'r' }],
      order: ['prop_001'],
      seed: 7,
      rescores: [{ argument_id: 'opp_001', old_score: 0.5, new_score: -0.25, reasoning: 'r' }],
    },
  ],
  verdict: [
    { judge: 'j1', model: 'm', order: 'a', seed: 's', labels: { 'debater-a': 'ada' } },
    {
      step: mark,
      judge: 'j2',
      model: 'host',
      by: 'host',
      order: 'b',
      seed: 's',
      labels: { 'debater-a': 'ada' },
      reasons: [{ text: 'r', seqs: [1] }],
      criteria: [{ label: 'debater-a', name: 'rules', points: 7, text: 't', seqs: [] }],
      void: { reason: 'r' },
      choice: 'ada_wins',
      margin: 4,
      issues: [{ issue: 'I1', verdict: 'ACCEPTED', reasons: [{ text: 'r', seqs: [1] }] }],
    },
  ],
  vote: [
    { stage: 'baseline', choice: 'none' },
    {
      step: mark,
      stage: 'baseline',
      voter: 'b1',
      model: 'm',
      options: [{ label: 'A', debater: 'ada', text: 't' }],
      order: ['A'],
      choice: 'ada',
      reason: 'r',
      from_memory: true,
    },
  ],
};
