/**
 * Types of a Rostrum debate log, `debate-log.jsonl`: each line is an `Entry`. They are made from the JSON Schema beside this file,
 * which holds the limits that types cannot say. docs/record.md says what the fields mean.
 *
 *     import type { Entry } from 'rostrum';
 *     const entry = JSON.parse(line) as Entry;
 *     if (entry.type === 'verification_result') console.log(entry.data?.status);
 */

export type Source = {
  url: string;
  title: string;
  accessed: string;
  quote?: string;
  claim?: string;
};

export type Step = {
  id: string;
  index: number;
  count: number;
  attempt: number;
  elapsed_ms: number;
  paced_ms?: number;
  agent?: string;
  usage?: Usage;
  usage_by?: Record<string, Usage>;
  condensed?: number;
  unstated?: readonly (string)[];
  via?: {
    client: {
      name: string;
      version: string;
    };
    opens: number;
  };
};

export type Usage = {
  input: number;
  cache_write: number;
  cache_write_1h?: number;
  cache_read: number;
  output: number;
  usd: number;
  estimated?: boolean;
  unpriced?: boolean;
};

export type SetupData = {
  step?: Step;
  record_version: number;
  engine_version: string;
  topic: string;
  format: string;
  options?: Record<string, unknown>;
  debaters: readonly ({
    name: string;
    persona: string;
    starting_position: string;
    incentives: string;
    model: string;
    document?: string;
    section?: string;
  })[];
  models: Record<string, string>;
  limits: {
    min_rounds: number;
    max_rounds: number;
    time_budget_minutes: number;
    budget_usd: number | null;
    audience_minutes?: number;
    task_minutes?: number;
  };
  evidence: {
    root: string | null;
    files: readonly ({
      path: string;
      bytes: number;
      sha256: string;
    })[];
    left_out?: readonly ({
      path: string;
      detail: string;
    })[];
    manifest?: {
      sha256: string;
      files: number;
      bytes: number;
      left_out: number;
    };
  };
  prompts: Record<string, string>;
  hosts?: readonly ({
    seats: readonly (string)[];
    client: {
      name: string;
      version: string;
    };
    model?: string;
    restricted: "as told" | "unknown";
  })[];
  background?: string;
};

export type AnnouncementData = {
  step?: Step;
  kind?: string;
  round?: number;
  points?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  agreed?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  order?: readonly (string)[];
};

export type NoteData = {
  step?: Step;
  kind?: string;
  round?: number;
  summary?: string;
  frameworks?: readonly ({
    name: string;
    description: string;
  })[];
  granted?: readonly ({
    seq: number;
    words: string;
  })[];
  questions?: readonly ({
    to: string;
    question: string;
  })[];
  problems?: readonly ({
    document: string;
    problem: string;
  })[];
  reason?: string;
  side?: string;
  debater?: string;
  judge?: string;
  voter?: string;
  rounds?: number;
  passages_left?: number;
  usage?: Usage;
  usage_by?: Record<string, Usage>;
  answers?: readonly (string)[];
  steps?: readonly (string)[];
};

export type RulingData = {
  step?: Step;
  kind?: string;
  rule?: string;
  reason?: string;
  url?: string;
  debater?: string;
};

export type ConclusionData = {
  step?: Step;
  outcome: string;
  reason: string;
  evaluations?: readonly ({
    debater: string;
    criteria: Record<string, unknown>;
    text?: string;
    total?: number;
  })[];
  margin?: number;
  void?: {
    reason: string;
  };
  answer?: {
    text: string;
    seqs: readonly (number)[];
  } | null;
  agreed?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  open?: readonly ({
    text: string;
    seqs: readonly (number)[];
    settle: string;
  })[];
  undecided?: {
    why: "nobody_weighed" | "flips" | "split" | "judges_failed";
  };
  tally?: {
    seated: number;
    complete: number;
    need: number;
    votes: Record<string, number>;
    flips: readonly (string)[];
    failed: readonly (string)[];
    seqs: readonly (number)[];
  };
  unworded?: string;
};

export type OpeningStatementData = {
  step?: Step;
  introduces?: readonly ({
    name: string;
    description: string;
  })[];
  acknowledges?: readonly (number)[];
  concedes?: readonly ({
    seq: number;
    claim: string;
  })[];
  correction?: {
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  };
  corrections?: readonly ({
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  })[];
  position_now?: string;
  would_change_my_mind?: string;
  ignores?: readonly (number)[];
  left_out?: readonly ({
    url: string;
    reason: string;
  })[];
  mended?: readonly ({
    was: string;
    is: string;
  })[];
};

