import { closeSync, openSync, writeSync } from 'node:fs';
import { serialiseEntry } from '../../src/debate/log/codec';
import type { Entry, Phase, Source } from '../../src/debate/log/entry';
import type { EntryType } from '../../src/debate/log/entryData';

/**
 * Writes a panel debate of any length: four debaters whose turns cite three files each, a review of every turn, a
 * verification of every source. An entry has about 4 KB and the dashes and quotes of typeset prose, as a language model's
 * would, unless plain ASCII is asked for. `isFinished`: the last
 * entries conclude it. `reword`: what becomes of the lines.
 */
export function writeLargeLog(
  path: string,
  count: number,
  {
    isAscii = false,
    isFinished = false,
    reword = (text) => text,
  }: { isAscii?: boolean; isFinished?: boolean; reword?: (text: string) => string } = {},
): void {
  const file = openSync(path, 'w');
  const write = (lines: readonly string[]): number =>
    writeSync(file, reword(isAscii ? toAscii(lines.join('')) : lines.join('')));
  let block: string[] = [];
  for (const entry of entries(count, isFinished)) {
    block.push(serialiseEntry(entry));
    if (block.length < 500) continue;
    write(block);
    block = [];
  }
  write(block);
  closeSync(file);
}

const toAscii = (text: string): string => text.replaceAll('—', '-').replaceAll('’', "'").replace(/[“”]/g, "'");

const names = ['sre', 'product-lead', 'security', 'finance'];
const persons = names.map((name) => ({
  name,
  persona: `The ${name} of a mid-sized company`,
  starting_position: 'Argues from what the documents show.',
  incentives: 'To be right in a year.',
  model: 'offline',
}));

interface Part {
  phase: Phase;
  speaker: string;
  type: EntryType;
  content: string;
  sources?: Source[];
  rebuttal?: number;
  target?: number;
  data?: Record<string, unknown>;
}

function* entries(count: number, isFinished: boolean): Generator<Entry> {
  const last: readonly LastPart[] = isFinished ? ending : [];
  const body = count - last.length;
  let seq = 0;
  const made = (part: Part, step: string, place = { index: 0, count: 1 }): Entry => ({
    seq: seq,
    timestamp: new Date(1_760_000_000_000 + seq++ * 1_500).toISOString(),
    phase: part.phase,
    speaker: part.speaker,
    type: part.type,
    content: part.content,
    sources: part.sources ?? null,
    rebuttal_to_seq: part.rebuttal ?? null,
    target_seq: part.target ?? null,
    data: { ...part.data, step: { id: step, ...place, attempt: 1, elapsed_ms: 1_250, usage } },
  });
  yield made(setup, 'setup');
  let before = 0;
  for (let round = 1; seq < body; round += 1) {
    const words = `Round ${round} of 9999 beginning.`;
    yield made(
      {
        phase: 'rebuttal',
        speaker: 'chair',
        type: 'announcement',
        content: words,
        data: { kind: 'round_start', round },
      },
      `r${round}/start`,
    );
    for (const name of names) {
      if (seq + 6 > body) break;
      const id = `r${round}/turn/${name}`;
      const at = seq;
      yield made(turn(name, round, before), id);
      for (const [index, source] of sourcesOf(name, round).entries()) {
        yield made(verification(at, source, isFinished ? 1 : round), `verify/${at}/${index}`);
      }
      yield made(review(at, name, round), `${id}/review`);
      before = at;
    }
    while (body - seq > 0 && body - seq < 7) yield made(relay(round), `r${round}/relay/${seq}`);
  }
  for (const { step, place, ...part } of last) yield made(part, step, place);
}

const usage = { input: 1_200, cache_write: 300, cache_read: 24_000, output: 900, usd: 0.0231 };

const setup: Part = {
  phase: 'system',
  speaker: 'chair',
  type: 'setup',
  content: 'Debate session initialised. Chair is ready.',
  data: {
    record_version: 1,
    engine_version: '0.1.0',
    topic: 'Shall we move the monolith to services?',
    format: 'panel',
    debaters: persons,
    models: { chair: 'offline' },
    limits: { min_rounds: 3, max_rounds: 9_999, time_budget_minutes: 30, budget_usd: null },
    evidence: { root: '/evidence', files: [] },
    prompts: {},
  },
};

