import { dataOf } from '../../debate/log/codec';
import { defined } from '../../debate/log/objects';
import { qualityMetricsSchema } from '../../debate/log/entryData';
import { stepOf } from '../../debate/log/entry';
import { assessmentText, rulingText } from '../../debate/formats/tribunal/judgeTexts';
import { tribunalFacts, type TribunalFacts, visibleTracker } from '../../debate/formats/tribunal/facts';
import { optionsOf } from '../../debate/formats/tribunal/options';
import { maskText } from '../../debate/fold/mask';
import type { DebateState } from '../../debate/fold/state';
import type { TrackerRow } from '../../debate/flow/tasks/tribunal';
import type { RecordView } from '../../debate/fold/view';
import { judgingOf } from '../judging';
import { textAsMarkdown } from '../textAsMarkdown';
import { partState, roundSection, roundsAhead } from '../sections';
import {
  type ComposedEntry,
  type FormatProjection,
  type FormatVerdict,
  type NamedPart,
  type Progress,
  type RailPart,
  type SectionStarts,
  tailReader,
} from './formatProjection';

export const tribunal: FormatProjection = {
  stages: { conclusion: 'ruling' },
  tail: tailReader('r', (entry) => {
    const id = stepOf(entry)?.id ?? '';
    if (id === 'brief') return 'done';
    // A brief may be to come after a ruling that answers the question.
    if (entry.type === 'judges_ruling') return dataOf(entry, 'judges_ruling')?.answer == null ? 'done' : undefined;
    if (id === 'setup') return 'setup';
    return id === 'plan' || /^r\d+\/(?:start|advocate|critic)$/.test(id) ? 'rounds' : undefined;
  }),
  progress,
  rail,
  views: () => ['debate', 'board'],
  named,
  verdict,
  contentWithText,
};

/** Claims and issues of the sides are no Markdown of the Judge's. */
function contentWithText(entry: ComposedEntry): string | undefined {
  const assessed = dataOf(entry, 'assessment');
  if (assessed !== undefined && assessmentText(assessed) === entry.content) {
    const { fact_check: facts = [], issues = [] } = assessed;
    return assessmentText({
      ...assessed,
      fact_check: facts.map((fact) => ({
        ...fact,
        claim: textAsMarkdown(fact.claim),
        ...(fact.explanation === undefined ? {} : { explanation: textAsMarkdown(fact.explanation) }),
      })),
      issues: issues.map((issue) => ({ ...issue, title: textAsMarkdown(issue.title) })),
    });
  }
  const ruled = dataOf(entry, 'judges_ruling');
  if (ruled === undefined) return undefined;
  const ruling = { ...ruled, metrics: qualityMetricsSchema.safeParse(ruled.metrics).data };
  const titleOf = (issue: string): string => titleIn(entry.content, issue);
  if (rulingText(ruling, titleOf) !== entry.content) return undefined;
  return rulingText(ruling, (issue) => textAsMarkdown(titleOf(issue)));
}

/** The title that a ruling gives an issue above its verdict. */
function titleIn(content: string, issue: string): string {
  const head = `#### ${issue} `;
  const from = content.indexOf(head);
  return from < 0 ? '' : content.slice(from + head.length, content.indexOf('\n\n**', from));
}

function named(view: RecordView): NamedPart[] {
  const { state, mask } = view;
  const { rounds } = state.factsOf(tribunalFacts);
  return visibleTracker(view).map(({ id, title, history }) => ({
    kind: 'issue',
    seq: rounds.find(({ round }) => round === history[0]?.round)?.assessment,
    name: `${id} ${mask.text(title)}`,
  }));
}

