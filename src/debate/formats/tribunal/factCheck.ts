import { type Citation, citationsOf } from '../../fold/citations';
import { dataOf } from '../../log/codec';
import type { Entry } from '../../log/entry';
import type { FactVerdict, QualityMetrics, VerificationStatus } from '../../log/entryData';
import { foundStatus } from '../../log/sourceMark';
import { headerOf } from '../../fold/state';
import type { CheckedSource, TaskOutput, Violation } from '../../flow/tasks';
import type { RecordView } from '../../fold/view';
import { statusCounts, tribunalFacts, type TribunalFacts } from './facts';

type FactCheck = TaskOutput<'judge/assess'>['fact_check'][number];

/** Sources of the entry where the item names one, else of the side, else all with that address. */
function sourcesMeant({ url, seq, side }: FactCheck, checked: readonly CheckedSource[]): CheckedSource[] {
  const cited = checked.filter((source) => source.url === url);
  const exact = cited.filter((source) => (seq === undefined ? source.speaker === side : source.seq === seq));
  return seq === undefined && exact.length === 0 ? cited : exact;
}

const doubts: ReadonlySet<string> = new Set(['DISPUTED', 'UNVERIFIABLE']);

interface FactCheckFault {
  fact: string;
  advice?: string | undefined;
}

export const factCheckViolations = (item: FactCheck, checked: readonly CheckedSource[]): Violation[] =>
  factCheckFaults(item, checked).map(({ fact, advice }) => ({
    rule: 'source',
    message: advice === undefined ? `${fact}.` : `${fact}; ${advice}.`,
  }));

export function factCheckFaults(item: FactCheck, checked: readonly CheckedSource[]): FactCheckFault[] {
  const { claim, verdict, url, explanation = '' } = item;
  const say = (fact: string, advice?: string): FactCheckFault[] => [{ fact: `Fact check “${claim}”: ${fact}`, advice }];
  if (url === undefined) {
    return doubts.has(verdict)
      ? []
      : say(
          `${verdict} rests on a result of the Verifier, and no address is named`,
          'name the address it is about, or call the claim UNVERIFIABLE',
        );
  }
  const meant = sourcesMeant(item, checked);
  if (meant.length === 0)
    return say(
      `neither side cites ${url}${item.seq === undefined ? '' : ` in seq ${item.seq}`}`,
      'judge what was cited',
    );
  const fitting = meant.find(({ status }) => allowedVerdicts[status].includes(verdict));
  if (fitting === undefined) {
    const { status, seq } = meant[0] ?? { status: 'unverified', seq: 0 };
    return say(
      `the Verifier left ${url} of seq ${seq} as ${status}; that allows ${allowedVerdicts[status].join(' or ')}, not ${verdict}`,
    );
  }
  if (verdict !== verdictOf[fitting.status] && explanation.trim() === '') {
    return say(
      `${verdict} goes beyond what the Verifier found (${fitting.status}), without a reason`,
      'give the reason in the explanation',
    );
  }
  return [];
}

/** The Judge's items, each with its entry, and the checked sources that it left out with the verdict that follows from their result. */
export function completedFactCheck(
  items: readonly FactCheck[],
  checked: readonly CheckedSource[],
  covers: (seq: number) => boolean,
): FactCheck[] {
  const judged = items.map((item): FactCheck => {
    const meant = sourcesMeant(item, checked);
    const source = meant.find(({ status }) => allowedVerdicts[status].includes(item.verdict));
    return item.url === undefined || source === undefined ? item : { ...item, seq: source.seq, side: source.speaker };
  });
  const isThere = ({ seq, url }: CheckedSource): boolean => judged.some((item) => item.url === url && item.seq === seq);
  const owed = checked.filter((source) => covers(source.seq) && !isThere(source));
  return [...judged, ...owed.map(impliedItem)];
}

function impliedItem({ seq, speaker, url, title, claim, status, readAs }: CheckedSource): FactCheck {
  return {
    claim: claim ?? (title === '' ? `What seq ${seq} cites ${url} for` : title),
    verdict: verdictOf[status],
    side: speaker,
    seq,
    url,
    explanation: `As the Verifier left it: ${readAs}.`,
  };
}

const citing: ReadonlySet<string> = new Set(['defense', 'critique']);