export const sentence =
  'In the second quarter the median deployment took 41 minutes — 12 more than the year before — and the on-call ' +
  'engineers’ survey names “waiting for the shared pipeline” as the cause in 63 of 118 answers. ';

/** `length` characters of prose that differ from place to place. */
function prose(salt: number, length: number): string {
  let text = '';
  for (let index = salt; text.length < length; index += 1) text += `(${index % 997}) ${sentence}`;
  return text.slice(0, length);
}

function sourcesOf(name: string, round: number): Source[] {
  return [1, 2, 3].map((number) => ({
    url: `workspace:reports/${name}/quarter-${(round * 3 + number) % 500}.md#L${number * 10}-L${number * 10 + 4}`,
    title: `Quarterly report ${round % 50}, section ${number}`,
    accessed: '2026-07-21',
    quote: prose(round + number, 320),
    claim: prose(round + number + 1, 180),
  }));
}

function turn(name: string, round: number, before: number): Part {
  return {
    phase: 'rebuttal',
    speaker: name,
    type: before === 0 ? 'new_point' : 'rebuttal',
    content: prose(round, 6_000),
    sources: sourcesOf(name, round),
    ...(before === 0 ? {} : { rebuttal: before }),
    data: { acknowledges: [before], ...(round % 50 === 0 ? { introduces: [framework(round)] } : {}) },
  };
}

const framework = (round: number) => ({ name: `The ${round} model`, description: prose(round, 200) });

function verification(target: number, source: Source, round: number): Part {
  const status = round % 17 === 0 ? 'unreliable' : 'verified';
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    content: `${status}: ${source.url}. ${prose(round, 1_900)}`,
    target,
    data: {
      url: source.url,
      status,
      confidence: 'high',
      checks: { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'not_applicable', support: 'same' },
      notes: { quote: prose(round, 300), figures: prose(round + 2, 300) },
      snapshot: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      passage: { start: 1_200, end: 1_520 },
      explanation: prose(round, 400),
    },
  };
}

function review(target: number, name: string, round: number): Part {
  const summary = `${name} argues in round ${round} that the shared pipeline, not the monolith, is what slows the teams.`;
  const content = `Review of seq ${target} (${name}): ${summary} ${prose(round, 1_200)}`;
  return { phase: 'system', speaker: 'chair', type: 'note', content, target, data: { kind: 'review', summary } };
}

function relay(round: number): Part {
  const content = `Verifier findings relayed this round: none. ${prose(round, 3_000)}`;
  return { phase: 'rebuttal', speaker: 'chair', type: 'announcement', content, data: { kind: 'relay', round } };
}

const system = { phase: 'system', speaker: 'chair' } as const;
const paper = (name: string, index: number) => ({
  ...({ phase: 'system', speaker: 'reporter', type: 'document', content: `# ${name}`, data: { name } } as const),
  ...{ step: 'documents', place: { index, count: 3 } },
});

type LastPart = Part & { step: string; place?: { index: number; count: number } };

const ending: readonly LastPart[] = [
  {
    ...system,
    type: 'conclusion',
    content: 'Debate concluded. Outcome: draw. Reason: closely balanced.',
    data: { outcome: 'draw', reason: 'closely balanced', evaluations: [] },
    step: 'conclusion',
  },
  {
    ...({
      phase: 'system',
      speaker: 'audience',
      type: 'audience_conclusion',
      content: 'Both sides have a point.',
    } as const),
    ...{ data: { seqs: [2] }, step: 'audience-conclusion' },
  },
  paper('summary.md', 0),
  paper('blog-post.md', 1),
  {
    ...system,
    type: 'note',
    content: 'Review of the documents (rule 18): no side is taken.',
    data: { kind: 'document_review', problems: [] },
    ...{ step: 'documents', place: { index: 2, count: 3 } },
  },
  {
    ...({ phase: 'system', speaker: 'assessor', type: 'document', content: '# Assessment' } as const),
    ...{ data: { name: 'assessor-report.md' }, step: 'assessor-report' },
  },
];
