import type { Draft, Source } from '../../src/debate/log/entry';
import { RecordBuilder, type Line, type SeqOf } from './recordBuilder';

/** The smallest complete panel: two debaters, two rounds, every duty fulfilled. Lint must find no problem in it. */

export const debaters = ['ann', 'bob'] as const;
const topic = 'Should the team keep its one big repository for the next year?';

export function panelRecord(): RecordBuilder {
  const record = new RecordBuilder().add(
    setup,
    notice('ready', { kind: 'ready' }, `All agents confirmed ready. Topic: ${topic}`),
  );
  for (const name of debaters) record.add(...turn(`opening/${name}`, opening(name)));
  record.add(notice('opening/end', { kind: 'phase_end', phase: 1 }, 'Phase 1 complete. Opening statements: ann, bob.'));
  for (const round of [1, 2]) record.add(...roundOf(round));
  record.add(notice('unresolved', { kind: 'unresolved', points: [] }, 'Pre-Phase-3 review: how long the build takes.'));
  for (const name of ['bob', 'ann']) {
    record.add(...turn(`closing/${name}`, closing(name), sourceOf(`opening/${name}`).url));
  }
  record.add(notice('closing/end', { kind: 'phase_end', phase: 3 }, 'Phase 3 complete. Closing statements: bob, ann.'));
  return record.add(...ending);
}

const setup: Line = {
  key: 'setup',
  step: 'setup',
  draft: () => ({
    ...chair('setup', `Debate session initialised. Chair is ready. Debaters: ann, bob. Topic: ${topic}`),
    data: {
      record_version: 1,
      engine_version: '0.1.0',
      topic,
      format: 'panel',
      debaters: debaters.map((name) => ({
        name,
        persona: `engineer ${name}`,
        starting_position: `position of ${name}`,
        incentives: 'none',
        model: 'offline',
      })),
      models: { chair: 'offline', reporter: 'offline' },
      limits: { min_rounds: 2, max_rounds: 3, time_budget_minutes: 30, budget_usd: null },
      evidence: { root: '/evidence', files: [] },
      prompts: {},
    },
  }),
};

function chair(type: Draft['type'], content: string): Draft {
  return { phase: 'system', speaker: 'chair', type, content };
}

/** An announcement of the Chair; its key is its step's id. */
export function notice(
  key: string,
  data: Record<string, unknown>,
  content: string,
  phase: Draft['phase'] = 'system',
): Line {
  return { key, step: key, draft: () => ({ ...chair('announcement', content), phase, data }) };
}

export function note(key: string, data: Record<string, unknown>, content: string, about?: string): Line {
  const target = (seqOf: SeqOf) => (about === undefined ? {} : { target_seq: seqOf(about) });
  return { key, step: key, draft: (seqOf) => ({ ...chair('note', content), ...target(seqOf), data }) };
}

export const sourceOf = (key: string): Source => ({
  url: `workspace:${key.replaceAll('/', '-')}.md#L1-L3`,
  title: `The notes behind ${key}`,
  accessed: '2026-02-21',
  quote: `what the notes of ${key} say on this`,
  claim: `So say the notes of ${key}.`,
});

/** An entry of a debater with its verification and the Chair's review. */
export function turn(key: string, draft: (seqOf: SeqOf) => Draft, url = sourceOf(key).url): Line[] {
  const review = note(
    `${key}/review`,
    { kind: 'review', summary: 'It makes its case.' },
    `Review of ${key}: it makes its case.`,
    key,
  );
  return [{ key, step: key, draft }, verified(key, key, url), review];
}

/** The Verifier's result on a source. */
export function verified(key: string, about: string, url: string, status = 'verified'): Line {
  return {
    key: `verify/${key}`,
    step: `verify/${key}`,
    draft: (seqOf) => ({
      phase: 'system',
      speaker: 'verifier',
      type: 'verification_result',
      target_seq: seqOf(about),
      content: `Verification of seq ${seqOf(about)}, ${url}: ${status}.`,
      data: { url, status, confidence: 'high', explanation: 'It was looked up.' },
    }),
  };
}

const opening = (name: string) => (): Draft => ({
  phase: 'opening',
  speaker: name,
  type: 'opening_statement',
  sources: [sourceOf(`opening/${name}`)],
  content: `${name} opens: the build takes 14 minutes, and 37% of it is waiting. So say the notes of opening/${name}.`,
});

