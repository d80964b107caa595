import type { TaskInputs, TaskOutput } from '../../debate/tasks';
import { contentWords } from '../../debate/text';
import { countOf } from './grammar';
import { lastRoundStart, type DebateRecord } from './record';

/** The Chair's small decisions: procedure and evidence only, nothing for or against a position. */

const turnTypes = new Set(['new_point', 'rebuttal', 'conjecture']);

/** Stops when the last round brought nothing but conjecture: then the evidence is exhausted. */
export function goOn({ record, round }: TaskInputs['chair/go_on']): TaskOutput<'chair/go_on'> {
  const turns = turnsOfLastRound(record);
  const sourced = turns.filter((entry) => entry.type !== 'conjecture');
  if (turns.length > 0 && sourced.length === 0) {
    return { go_on: false, reason: `every turn of round ${round} was conjecture, so the evidence is exhausted.` };
  }
  if (turns.length === 0) return { go_on: false, reason: `nobody took a turn in round ${round}.` };
  const reason = `${countOf(sourced.length, 'entry', 'entries')} of round ${round} brought a passage that had not been quoted, and there may be more.`;
  return { go_on: true, reason };
}

function turnsOfLastRound(record: DebateRecord) {
  const start = lastRoundStart(record);
  return record.filter(
    (entry) => entry.seq > (start === Infinity ? -1 : start) && turnTypes.has(entry.type) && entry.struck === undefined,
  );
}

export function chooseQuestions({
  brief,
  questions,
}: TaskInputs['chair/choose_questions']): TaskOutput<'chair/choose_questions'> {
  const names = new Set(brief.debaters.map((debater) => debater.name));
  const seen = new Set<string>();
  const chosen = questions.flatMap(({ to, question }, at) => {
    const key = contentWords(question).sort().join(' ');
    if (!names.has(to) || key === '' || seen.has(key)) return [];
    seen.add(key);
    return [at];
  });
  return {
    chosen: chosen.slice(0, 2),
    reason: 'Questions to a debater of the lineup that were not asked twice are relayed.',
  };
}

export function ruleOnChallenge({
  challenge,
  target,
  url,
  finding,
}: TaskInputs['chair/rule_on_challenge']): TaskOutput<'chair/rule_on_challenge'> {
  const found = finding.explanation.replace(/\s+/g, ' ').trim();
  const words = found === '' ? '' : ` The Verifier's finding: ${/[.!?]$/.test(found) ? found : `${found}.`}`;
  const what = `The challenge at seq ${challenge.seq} concerns ${url}, cited at seq ${target.seq}.`;
  switch (finding.status) {
    case 'verified':
      return { reason: `${what}${words} The source stands and the challenge is dismissed.` };
    case 'unreliable':
      return { reason: `${what}${words} The source is to be withdrawn or replaced.` };
    case 'fabricated':
      return { reason: `${what}${words} The entry is struck from the record.` };
    case 'unverified':
      return { reason: `${what}${words} It could be neither confirmed nor refuted, which is held against nobody.` };
  }
}

/** Procedure only; on evidence and on positions the record speaks for itself. */
export function answerClarification({
  brief,
  record,
  request,
}: TaskInputs['chair/answer_clarification']): TaskOutput<'chair/answer_clarification'> {
  const about = request.target_seq ?? null;
  const target = about === null ? undefined : record.find((entry) => entry.seq === about);
  const standing =
    target === undefined
      ? ''
      : target.struck === undefined
        ? ` Seq ${target.seq} stands in the record as it was logged.`
        : ` Seq ${target.seq} is struck from the record by seq ${target.struck.by}.`;
  const limits = `The rounds run from ${brief.minRounds} to ${brief.maxRounds}; the order of speaking is that of the lineup, reversed for the closings.`;
  return {
    answer: `On the question at seq ${request.seq}: the Chair rules on procedure and evidence only.${standing} ${limits} A factual claim needs a source, a rebuttal a quotation, and the turn goes on.`,
  };
}

/** Rule 18 as far as counting goes: every debater must be heard in the summary. */
export function reviewDocuments({
  brief,
  documents,
}: TaskInputs['chair/review_documents']): TaskOutput<'chair/review_documents'> {
  const problems = documents.flatMap(({ name, content }) => {
    if (content.trim() === '') return [{ document: name, problem: 'It is empty.' }];
    if (name !== 'summary.md') return [];
    return brief.debaters
      .filter((debater) => !content.includes(debater.name))
      .map((debater) => ({ document: name, problem: `It leaves out ${debater.name}; give every debater like space.` }));
  });
  return { problems };
}
