import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serialiseEntry } from '../../src/debate/log/codec';
import type { Entry, Source } from '../../src/debate/log/entry';
import type { VerificationStatus } from '../../src/debate/log/entryData';
import type { DebateLog } from '../../src/record/debateLog';
import { logIn } from './logs';
import { tempFolder } from './tempFolder';

type Part = Partial<Entry> & { speaker: string; type: string };

const phaseOf: Partial<Record<string, string>> = {
  opening_statement: 'opening',
  new_point: 'rebuttal',
  rebuttal: 'rebuttal',
  conjecture: 'rebuttal',
  source_challenge: 'rebuttal',
  audience_question: 'rebuttal',
  closing_statement: 'closing',
};

/** A hand-written record for tests of the documents; the engine need not be able to make it. */
export class ReportRecord {
  readonly lines: string[] = [];
  #next = 0;

  /** Adds an entry and returns its seq. */
  add(part: Part): number {
    const seq = this.#next++;
    const timestamp = new Date(Date.UTC(2026, 10, 4, 10, 0, 0) + seq * 20_000).toISOString();
    const blank = {
      phase: phaseOf[part.type] ?? 'system',
      content: '',
      sources: null,
      rebuttal_to_seq: null,
      target_seq: null,
    };
    this.lines.push(serialiseEntry({ seq, timestamp, ...blank, ...part }));
    return seq;
  }

  setup(data: Record<string, unknown> = {}): number {
    const debater = (name: string, persona: string, starting_position: string) => {
      return { name, persona, starting_position, incentives: 'To be right in a year.', model: 'claude-sonnet' };
    };
    return this.add({
      speaker: 'chair',
      type: 'setup',
      content: 'Debate session initialised. Chair is ready. Debaters: sre, cfo',
      data: {
        record_version: 1,
        engine_version: '0.1.0',
        topic: 'Should we move the monolith to Kubernetes?',
        format: 'panel',
        debaters: [
          debater('sre', 'Site reliability engineer, ten years on call', 'For the move, in stages'),
          debater('cfo', 'Finance director of a firm of 60', 'Against: the bill comes first'),
        ],
        models: {
          chair: 'claude-opus',
          reporter: 'claude-sonnet',
          verifier: 'claude-sonnet',
          audience: 'claude-sonnet',
          assessor: 'claude-sonnet',
        },
        limits: { min_rounds: 1, max_rounds: 2, time_budget_minutes: 30, budget_usd: null },
        evidence: { root: '/evidence', files: [] },
        prompts: {},
        step: step('setup', 0),
        ...data,
      },
    });
  }

  /** A verification result as the Verifier writes it. */
  verify(
    target: number,
    url: string,
    status: VerificationStatus,
    data: { explanation?: string } & Record<string, unknown> = {},
  ): number {
    const result = status === 'verified' ? 'pass' : 'fail';
    const explanation =
      status === 'verified' ? 'The quotation stands verbatim at the cited place.' : `It does not hold (${status}).`;
    return this.add({
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: target,
      content: `Verification of seq ${target}, ${url}: ${status}. ${data.explanation ?? explanation}`,
      data: {
        url,
        status,
        confidence: status === 'verified' ? 'high' : 'low',
        snapshot: 'a'.repeat(64),
        explanation,
        checks: {
          exists: 'pass',
          quote: result,
          figures: 'not_applicable',
          attribution: 'not_applicable',
          support: result,
        },
        ...data,
      },
    });
  }

  strike(target: number, speaker: string, reason: string): number {
    const content = `REDACTED: seq ${target} (${speaker}). Reason: ${reason} Entry is struck from the record.`;
    return this.add({
      speaker: 'chair',
      type: 'redaction',
      target_seq: target,
      content,
      data: { kind: 'fabricated', rule: '12', reason },
    });
  }

  round(number: number): number {
    const content = `Round ${number} of 2 beginning.`;
    return this.add({
      speaker: 'chair',
      type: 'announcement',
      phase: 'rebuttal',
      content,
      data: { kind: 'round_start', round: number },
    });
  }

  conclude(outcome: string, data: { reason?: string } & Record<string, unknown> = {}): number {
    const reason = data.reason ?? 'The bill was shown, the gain was not.';
    const content = `Debate concluded. Outcome: ${outcome}. Reason: ${reason}`;
    return this.add({
      speaker: 'chair',
      type: 'conclusion',
      content,
      data: { outcome, reason, ...data, step: step('conclusion', 0) },
    });
  }

  document(name: string, content: string): number {
    const speaker = name === 'assessor-report.md' ? 'assessor' : 'reporter';
    return this.add({ speaker, type: 'document', content, data: { name, step: step('documents', 0) } });
  }

  /** The record as a log on disk, closed after the test. */
  async open(folder = tempFolder()): Promise<DebateLog> {
    writeFileSync(join(folder, 'debate-log.jsonl'), this.lines.join(''));
    return await logIn(folder);
  }
}

export const step = (id: string, usd: number, index = 0) => ({
  id,
  index,
  count: 1,
  attempt: 1,
  elapsed_ms: 1_000,
  usage: { input: 100, cache_write: 50, cache_read: 900, output: 20, usd },
});

export const source = (url: string, title: string, more: Partial<Source> = {}): Source => ({
  url,
  title,
  accessed: '2026-11-04',
  ...more,
});

export const loadTest = 'workspace:docs/load-test.md#L10-L20';
export const costs = 'https://example.org/costs_(2026)';