export type SourceChallengeData = {
  step?: Step;
  introduces?: readonly ({
    name: string;
    description: string;
  })[];
  acknowledges?: readonly (number)[];
  concedes?: readonly ({
    seq: number;
    claim: string;
  })[];
  correction?: {
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  };
  corrections?: readonly ({
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  })[];
  position_now?: string;
  would_change_my_mind?: string;
  ignores?: readonly (number)[];
  left_out?: readonly ({
    url: string;
    reason: string;
  })[];
  mended?: readonly ({
    was: string;
    is: string;
  })[];
  url: string;
  claim: string;
};

export type VerificationResultData = {
  step?: Step;
  url: string;
  status: "verified" | "unreliable" | "fabricated" | "unverified";
  confidence?: "high" | "medium-high" | "low";
  checks?: {
    exists: "pass" | "fail" | "approximate" | "not_judged" | "not_applicable" | "same";
    quote: "pass" | "fail" | "approximate" | "not_judged" | "not_applicable" | "same";
    figures: "pass" | "fail" | "approximate" | "not_judged" | "not_applicable" | "same";
    attribution: "pass" | "fail" | "approximate" | "not_judged" | "not_applicable" | "same";
    support: "pass" | "fail" | "approximate" | "not_judged" | "not_applicable" | "same";
  };
  notes?: Record<string, string>;
  snapshot?: string | null;
  text_sha256?: string;
  capture_sha256?: string;
  passage?: {
    start: number;
    end: number;
  } | null;
  explanation?: string;
  sketch?: string;
  unanswered?: boolean;
  again?: boolean;
  vouched?: boolean;
};

export type AudienceQuestionData = {
  step?: Step;
  to: string;
};

export type AudienceConclusionData = {
  step?: Step;
  seqs?: readonly (number)[];
};

export type InterventionData = {
  step?: Step;
  guidance?: string;
  change?: {
    max_rounds?: number;
    min_rounds?: number;
    time_budget_minutes?: number;
    budget_usd?: number | null;
    limits?: {
      min_rounds?: number;
      max_rounds?: number;
      time_budget_minutes?: number;
      budget_usd?: number | null;
      audience_minutes?: number;
      task_minutes?: number;
    };
    exchanges?: number;
    models?: Record<string, string>;
    prices?: Record<string, unknown>;
    endpoints?: Record<string, unknown>;
    stop?: boolean;
    conclude?: boolean;
    skip?: string;
    evidence?: {
      root: string | null;
      files: readonly ({
        path: string;
        bytes: number;
        sha256: string;
      })[];
      left_out?: readonly ({
        path: string;
        detail: string;
      })[];
      manifest?: {
        sha256: string;
        files: number;
        bytes: number;
        left_out: number;
      };
    };
    provider?: string;
    script?: string;
  };
};

export type DocumentData = {
  step?: Step;
  name: string;
  answer?: {
    text: string;
    seqs: readonly (number)[];
  } | null;
  agreed?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  open?: readonly ({
    text: string;
    seqs: readonly (number)[];
    settle: string;
  })[];
  brief?: {
    cruxes: readonly ({
      text: string;
      seqs: readonly (number)[];
      for: readonly (number)[];
      against: readonly (number)[];
    })[];
    options: readonly ({
      name: string;
      for: readonly (number)[];
      against: readonly (number)[];
    })[];
    assumptions: readonly ({
      text: string;
      seqs: readonly (number)[];
    })[];
    would_change: readonly ({
      text: string;
      seqs: readonly (number)[];
    })[];
    minority: readonly ({
      text: string;
      seqs: readonly (number)[];
    })[];
    next: readonly ({
      text: string;
      seqs: readonly (number)[];
    })[];
  };
};

