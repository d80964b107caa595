import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, serialiseEntry } from '../../../src/debate/log/codec';
import { draftProblems, type Draft } from '../../../src/debate/log/entry';
import type { VerificationStatus } from '../../../src/debate/log/entryData';
import { logFileName } from '../../../src/record/logPath';
import { fact, factSource, factUrl, lineup } from '../scriptedDebate';

/** A log of many thousand entries, and what a reader must find in it. */
export type LongDebate = {
  path: string;
  drafts: readonly Draft[];
  /** Seqs of the redacted entries, by their redactions. */
  redacted: ReadonlyMap<number, number>;
};

const debaters = lineup(4);
const names = debaters.map(({ name }) => name);

/** Words that stand in four entries: in turns near the beginning, in the middle and at the end, and in a note in between. */
export const rareWords = 'the otter of Trondheim';

/**
 * Writes a panel debate of `count` entries: four debaters, each turn with a source, its verification and the Chair's review; now and
 * then a doubtful source and a ruling, now and then a made-up one and a redaction. Texts are of many lengths, some with lists and links.
 */
export function writeLongDebate(workspace: string, count: number, folder = 'long-debate'): LongDebate {
  const path = join(workspace, 'output', folder);
  const drafts: Draft[] = [];
  const redacted = new Map<number, number>();
  for (const draft of draftsOf(count)) {
    if (draft.type === 'redaction') redacted.set(draft.target_seq ?? -1, drafts.length);
    drafts.push(draft);
  }
  const problems = drafts.flatMap((draft, seq) => draftProblems(draft).map((problem) => `${seq}: ${problem}`));
  if (problems.length > 0) throw new Error(problems.slice(0, 5).join('\n'));
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, logFileName), drafts.map((draft, seq) => lineOf(draft, seq)).join(''));
  return { path, drafts, redacted };
}

const start = Date.UTC(2026, 6, 21, 8);
const lineOf = (draft: Draft, seq: number): string =>
  serialiseEntry(entryOf(draft, seq, new Date(start + seq * 1_000).toISOString()));

/** The line of a further entry of the log. */
export const furtherLine = (seq: number, content: string): string =>
  lineOf(marked({ phase: 'rebuttal', speaker: names[0] ?? '', type: 'new_point', content }, `further/${seq}`), seq);

function* draftsOf(count: number): Generator<Draft> {
  let seq = 0;
  const rare = [
    ...[4, Math.floor(count / 2), count - 20].map((from) => ({ from, type: 'new_point' })),
    { from: Math.floor(count / 4), type: 'note' },
  ];
  const put = (draft: Draft, step: string): Draft => {
    const index = rare.findIndex(({ from, type }) => seq >= from && draft.type === type);
    seq += 1;
    if (index === -1) return marked(draft, step);
    rare.splice(index, 1);
    return marked({ ...draft, content: `${draft.content} Nobody mentions ${rareWords}.` }, step);
  };
  yield put(setup(count), 'setup');
  for (const [number, name] of names.entries()) {
    const content = `${name} opens. ${words(number, 4)}`;
    yield put({ phase: 'opening', speaker: name, type: 'opening_statement', content }, `opening/${name}`);
  }
  yield put(chair('announcement', 'Phase 1 complete.', { kind: 'phase_end', phase: 1 }), 'opening/end');
  for (let round = 1; seq < count; round += 1) {
    const begins = chair('announcement', `Round ${round} beginning.`, { kind: 'round_start', round });
    yield put({ ...begins, phase: 'rebuttal' }, `r${round}/start`);
    for (const [index, name] of names.entries()) {
      const turn = { name, at: seq, number: round * names.length + index };
      for (const [place, draft] of turnOf(turn).entries()) {
        if (seq < count) yield put(draft, `r${round}/turn/${name}${place === 0 ? '' : `/${place}`}`);
      }
    }
  }
}

/** Words that are nowhere repeated at length: what repeats a redacted entry is masked. */
const words = (number: number, sentences: number): string =>
  Array.from(
    { length: sentences },
    (_, index) => `In week ${number}.${index} all ${number * 7 + index} vans came back.`,
  ).join(' ');

