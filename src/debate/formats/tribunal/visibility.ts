import type { Entry } from '../../log/entry';
import type { EntryData, EntryType } from '../../log/entryData';

/**
 * Who may see what of a tribunal's record. The compiler holds the table against the schemas: a field that is added
 * there without a line here does not compile. What the table does not know is seen by nobody.
 *
 * - `all`: both sides and the Judge;
 * - `author`: who wrote it, or whose entry it is about, and the Judge (with a raw handover the other side too, of
 *   contributions);
 * - `judge`: the Judge alone;
 * - `last`: the Judge alone, and only once the last round runs;
 * - `none`: no agent; people, code and documents.
 */
const sights = ['all', 'author', 'judge', 'last', 'none'] as const;
export type Sight = (typeof sights)[number];
export const isSight = (value: unknown): value is Sight => sights.some((sight) => sight === value);

/** What open objects may hold besides is nobody's. */
type Known<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** `of`: each item is for the side that this field names, and the Judge; for all where it names none. */
type FieldSight<V> =
  | Sight
  | (V extends readonly (infer E)[]
      ? E extends object
        ? { each: Fields<E>; of?: Known<E> }
        : never
      : V extends object
        ? { parts: Fields<V> }
        : never);

type Fields<T> = { readonly [K in Known<T>]-?: FieldSight<NonNullable<T[K]>> };

interface TypeSight<T> {
  /** Whether the entry is there at all. */
  readonly entry: Sight | ((entry: Entry) => Sight);
  /** `composed`: put together again from the fields that are seen. */
  readonly content: Sight | 'composed';
  readonly sources: Sight;
  readonly fields: Fields<T>;
}

/** `none`: no agent sees such entries. */
type Table = { readonly [T in EntryType]: TypeSight<EntryData[T]> | 'none' };

const step = { step: 'none' } as const;
const leftOut = { each: { url: 'author', reason: 'author' } } as const;
const cited = 'author';
/** Failures are told to all, each in words of its own; plans to nobody but the Judge, and late. */
function noteSight({ data }: Entry): Sight {
  if (data?.['kind'] === 'usage' || data?.['kind'] === 'memo' || data?.['judge'] !== undefined) return 'none';
  if (data?.['voter'] !== undefined) return 'none';
  if (data?.['kind'] === 'failure' && typeof data['round'] === 'number') return 'all';
  return data?.['kind'] === 'rounds_planned' || data?.['kind'] === 'failure' ? 'last' : 'judge';
}

const research = { queries: 'author', files_read: 'author', key_findings: 'author' } as const;
/** Of a side's contribution, whichever side it is. */
const spoken = {
  ...step,
  acknowledges: 'all',
  correction: 'all',
  corrections: 'all',
  ignores: 'author',
  left_out: leftOut,
  mended: { each: { was: 'author', is: 'author' } },
  round: 'all',
  research_log: { parts: research },
  argument: 'all',
  cited,
  closed_book: 'author',
} as const;
const pair = { advocate: 'all', critic: 'all' } as const;