/** An issue that the ruling's words on what is open name is not named twice. */
function verdict(view: RecordView): FormatVerdict {
  const { state, mask } = view;
  const facts = state.factsOf(tribunalFacts);
  const { ruling } = facts;
  const tracker = visibleTracker(view);
  const entry = view.visible(ruling?.seq);
  const { verdicts = [], unresolved = [], concessions = [] } = dataOf(entry, 'judges_ruling') ?? {};
  const titles = new Map(tracker.map(({ id, title }) => [id, title]));
  const said = unresolved.join('\n');
  const named = new Set(said.match(/[\p{L}\p{N}_-]+/gu));
  const pending = openIssues({ tracker, ruling }).filter(({ id, title }) => !named.has(id) && !said.includes(title));
  return {
    judging: judgingOf(state, 'judge'),
    open: [...unresolved, ...pending.map(({ id, title }) => (title === maskText ? `${id} ${title}` : title))].map(
      (text) => ({ text: mask.text(text), seqs: [] }),
    ),
    ...(ruling === undefined || concessions.length === 0
      ? {}
      : { concessions: concessions.map((claim) => ({ at: ruling.seq, claim })) }),
    ...(verdicts.length === 0
      ? {}
      : {
          decided: [],
          issues: verdicts.map(({ issue, verdict: ruled, reason, firm }) => ({
            id: mask.text(issue),
            title: mask.text(titles.get(issue) ?? ''),
            verdict: ruled,
            reason,
            ...defined({ firm }),
          })),
        }),
  };
}

/** The number of rounds, for the user, who may know what the sides may not. Undefined until it is settled. */
export function roundsPlanned(state: DebateState): number | undefined {
  const { rounds } = optionsOf(state);
  return state.factsOf(tribunalFacts).total ?? (rounds === 'auto' ? undefined : rounds);
}

/** What is not settled: once it is ruled, the ruling says so. */
export function openIssues(facts: {
  tracker: readonly TrackerRow[];
  ruling: TribunalFacts['ruling'];
}): readonly TrackerRow[] {
  const verdicts = verdictsOf(facts);
  return facts.tracker.filter(({ id, status }) =>
    facts.ruling === undefined ? status !== 'resolved' : (verdicts.get(id) ?? 'UNDECIDED') === 'UNDECIDED',
  );
}

/** Verdicts by issue. */
export const verdictsOf = ({ ruling }: Pick<TribunalFacts, 'ruling'>): ReadonlyMap<string, string> =>
  new Map(ruling?.verdicts.map(({ issue, verdict }) => [issue, verdict]));

function progress(state: DebateState): Progress {
  const { rounds, ruling } = state.factsOf(tribunalFacts);
  const round = rounds.at(-1)?.round ?? 0;
  const planned = ruling === undefined || round === 0 ? roundsPlanned(state) : round;
  if (round > 0 && ruling === undefined) return { code: 'round', round, planned };
  return planned === undefined ? { code: 'planning' } : { code: 'rounds', planned };
}

function rail(state: DebateState, starts: SectionStarts, isOver: boolean): RailPart[] {
  const { rounds, endedBy, ruling } = state.factsOf(tribunalFacts);
  const planned = roundsPlanned(state) ?? 0;
  const last = rounds.at(-1);
  const held = last?.round ?? 0;
  const isPlanned = starts.has('plan') || optionsOf(state).rounds === 'auto';
  const isRuling =
    state.concludeRequested ||
    endedBy !== undefined ||
    (last?.assessment !== undefined && held >= planned && planned > 0);
  const isBriefed = starts.has('documents') || (ruling !== undefined && !isOver);
  const now = ruling !== undefined ? (isOver ? undefined : 'documents') : isRuling ? 'conclusion' : roundNow();
  const known = Array.from({ length: Math.max(held, Math.min(planned, held + roundsAhead)) }, (_, index) =>
    roundSection(index + 1),
  );
  const ids = [...(isPlanned ? ['plan'] : []), ...known, 'conclusion', ...(isBriefed ? ['documents'] : [])];
  return ids.map((id) => ({ id, state: partState(id, now, starts) }));

  function roundNow(): string {
    if (isPlanned && planned === 0 && held === 0) return 'plan';
    return roundSection(last === undefined ? 1 : last.assessment === undefined ? held : held + 1);
  }
}