/** A debate with one of everything that the documents show. Returns the record and the seqs that tests name. */
export function sampleDebate(setup: Record<string, unknown> = {}) {
  const record = new ReportRecord();
  record.setup(setup);
  record.add({
    speaker: 'chair',
    type: 'announcement',
    content: 'All agents confirmed ready. Beginning Phase 1.',
    data: { kind: 'ready' },
  });
  const sre = record.add({
    speaker: 'sre',
    type: 'opening_statement',
    content:
      'The load test speaks for itself.\n\n## Three figures\n\n1. p99 fell to 120 ms\n2. no page at night\n3. `kubectl` does the rest',
    sources: [
      source(loadTest, 'Load test of 12 May', { quote: 'p99 fell to 120 ms', claim: 'p99 fell to 120 ms' }),
      source('workspace:docs/pages.md', 'Pages', { quote: 'no page at night' }),
    ],
    data: {
      introduces: [{ name: 'Error budget', description: 'What may fail in a quarter.' }],
      step: step('opening/sre', 0.01),
    },
  });
  record.verify(sre, loadTest, 'verified');
  record.verify(sre, 'workspace:docs/pages.md', 'unreliable', { explanation: 'The quotation does not stand there.' });
  record.add({
    speaker: 'chair',
    type: 'ruling',
    target_seq: sre,
    content: `Ruling on seq ${sre}: the source workspace:docs/pages.md is unreliable. The quotation does not stand there. sre is warned.`,
    data: {
      kind: 'unreliable',
      rule: '13',
      reason: 'The quotation does not stand there.',
      url: 'workspace:docs/pages.md',
    },
  });
  const cfo = record.add({
    speaker: 'cfo',
    type: 'opening_statement',
    content: `Who pays? The answer to seq ${sre} is a bill.`,
    sources: [source(costs, 'Costs | a table', { quote: 'The bill doubled.', claim: 'The bill doubles.' })],
    data: { step: step('opening/cfo', 0.02) },
  });
  record.verify(cfo, costs, 'verified');
  return { ...rounds(record, { sre, cfo }), sre, cfo };
}

function rounds(record: ReportRecord, { sre, cfo }: { sre: number; cfo: number }) {
  record.round(1);
  const rebuttal = record.add({
    speaker: 'sre',
    type: 'rebuttal',
    rebuttal_to_seq: cfo,
    content: `SOURCE CORRECTION for seq ${sre}: replacing workspace:docs/pages.md with ${loadTest} — wrong file\n\nGranted, the bill doubles once (seq ${cfo}).`,
    sources: [source(loadTest, 'Load test of 12 May', { quote: 'p99 fell to 120 ms' })],
    data: {
      concedes: [{ seq: cfo, claim: 'The bill doubles.' }],
      correction: { seq: sre, old_url: 'workspace:docs/pages.md', new_url: loadTest, reason: 'wrong file' },
      step: step('r1/turn/sre', 0.01),
    },
  });
  record.verify(rebuttal, loadTest, 'verified');
  record.add({
    speaker: 'chair',
    type: 'note',
    target_seq: rebuttal,
    content: `Review of seq ${rebuttal} (sre): grants the bill, keeps the gain.`,
    data: { kind: 'review', summary: 'Grants that the bill doubles once, and holds that the gain is lasting.' },
  });
  record.add({
    speaker: 'chair',
    type: 'ruling',
    target_seq: null,
    content: 'The turn of cfo in round 1 is skipped. No answer.',
    data: { kind: 'skipped', debater: 'cfo', phase: 'rebuttal', round: 1, reason: 'No answer.' },
  });
  record.add({
    speaker: 'audience',
    type: 'audience_question',
    content: 'To cfo: what would change your mind?',
    data: { to: 'cfo', round: 1 },
  });
  record.add({
    speaker: 'chair',
    type: 'announcement',
    content: 'Pre-Phase-3 review: one point.',
    data: { kind: 'unresolved', points: [{ text: 'Who is on call?', seqs: [sre] }] },
  });
  record.add({
    speaker: 'cfo',
    type: 'closing_statement',
    content: 'The bill stands.',
    data: { step: step('closing/cfo', 0.01) },
  });
  const conclusion = record.conclude('cfo_wins', {
    evaluations: [
      { debater: 'sre', criteria: { sources: 3, rules: 'kept', verification: { verified: 2, unreliable: 1 } } },
      { debater: 'cfo', criteria: { sources: 1, rules: 'kept', verification: { verified: 1, unreliable: 0 } } },
    ],
  });
  const audience = record.add({
    speaker: 'audience',
    type: 'audience_conclusion',
    content: `What moved us was seq ${cfo}.\n\nAnd a little seq ${sre}.`,
    data: { seqs: [cfo, sre] },
  });
  record.document(
    'summary.md',
    `## Key Arguments\n\n### cfo\n\n- The bill doubles (seq ${cfo})\n\n### sre\n\n- p99 fell (seq ${sre})\n\n## Notable Exchanges\n\n- The bill, granted (seqs ${cfo} and ${rebuttal})\n\n## Debate Flow\n\nIt went from speed to money.`,
  );
  record.document('blog-post.md', '# Moving house\n\nA house is moved once.');
  record.document('assessor-report.md', `## Overall Quality\n\n**Good.** Short, but see seq ${rebuttal}.`);
  return { record, rebuttal, conclusion, audience };
}