export type DefenseData = {
  step?: Step;
  round?: number;
  research_log?: {
    queries: readonly (string)[];
    files_read: readonly (string)[];
    key_findings: readonly (string)[];
  };
  argument?: string;
  preemptive_rebuttals?: readonly (string)[];
  evidence_strengthening?: readonly (string)[];
  assumption_defence?: readonly (string)[];
  assessments?: readonly ({
    point: string;
    issue?: string;
    status: "DEFENDED" | "NEEDS TIGHTENING" | "VULNERABLE";
    answer?: string;
  })[];
  scope_and_framing?: string;
  cited?: {
    external?: readonly (string)[];
    evidence?: readonly (string)[];
    subject?: readonly (string)[];
  };
  closed_book?: boolean;
  acknowledges?: readonly (number)[];
  correction?: {
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  };
  corrections?: readonly ({
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  })[];
  ignores?: readonly (number)[];
  left_out?: readonly ({
    url: string;
    reason: string;
  })[];
  mended?: readonly ({
    was: string;
    is: string;
  })[];
};

export type CritiqueData = {
  step?: Step;
  round?: number;
  research_log?: {
    queries: readonly (string)[];
    files_read: readonly (string)[];
    key_findings: readonly (string)[];
  };
  argument?: string;
  objections?: readonly ({
    area: string;
    title?: string;
    text: string;
    severity: "Critical" | "Major" | "Minor";
    issue?: string;
  })[];
  cited?: {
    external?: readonly (string)[];
    evidence?: readonly (string)[];
    subject?: readonly (string)[];
  };
  closed_book?: boolean;
  acknowledges?: readonly (number)[];
  correction?: {
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  };
  corrections?: readonly ({
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  })[];
  ignores?: readonly (number)[];
  left_out?: readonly ({
    url: string;
    reason: string;
  })[];
  mended?: readonly ({
    was: string;
    is: string;
  })[];
};

export type HandoffData = {
  step?: Step;
  from?: string;
  to?: string;
  round?: number;
};

export type AssessmentData = {
  step?: Step;
  round?: number;
  fact_check?: readonly ({
    claim: string;
    verdict: "CONFIRMED" | "DISPUTED" | "UNVERIFIABLE" | "FABRICATED";
    side?: string;
    seq?: number;
    url?: string;
    explanation?: string;
  })[];
  argument_evaluation?: {
    advocate?: string;
    critic?: string;
  };
  evidence_quality?: {
    advocate?: string;
    critic?: string;
  };
  issues?: readonly ({
    id: string;
    title: string;
    status: "open" | "resolved" | "stalled";
    severity?: "Critical" | "Major" | "Minor";
    is_new?: boolean;
    argued?: boolean;
    reason?: string;
  })[];
  round_score?: {
    advocate?: number;
    critic?: number;
    reason?: string;
  };
  end?: boolean;
  end_reason?: string;
  end_refused?: string;
  covers?: readonly (number)[];
};

export type JudgesRulingData = {
  step?: Step;
  round?: number;
  verdicts?: readonly ({
    issue: string;
    verdict: "ACCEPTED" | "REJECTED" | "REVISION REQUIRED" | "UNDECIDED";
    reason: string;
    evidence_quality?: string;
    firm?: boolean;
  })[];
  agreements?: readonly (string)[];
  concessions?: readonly (string)[];
  dismissed?: readonly (string)[];
  unresolved?: readonly (string)[];
  metrics?: Record<string, unknown>;
  overall?: string;
  answer?: {
    text: string;
    seqs: readonly (number)[];
  } | null;
  agreed?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  open?: readonly ({
    text: string;
    seqs: readonly (number)[];
    settle: string;
  })[];
  outcome?: "accepted" | "rejected" | "revision_required" | "mixed" | "undecided";
  undecided?: {
    why: "nobody_weighed" | "flips" | "split" | "judges_failed";
  };
  tally?: {
    seated: number;
    complete: number;
    need: number;
    votes: Record<string, number>;
    flips: readonly (string)[];
    failed: readonly (string)[];
    seqs: readonly (number)[];
  };
  early?: boolean;
};

export type ArgumentData = {
  step?: Step;
  acknowledges?: readonly (number)[];
  correction?: {
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  };
  corrections?: readonly ({
    seq: number;
    old_url: string;
    reason: string;
    new_url?: string;
    statement?: string;
    instead?: string;
  })[];
  ignores?: readonly (number)[];
  left_out?: readonly ({
    url: string;
    reason: string;
  })[];
  mended?: readonly ({
    was: string;
    is: string;
  })[];
  argument: {
    id: string;
    side: "proposition" | "opposition";
    exchange: number;
    title: string;
    claim: string;
    grounds: readonly ({
      source: string;
      content: string;
      relevance?: string;
      url?: string;
      quote?: string;
    })[];
    warrant: string;
    backing?: string;
    qualifier?: string;
    attacks?: readonly ({
      target_id: string;
      type: "claim_attack" | "grounds_attack" | "warrant_attack" | "backing_attack";
      content?: string;
    })[];
    defends?: readonly ({
      target_id: string;
      type: "reinforce" | "clarify" | "concede_and_pivot";
      content?: string;
    })[];
  };
  passages_left?: number;
};