/** Checked sources in the order of the record; those of redacted entries without words. */
export function checkedSources(view: RecordView): CheckedSource[] {
  const { state } = view;
  return state.headers
    .filter((header) => citing.has(header.type))
    .flatMap((header) => citationsOf(state, header))
    .filter(({ isOwed }) => isOwed)
    .map(({ seq, speaker, url, finding, settled }) => {
      const source = view.visible(seq)?.sources?.find((candidate) => candidate.url === url);
      return {
        seq,
        speaker,
        url,
        title: source?.title ?? '',
        claim: source?.claim,
        status: finding?.status ?? 'unverified',
        readAs: finding === undefined ? 'unverified' : foundStatus(finding),
        settled,
        explanation: view.mask.of(finding?.check ?? seq, finding?.explanation ?? ''),
      };
    });
}

/** The verdict that follows from what the Verifier found. */
const verdictOf: Readonly<Record<VerificationStatus, FactVerdict>> = {
  verified: 'CONFIRMED',
  unreliable: 'DISPUTED',
  unverified: 'UNVERIFIABLE',
  fabricated: 'FABRICATED',
};

/** The Judge may add doubts, but no confirmations of its own. */
const allowedVerdicts: Readonly<Record<VerificationStatus, readonly FactVerdict[]>> = {
  verified: ['CONFIRMED', 'DISPUTED'],
  unreliable: ['DISPUTED', 'UNVERIFIABLE'],
  unverified: ['UNVERIFIABLE', 'DISPUTED'],
  fabricated: ['FABRICATED'],
};

/** Redacted entries count as fabricated citations and nothing else. */
export function metricsOf(view: RecordView): QualityMetrics {
  const facts = view.state.factsOf(tribunalFacts);
  return {
    citations: citationCounts(view),
    issues: issueCounts(facts),
    research: researchOf(view, facts),
    evolution: evolutionOf(facts),
  };
}

function citationCounts(view: RecordView): QualityMetrics['citations'] {
  const checked = checkedSources(view);
  // What its author set right is held against nobody.
  const count = (wanted: VerificationStatus): number =>
    checked.filter(({ status, settled }) => status === wanted && settled === undefined).length;
  const quoted = checked.filter(({ readAs }) => readAs === 'quoted').length;
  return {
    confirmed: count('verified'),
    ...(quoted === 0 ? {} : { quoted }),
    disputed: count('unreliable'),
    unverifiable: count('unverified'),
    fabricated: count('fabricated'),
  };
}

function issueCounts({ tracker }: TribunalFacts): QualityMetrics['issues'] {
  const { resolved, open, stalled } = statusCounts(tracker);
  return { total: tracker.length, resolved, open, stalled };
}

/** Research effort by side, over all rounds. */
function researchOf(view: RecordView, { rounds }: TribunalFacts): QualityMetrics['research'] {
  const of = (seqs: readonly (number | undefined)[]): ResearchEffort => {
    const inForce = seqs
      .flatMap((seq) => (seq === undefined ? [] : (view.visible(seq) ?? [])))
      .filter((entry) => !('redacted' in entry));
    // A file that is gone back to in a later round is the same file.
    const files = new Set(inForce.flatMap((entry) => spokenData(entry)?.research_log?.files_read ?? []));
    const sources = inForce.flatMap(({ seq }) => citationsAt(view, seq)).filter(({ isCited }) => isCited).length;
    return inForce.reduce(added, { queries: 0, files_read: files.size, sources, closed_book_rounds: 0 });
  };
  return { advocate: of(rounds.map(({ defense }) => defense)), critic: of(rounds.map(({ critique }) => critique)) };
}

/** An address that an entry cites twice is one. */
function citationsAt({ state }: RecordView, seq: number): Citation[] {
  const header = headerOf(state, seq);
  return header === undefined ? [] : citationsOf(state, header);
}

const spokenData = (entry: Entry) => (entry.type === 'defense' ? dataOf(entry, 'defense') : dataOf(entry, 'critique'));

type ResearchEffort = QualityMetrics['research'][string];

function added(effort: ResearchEffort, entry: Entry): ResearchEffort {
  const data = spokenData(entry);
  return {
    ...effort,
    queries: effort.queries + (data?.research_log?.queries.length ?? 0),
    closed_book_rounds: effort.closed_book_rounds + (data?.closed_book === true ? 1 : 0),
  };
}

function evolutionOf({ rounds, tracker }: TribunalFacts): QualityMetrics['evolution'] {
  return rounds
    .filter(({ assessment }) => assessment !== undefined)
    .map(({ round, score }) => {
      const rows = tracker.flatMap(({ history }) => history.filter((row) => row.round === round));
      return {
        round,
        ...statusCounts(rows),
        ...(score === undefined ? {} : { score: scorePart(score) }),
      };
    });
}

const scorePart = ({ advocate, critic }: { advocate: number | undefined; critic: number | undefined }) => ({
  ...(advocate === undefined ? {} : { advocate }),
  ...(critic === undefined ? {} : { critic }),
});