type Turn = { name: string; at: number; number: number };

/** A turn and what follows from it. */
function turnOf(turn: Turn): Draft[] {
  const { name, at, number } = turn;
  const status = statusOf(number);
  const data = { kind: 'review', summary: 'Its own depot.' };
  const review = {
    ...chair('note', `Review of seq ${at} (${name}): it rests on its own depot.`, data),
    target_seq: at,
  };
  const acts = status === 'fabricated' ? [redaction(turn)] : status === 'unreliable' ? [ruling(turn)] : [];
  return [speech(turn), verification(turn, status), ...acts, review];
}

function statusOf(number: number): VerificationStatus {
  if (isMadeUp(number)) return 'fabricated';
  if (number % 20 === 3) return 'unreliable';
  return number % 9 === 5 ? 'unverified' : 'verified';
}

function speech({ name, at, number }: Turn): Draft {
  const line = lineFor(number);
  const said = `Turn ${number} of ${name}: ${words(number, 1 + (number % 12))}`;
  const list = number % 5 === 0 ? `\n\n- first, seq ${Math.max(1, at - 9)}\n- then **more**\n- and \`code\`` : '';
  const sources = [{ ...factSource(name, line), accessed: '2026-07-21' }];
  return {
    phase: 'rebuttal',
    speaker: name,
    type: 'new_point',
    content: `${said} ${fact(name, line)}${list}`,
    sources,
  };
}

const isMadeUp = (number: number): boolean => number % 60 === 7;

/** A made-up passage has lines that no other turn cites. */
const lineFor = (number: number): number =>
  isMadeUp(number) ? 51 + (Math.floor(number / 60) % 10) : 1 + (number % 50);

function verification({ name, at, number }: Turn, status: VerificationStatus): Draft {
  const url = factUrl(name, lineFor(number));
  const isFound = status === 'verified';
  const checks = {
    exists: status === 'fabricated' ? 'fail' : 'pass',
    quote: isFound ? 'pass' : 'fail',
    figures: 'not_applicable',
    attribution: 'not_applicable',
    support: 'same',
  };
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    target_seq: at,
    content: `Verification of seq ${at}, ${url}: ${status}.`,
    data: {
      url,
      status,
      confidence: 'high',
      explanation: `It was looked up: ${status}.`,
      ...(status === 'unverified' ? {} : { checks }),
    },
  };
}

function ruling({ name, at, number }: Turn): Draft {
  const url = factUrl(name, lineFor(number));
  const data = { kind: 'infraction', rule: '6', reason: 'the quotation differs', url, debater: name };
  return { ...chair('ruling', `Ruling on seq ${at}: the quotation differs.`, data), target_seq: at };
}

function redaction({ name, at, number }: Turn): Draft {
  const url = factUrl(name, lineFor(number));
  const content = `REDACTED: seq ${at} (${name}). Reason: there is no such file. Entry is struck from the record.`;
  const data = { kind: 'fabricated', rule: '12', reason: 'there is no such file', url };
  return { ...chair('redaction', content, data), target_seq: at };
}

const chair = (type: Draft['type'], content: string, data: Record<string, unknown>): Draft => ({
  phase: 'system',
  speaker: 'chair',
  type,
  content,
  data,
});

const marked = (draft: Draft, id: string): Draft => ({
  ...draft,
  data: { ...draft.data, step: { id, index: 0, count: 1, attempt: 1, elapsed_ms: 900 } },
});

const setup = (count: number): Draft =>
  chair('setup', `Debate session initialised. Chair is ready. Debaters: ${names.join(', ')}`, {
    record_version: 1,
    engine_version: '0.1.0',
    topic: 'Where should the parcels go?',
    format: 'panel',
    debaters,
    models: { chair: 'scripted' },
    provider: 'scripted',
    evidence: { root: null, files: [] },
    prompts: {},
    limits: { min_rounds: 1, max_rounds: count, time_budget_minutes: 30, budget_usd: null },
  });
