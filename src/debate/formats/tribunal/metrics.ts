import { citationsOf, type Citation } from '../../citations';
import { dataOf } from '../../codec';
import type { Entry } from '../../entry';
import type { QualityMetrics } from '../../entryData';
import { headerOf } from '../../state';
import type { RecordView } from '../../view';
import { checkedSources } from './factCheck';
import { tribunalFacts, type TribunalFacts } from './facts';

/**
 * What code counts of a tribunal as the record stands now. Redacted entries count as fabricated citations and nothing
 * else.
 */
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
  const count = (wanted: string): number => checked.filter(({ status }) => status === wanted).length;
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
  const count = (wanted: string): number => tracker.filter(({ status }) => status === wanted).length;
  return { total: tracker.length, resolved: count('resolved'), open: count('open'), stalled: count('stalled') };
}

/** By side, over all rounds: what their research logs list, what they cite, and how often they argued from the subject alone. */
function researchOf(view: RecordView, { rounds }: TribunalFacts): QualityMetrics['research'] {
  const of = (seqs: readonly (number | undefined)[]): ResearchEffort => {
    const standing = seqs
      .flatMap((seq) => (seq === undefined ? [] : (view.visible(seq) ?? [])))
      .filter((entry) => !('struck' in entry));
    // A file that is gone back to in a later round is the same file.
    const files = new Set(standing.flatMap((entry) => spokenData(entry)?.research_log?.files_read ?? []));
    const sources = standing.flatMap(({ seq }) => citationsAt(view, seq)).filter(({ isCited }) => isCited).length;
    return standing.reduce(added, { queries: 0, files_read: files.size, sources, closed_book_rounds: 0 });
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
      const count = (wanted: string): number => rows.filter(({ status }) => status === wanted).length;
      return {
        round,
        open: count('open'),
        resolved: count('resolved'),
        stalled: count('stalled'),
        ...(score === undefined ? {} : { score: scorePart(score) }),
      };
    });
}

const scorePart = ({ advocate, critic }: { advocate: number | undefined; critic: number | undefined }) => ({
  ...(advocate === undefined ? {} : { advocate }),
  ...(critic === undefined ? {} : { critic }),
});
