import type { DebaterLedger, TaskInputs, TaskOutput } from '../../debate/tasks';
import { wordCount } from '../../debate/text';
import { countOf, joined } from './grammar';
import { argumentsIn, ledgerOf, quotesIn } from './record';

type Input = TaskInputs['assessor/report'];
type Report = TaskOutput<'assessor/report'>;
type Role = Report['roles'][number];

/** A report on counts: what the ledgers, the record and the documents hold, and nothing that would need a reader's taste. */
export function assessorReport(input: Input): Report {
  const counts = countsOf(input);
  return {
    overall: overall(counts),
    roles: [
      chair(input, counts),
      ...input.brief.debaters.map(({ name }) => debater(name, input)),
      reporter(input),
      verifier(counts),
      audience(input),
    ],
    execution: execution(counts, input),
    output: outputs(counts, input),
  };
}

interface Counts {
  turns: number;
  skipped: number;
  conjectures: number;
  cited: number;
  verified: number;
  unreliable: number;
  fabricated: number;
  arguments: number;
  answered: number;
  rounds: number;
  files: number;
  evidence: number;
}

function countsOf({ brief, record, ledgers }: Input): Counts {
  const sum = (count: (ledger: DebaterLedger) => number): number =>
    ledgers.reduce((total, ledger) => total + count(ledger), 0);
  const answered = sum(({ rebutted }) => rebutted.length);
  return {
    turns: sum(({ turns }) => turns),
    skipped: sum(({ skipped }) => skipped),
    conjectures: sum(({ conjectures }) => conjectures),
    cited: sum(({ cited }) => cited),
    verified: sum(({ verification }) => verification.verified),
    unreliable: sum(({ verification }) => verification.unreliable),
    fabricated: sum(({ fabricated }) => fabricated),
    arguments: answered + sum(({ unanswered }) => unanswered.length),
    answered,
    rounds: record.filter((entry) => entry.data?.['kind'] === 'round_start').length,
    files: new Set(argumentsIn(record).flatMap((entry) => quotesIn(entry).flatMap(({ path }) => path ?? []))).size,
    evidence: brief.evidence.files.length,
  };
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole));

function overall(counts: Counts): Report['overall'] {
  const { cited, verified, arguments: all, answered, turns, skipped, conjectures, fabricated } = counts;
  const idle = percent(skipped + conjectures, turns);
  const checked = percent(verified, cited);
  const met = percent(answered, all);
  const rating =
    cited === 0 || checked < 40
      ? 'Poor'
      : fabricated > 0 || checked < 80 || idle > 40
        ? 'Adequate'
        : checked >= 95 && met >= 45 && idle <= 15
          ? 'Excellent'
          : 'Good';
  const reasons = `${verified} of ${cited} cited sources were verified (${checked} per cent), ${answered} of ${all} arguments were answered by a verified rebuttal (${met} per cent), and ${skipped + conjectures} of ${turns} turns were skipped or rested on conjecture.`;
  return { rating, reasons };
}

function chair({ record }: Input, { rounds, fabricated }: Counts): Role {
  const notes = record.filter(({ type, data }) => type === 'note' && data?.['kind'] === 'review').length;
  const rulings = record.filter(({ type }) => type === 'ruling').length;
  const redactions = record.filter(({ type }) => type === 'redaction').length;
  const unresolved = record.some(({ data }) => data?.['kind'] === 'unresolved');
  return {
    role: 'chair',
    strengths: [
      `Reviewed ${countOf(notes, 'turn')} and led ${countOf(rounds, 'round')} in the order of the lineup.`,
      'Stated the criteria, their weights and the margin of a draw with the outcome.',
    ],
    improvements: [
      ...(unresolved ? [] : ['The unresolved points were not named before the closings.']),
      ...(redactions < fabricated
        ? [`${countOf(fabricated, 'fabricated source')} met ${countOf(redactions, 'redaction')}.`]
        : []),
      ...(rulings === 0 ? ['No ruling was called for, so the handling of disputes was not tested.'] : []),
    ],
    suggestions: ['Tell the debaters which of the unresolved points each of them should close on.'],
  };
}

/** The sentences whose condition holds. */
function those(...sentences: readonly (readonly [boolean, string])[]): string[] {
  return sentences.filter(([holds]) => holds).map(([, sentence]) => sentence);
}

function debater(name: string, input: Input): Role {
  const ledger = ledgerOf(input.ledgers, name);
  const { rebutted } = ledger;
  return {
    role: name,
    strengths: strengthsOf(ledger),
    improvements: improvementsOf(ledger, input),
    suggestions: [
      rebutted.length > 0
        ? `Reply to the rebuttals of seq ${joined(rebutted.slice(0, 4).map(String))} instead of opening new ground.`
        : 'Invite rebuttal by naming the passage that would change the position.',
    ],
  };
}

function strengthsOf({
  verification,
  cited,
  verifiedFiles,
  rebuttals,
  concessions,
  unanswered,
  rebutted,
}: DebaterLedger): string[] {
  const met = joined([...new Set(rebuttals.map(({ to }) => to))]);
  const all = unanswered.length + rebutted.length;
  return those(
    [cited > 0, `${verification.verified} of ${cited} sources verified, from ${countOf(verifiedFiles, 'file')}.`],
    [rebuttals.length > 0, `Answered ${met}, with ${countOf(rebuttals.length, 'rebuttal')} in all.`],
    [concessions > 0, `Conceded ${countOf(concessions, 'fact')} rather than dispute what stands in the files.`],
    [unanswered.length > 0, `${unanswered.length} of ${all} arguments stood unanswered at the end.`],
  );
}