const closing = (name: string) => (): Draft => ({
  phase: 'closing',
  speaker: name,
  type: 'closing_statement',
  sources: [sourceOf(`opening/${name}`)],
  content: `${name} closes: 14 minutes a build are what this was about, and 37% of them are waiting.`,
});

function roundOf(round: number): Line[] {
  const start = `Round ${round} of 3 beginning.`;
  return [
    notice(`r${round}/start`, { kind: 'round_start', round }, start, 'rebuttal'),
    ...debaters.flatMap((name) => turn(`r${round}/turn/${name}`, speech(round, name))),
    notice(
      `r${round}/relay`,
      { kind: 'relay', round, points: [] },
      'Verifier findings relayed this round: none.',
      'rebuttal',
    ),
    note(`r${round}/audience`, { kind: 'no_questions', round }, `The audience has no questions in round ${round}.`),
    note(`r${round}/go-on`, { kind: round === 2 ? 'stop' : 'go_on', round }, `Round ${round} is complete.`),
  ];
}

const speech =
  (round: number, name: string) =>
  (seqOf: SeqOf): Draft => {
    const key = `r${round}/turn/${name}`;
    const common = { phase: 'rebuttal' as const, speaker: name, sources: [sourceOf(key)] };
    const content = `${name} says in round ${round} what has to be said. So say the notes of ${key}.`;
    if (name === 'ann') return { ...common, type: 'new_point', content };
    return { ...common, type: 'rebuttal', content, rebuttal_to_seq: seqOf(`r${round}/turn/ann`) };
  };

const ending: readonly Line[] = [
  {
    key: 'conclusion',
    step: 'conclusion',
    draft: () => ({
      ...chair('conclusion', 'Debate concluded. Outcome: draw. Reason: closely balanced.'),
      data: { outcome: 'draw', reason: 'closely balanced', evaluations: [] },
    }),
  },
  {
    key: 'audience-conclusion',
    step: 'audience-conclusion',
    draft: (seqOf) => ({
      phase: 'system',
      speaker: 'audience',
      type: 'audience_conclusion',
      content: 'Both sides have a point.',
      data: { seqs: [seqOf('opening/ann'), seqOf('opening/bob')] },
    }),
  },
  document('summary.md', 'reporter', (seqOf) => summaryText(seqOf)),
  document('blog-post.md', 'reporter', () => '# One repository or many\n\nThere is more to it than taste.\n'),
  note(
    'documents/review',
    { kind: 'document_review', problems: [] },
    'Review of the documents (rule 18): no side is taken.',
  ),
  document('assessor-report.md', 'assessor', () => '## Overall Quality\n\n**Good.** All did their part.'),
];

export function document(name: string, speaker: string, text: (seqOf: SeqOf) => string): Line {
  return {
    key: name,
    step: speaker === 'reporter' ? 'documents' : 'assessor-report',
    draft: (seqOf) => ({ phase: 'system', speaker, type: 'document', content: text(seqOf), data: { name } }),
  };
}

export function summaryText(seqOf: SeqOf): string {
  const points = debaters.map(
    (name) =>
      `### ${name}\n\n- ${name} argues that the build is slow and that waiting is dear (seq ${seqOf(`opening/${name}`)}).`,
  );
  return `## Key Arguments\n\n${points.join('\n\n')}\n\n## Notable Exchanges\n\nNone.\n\n## Debate Flow\n\nCalm.`;
}

/** The documents in a folder, as far as lint reads them. */
export function documentsOf(record: RecordBuilder): Map<string, string> {
  const entries = record.build();
  const metadata = {
    topic,
    total_rounds: 2,
    outcome: 'draw',
    total_entries: entries.length,
    redaction_count: 0,
    redactions: [],
    verification_results: { verified: 8, unreliable: 0, fabricated: 0, unverified: 0 },
  };
  const transcript = entries.map((entry) => `### [seq ${entry.seq}]\n\n${entry.content}`).join('\n\n');
  return new Map([
    ['metadata.json', JSON.stringify(metadata, null, 2)],
    ['summary.md', summaryText((key) => record.seqOf(key))],
    ['transcript.md', transcript],
    ['blog-post.md', '# One repository or many\n'],
  ]);
}