export type JudgmentData = {
  step?: Step;
  exchange?: number;
  scores: readonly ({
    argument_id: string;
    score: number;
    reasoning: string;
  })[];
  rescores?: readonly ({
    argument_id: string;
    old_score: number;
    new_score: number;
    reasoning: string;
  })[];
  order?: readonly (string)[];
  seed?: number | string;
  passes?: readonly ({
    judge?: string;
    reading?: "a" | "b";
    order: readonly (string)[];
    scores: readonly ({
      argument_id: string;
      score: number;
    })[];
    rescores?: readonly ({
      argument_id: string;
      new_score: number;
    })[];
  })[];
  failed?: readonly ({
    judge: string;
    reason: string;
  })[];
  spread?: Record<string, number>;
};

export type VerdictData = {
  step?: Step;
  judge: string;
  model: string;
  by?: string;
  order: "a" | "b";
  seed: string;
  labels: Record<string, string>;
  reasons?: readonly ({
    text: string;
    seqs: readonly (number)[];
  })[];
  criteria?: readonly ({
    label: string;
    name: string;
    points: number;
    text: string;
    seqs: readonly (number)[];
  })[];
  void?: {
    reason: string;
  };
  choice?: string;
  margin?: number;
  issues?: readonly ({
    issue: string;
    verdict: "ACCEPTED" | "REJECTED" | "REVISION REQUIRED";
    reasons: readonly ({
      text: string;
      seqs: readonly (number)[];
    })[];
  })[];
};

export type VoteData = {
  step?: Step;
  stage: string;
  voter?: string;
  model?: string;
  options?: readonly ({
    label: string;
    text: string;
    debater?: string;
    side?: string;
    verdict?: string;
  })[];
  order?: readonly (string)[];
  choice: string;
  reason?: string;
  from_memory?: boolean;
};

/** What `data` holds, by the type of the entry. Other programs may add fields. */
export interface EntryData {
  setup: SetupData;
  announcement: AnnouncementData;
  note: NoteData;
  ruling: RulingData;
  redaction: RulingData;
  conclusion: ConclusionData;
  opening_statement: OpeningStatementData;
  new_point: OpeningStatementData;
  rebuttal: OpeningStatementData;
  conjecture: OpeningStatementData;
  clarification_request: OpeningStatementData;
  source_challenge: SourceChallengeData;
  closing_statement: OpeningStatementData;
  verification_result: VerificationResultData;
  audience_question: AudienceQuestionData;
  audience_conclusion: AudienceConclusionData;
  intervention: InterventionData;
  document: DocumentData;
  defense: DefenseData;
  critique: CritiqueData;
  handoff: HandoffData;
  assessment: AssessmentData;
  judges_ruling: JudgesRulingData;
  argument: ArgumentData;
  judgment: JudgmentData;
  verdict: VerdictData;
  vote: VoteData;
}

export type EntryType = keyof EntryData;

/** Fields that every entry has, also one of a type that this version does not know. */
export type AnyEntry = {
  /** Position in the log, from 0 on, without gaps. */
  seq: number;
  /** ISO 8601, UTC; never earlier than the entry before. */
  timestamp: string;
  /** system, opening, rebuttal or closing. */
  phase: string;
  /** A role, or a debater's name. */
  speaker: string;
  /** What kind of entry it is; docs/record.md lists the known ones. */
  type: string;
  /** The full text for people. */
  content: string;
  /** What the entry cites. */
  sources?: readonly (Source)[] | null;
  /** The entry of another debater that a rebuttal answers. */
  rebuttal_to_seq?: number | null;
  /** The entry that is challenged, verified, ruled on or struck. */
  target_seq?: number | null;
  /** The structure of the content, by type. */
  data?: Record<string, unknown> | null;
};

/** An entry of a known type. */
export type Entry = {
  [T in EntryType]: Omit<AnyEntry, 'type' | 'data'> & { type: T; data?: EntryData[T] | null };
}[EntryType];