export const visibility: Table = {
  setup: {
    entry: 'all',
    content: 'composed',
    sources: 'none',
    fields: {
      ...step,
      record_version: 'none',
      engine_version: 'none',
      topic: 'all',
      format: 'all',
      options: 'none',
      models: 'none',
      limits: 'none',
      prompts: 'none',
      hosts: 'none',
      background: 'none',
      debaters: {
        each: {
          name: 'all',
          persona: 'all',
          starting_position: 'all',
          incentives: 'all',
          model: 'none',
          document: 'none',
          section: 'none',
        },
      },
      evidence: {
        parts: {
          root: 'none',
          files: { each: { path: 'all', bytes: 'none', sha256: 'none' } },
          left_out: { each: { path: 'none', detail: 'none' } },
          manifest: 'none',
        },
      },
    },
  },
  announcement: {
    entry: 'all',
    content: 'all',
    sources: 'none',
    fields: {
      ...step,
      kind: 'all',
      round: 'all',
      points: { each: { text: 'all', seqs: 'all' } },
      agreed: 'all',
      order: 'all',
    },
  },
  note: {
    entry: noteSight,
    content: 'composed',
    sources: 'none',
    fields: {
      ...step,
      kind: 'all',
      round: 'all',
      side: 'all',
      debater: 'none',
      judge: 'none',
      voter: 'none',
      reason: 'judge',
      rounds: 'last',
      summary: 'judge',
      frameworks: 'judge',
      granted: 'judge',
      questions: 'judge',
      problems: 'judge',
      passages_left: 'none',
      usage: 'none',
      usage_by: 'none',
      steps: 'none',
      answers: 'none',
    },
  },
  ruling: {
    entry: 'author',
    content: 'author',
    sources: 'none',
    fields: { ...step, kind: 'author', rule: 'author', reason: 'author', url: 'author', debater: 'author' },
  },
  redaction: {
    entry: 'all',
    content: 'composed',
    sources: 'none',
    fields: { ...step, kind: 'author', rule: 'author', reason: 'author', url: 'author', debater: 'all' },
  },
  verification_result: {
    entry: 'author',
    content: 'author',
    sources: 'none',
    fields: {
      ...step,
      url: 'author',
      status: 'author',
      confidence: 'author',
      checks: 'author',
      notes: 'author',
      snapshot: 'author',
      text_sha256: 'none',
      capture_sha256: 'none',
      passage: 'author',
      explanation: 'author',
      sketch: 'none',
      unanswered: 'author',
      again: 'author',
      vouched: 'author',
    },
  },
  audience_question: { entry: 'all', content: 'all', sources: 'none', fields: { ...step, to: 'all' } },
  intervention: {
    entry: guidanceSight,
    content: 'composed',
    sources: 'none',
    fields: { ...step, guidance: 'all', change: 'none' },
  },
  handoff: 'none',
  defense: {
    entry: 'all',
    content: 'composed',
    sources: cited,
    fields: {
      ...spoken,
      preemptive_rebuttals: 'all',
      evidence_strengthening: 'all',
      assumption_defence: 'all',
      scope_and_framing: 'all',
      assessments: { each: { point: 'all', issue: 'all', status: 'author', answer: 'all' } },
    },
  },
  critique: {
    entry: 'all',
    content: 'composed',
    sources: cited,
    fields: {
      ...spoken,
      objections: { each: { area: 'all', title: 'all', text: 'all', severity: 'all', issue: 'all' } },
    },
  },
  assessment: {
    entry: 'all',
    content: 'composed',
    sources: 'none',
    fields: {
      ...step,
      round: 'all',
      end: 'judge',
      end_reason: 'judge',
      end_refused: 'judge',
      covers: 'judge',
      // Based on the Verifier's results, which are for the Judge and the side concerned; that side has the reasons as
      // standing issues.
      fact_check: {
        of: 'side',
        each: { claim: 'all', verdict: 'all', side: 'all', seq: 'all', url: 'all', explanation: 'judge' },
      },
      argument_evaluation: { parts: pair },
      evidence_quality: { parts: pair },
      issues: {
        each: { id: 'all', title: 'all', status: 'all', severity: 'all', is_new: 'all', argued: 'all', reason: 'all' },
      },
      round_score: { parts: { ...pair, reason: 'all' } },
    },
  },
  judges_ruling: {
    entry: 'judge',
    content: 'judge',
    sources: 'none',
    fields: {
      ...step,
      round: 'judge',
      agreements: 'judge',
      concessions: 'judge',
      dismissed: 'judge',
      unresolved: 'judge',
      metrics: 'judge',
      verdicts: {
        each: { issue: 'judge', verdict: 'judge', reason: 'judge', evidence_quality: 'judge', firm: 'judge' },
      },
      overall: 'judge',
      answer: 'judge',
      agreed: 'judge',
      open: 'judge',
      outcome: 'judge',
      undecided: 'judge',
      tally: 'judge',
      early: 'judge',
    },
  },
  document: 'none',
  // These types belong to other formats: a tribunal's log that holds them was not written by a tribunal.
  conclusion: 'none',
  opening_statement: 'none',
  new_point: 'none',
  rebuttal: 'none',
  conjecture: 'none',
  clarification_request: 'none',
  closing_statement: 'none',
  source_challenge: 'none',
  audience_conclusion: 'none',
  argument: 'none',
  judgment: 'none',
  // Whoever argues or judges never sees what another one decided.
  verdict: 'none',
  vote: 'none',
};

/** Changes of limits, models and the like are between the user and the engine. */
function guidanceSight({ data, content }: Entry): Sight {
  const guidance = data?.['guidance'];
  if (typeof guidance === 'string') return 'all';
  return data?.['change'] === undefined && content !== '' ? 'all' : 'none';
}