function improvementsOf(ledger: DebaterLedger, { brief, record }: Input): string[] {
  const { name, turns, rebuttals, conjectures, skipped, infractions, struck } = ledger;
  const others = brief.debaters.map((debater) => debater.name).filter((other) => other !== name);
  const missed = others.filter((other) => !rebuttals.some(({ to }) => to === other));
  const rules = joined([...new Set(infractions.map(({ rule }) => rule))]);
  const unmet = argumentsIn(record).filter(
    ({ speaker, seq }) => speaker !== name && !rebuttals.some(({ toSeq }) => toSeq === seq),
  ).length;
  return those(
    [missed.length > 0, `Never rebutted ${joined(missed)}.`],
    [conjectures + skipped > 0, `Spoke without a source or not at all in ${conjectures + skipped} of ${turns} turns.`],
    [infractions.length > 0, `The Chair ruled on ${countOf(infractions.length, 'infraction')} of rules ${rules}.`],
    [struck.length > 0, `Had ${countOf(struck.length, 'entry', 'entries')} struck.`],
    [unmet > 0, `Left ${countOf(unmet, 'argument')} of others without a rebuttal of its own.`],
  );
}

function reporter({ documents }: Input): Role {
  const blog = documents.find(({ name }) => name === 'blog-post.md');
  const summary = documents.find(({ name }) => name === 'summary.md');
  const words = blog === undefined ? 0 : wordCount(blog.content);
  return {
    role: 'reporter',
    strengths: [
      ...(summary === undefined
        ? []
        : [`The summary gives every debater a section (${wordCount(summary.content)} words of the Reporter in all).`]),
      ...(blog === undefined ? [] : [`The blog post has ${words} words and rests on verified quotations.`]),
    ],
    improvements: [
      ...(summary === undefined ? ['There is no summary.'] : []),
      ...(blog !== undefined && words < 800
        ? [`At ${words} words the blog post is shorter than the 800 that a full one has.`]
        : []),
    ],
    suggestions: ['Lead the summary with the exchanges, where the two sides can be compared.'],
  };
}

function verifier({ cited, verified, unreliable, fabricated }: Counts): Role {
  const undecided = cited - verified - unreliable;
  return {
    role: 'verifier',
    strengths: [
      `Left a result on ${countOf(cited, 'source')}: ${verified} verified, ${unreliable} unreliable, ${fabricated} fabricated.`,
    ],
    improvements: undecided > 0 ? [`Left ${countOf(undecided, 'source')} undecided.`] : [],
    suggestions: ['State beside each verified quotation whether the sentence after it qualifies it.'],
  };
}

function audience({ record }: Input): Role {
  const questions = record.filter(({ type }) => type === 'audience_question');
  const conclusion = record.find(({ type }) => type === 'audience_conclusion');
  return {
    role: 'audience',
    strengths: [
      ...(questions.length > 0 ? [`Had ${countOf(questions.length, 'question')} relayed to debaters by name.`] : []),
      ...(conclusion === undefined
        ? []
        : [`A conclusion of ${wordCount(conclusion.content)} words that names arguments by seq.`]),
    ],
    improvements: [
      ...(questions.length === 0 ? ['No question was relayed.'] : []),
      ...(conclusion === undefined ? ['There is no conclusion.'] : []),
    ],
    suggestions: ['Ask both sides the same question once, so that the answers can be compared.'],
  };
}

function execution(counts: Counts, { brief, record }: Input): string[] {
  const { arguments: all, answered, conjectures, files, evidence, rounds } = counts;
  const found = [
    ...(all > answered
      ? [
          `${all - answered} of ${all} arguments went unanswered; an extra round, or two rebuttals a turn, would reach more of them.`,
        ]
      : []),
    ...(conjectures > 0
      ? [`${conjectures} of ${counts.turns} turns ended in conjecture; widen the evidence before adding rounds.`]
      : []),
    ...(files < evidence
      ? [`${files} of ${evidence} evidence files were quoted; the others may hold what was missed.`]
      : []),
    ...(rounds < brief.maxRounds ? [`${rounds} of up to ${brief.maxRounds} rounds were used.`] : []),
    ...(record.some(({ type }) => type === 'source_challenge')
      ? []
      : ['No source was challenged; ask each debater once which source of the others it trusts least.']),
    'Run the debate a second time with the lineup reversed, and compare the outcomes.',
    'Put the outcome beside a plain vote of readers who saw only the quotations.',
  ];
  return found.slice(0, 5);
}

function outputs(counts: Counts, { documents }: Input): string[] {
  const blog = documents.find(({ name }) => name === 'blog-post.md');
  const found = [
    ...(blog === undefined ? ['There is no blog post; on a void outcome none is made.'] : []),
    ...(counts.verified < counts.cited
      ? [`Mark the ${counts.cited - counts.verified} sources that are not verified wherever they are listed.`]
      : []),
    'Show each rebuttal beside the quotation that it answers.',
    'Print the sentence before and after every quotation, so that a reader need not open the file to judge it.',
    'Group the key arguments by subject as well as by debater.',
    'List the evidence files that nobody quoted.',
  ];
  return found.slice(0, 5);
}
