import { cruxId } from '../../../debate/formats/panel/inputs';
import { panelFacts } from '../../../debate/formats/panel/facts';
import { readingOrders } from '../../../debate/log/entryData';
import { judgesIn } from '../../../debate/flow/judges';
import { sizes, type Accounts } from './accounts';
import { countWords, lengthWords, type FormatUse, type SizedPlan } from './assumed';

/** Tokens. */
const panelSizes = {
  turn: 850,
  officials: 150,
  turnAnswer: 900,
  closing: 350,
  /** Others' words, questions and findings. */
  prompt: 300,
  review: 100,
  sourcesPerTurn: 3,
  /** Points for one debater, with reasons. */
  verdict: 300,
} as const;

const summaryShare = 0.08;

const roundsOf = ({ limits }: SizedPlan) => ({ low: limits.min_rounds, high: limits.max_rounds });

export const panelUse: FormatUse = {
  rounds: roundsOf,
  roundsOf(state) {
    const { limits, round } = state;
    return state.factsOf(panelFacts).roundsEnded
      ? { low: round, high: round }
      : { low: Math.max(limits.min_rounds, round), high: Math.max(limits.max_rounds, round) };
  },
  add(plan, rounds, accounts) {
    const { debaters } = plan;
    const perRound = debaters.length * (panelSizes.turn + panelSizes.officials);
    const recordAfter = (turns: number): number => turns * (panelSizes.turn + panelSizes.officials);
    const condensedAfter = (turns: number): number => {
      const openings = Math.min(turns, debaters.length);
      return recordAfter(openings) + recordAfter(turns - openings) * summaryShare;
    };
    const names = debaters.map(({ name }) => name);
    let turns = 0;
    const speak = (step: string, name: string, kind: Speaking): void => {
      addTurn({ step, name, kind, record: recordAfter(turns), condensed: condensedAfter(turns) }, accounts);
      turns += 1;
    };
    accounts.plainAnswer(plan.options, 'chair');
    for (const name of names) speak(`opening/${name}`, name, 'debater/opening');
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1 && plan.options?.['crux'] === true) {
        const step = cruxId(round);
        accounts.task({ step, seat: 'chair', kind: 'chair/name_crux', record: recordAfter(turns), answer: 200 });
      }
      for (const name of names) speak(`r${round}/turn/${name}`, name, 'debater/turn');
      const recent = perRound + recordAfter(turns) * summaryShare;
      const { min_rounds: min, max_rounds: max } = plan.limits;
      addRoundEnd(round, { recent, isAsked: round >= min && round < max }, accounts);
    }
    accounts.task({
      step: 'unresolved',
      seat: 'chair',
      kind: 'chair/name_unresolved',
      record: recordAfter(turns),
      answer: 300,
    });
    for (const name of names.toReversed()) speak(`closing/${name}`, name, 'debater/closing');
    const judges = judgesIn(plan);
    for (const { id, agent } of judges)
      for (const order of readingOrders)
        accounts.task({
          step: `verdict/${id}/${order}`,
          seat: agent,
          kind: 'juror/verdict',
          record: recordAfter(turns),
          answer: 400 + debaters.length * panelSizes.verdict,
        });
    const size = { record: recordAfter(turns), condensed: condensedAfter(turns) };
    addEnd(
      size,
      { debaters: debaters.length, isJudged: judges.length > 0, isBriefed: plan.options?.['brief'] === true },
      accounts,
    );
  },
  basis: (plan) => [
    `${plan.debaters.length} debaters, ${countWords(roundsOf(plan), 'round')}, an opening and a closing each`,
    `turns of ${lengthWords(panelSizes.turnAnswer)} with about ${panelSizes.sourcesPerTurn} sources; each source judged, each turn reviewed; questions, conclusion and documents`,
  ],
};

type Speaking = 'debater/opening' | 'debater/turn' | 'debater/closing';

interface Turn {
  step: string;
  name: string;
  kind: Speaking;
  record: number;
  condensed: number;
}

function addTurn({ step, name, kind, record, condensed }: Turn, accounts: Accounts): void {
  const isClosing = kind === 'debater/closing';
  const answer = isClosing ? panelSizes.closing : panelSizes.turnAnswer;
  accounts.task({ step, seat: name, kind, record, condensed, own: panelSizes.prompt, answer });
  const own = panelSizes.turn - sizes.task;
  accounts.task({ step: `${step}/review`, seat: 'chair', kind: 'chair/review_turn', own, answer: panelSizes.review });
  // What a closing cites was cited before, and checked then.
  if (!isClosing) accounts.sources(step, panelSizes.sourcesPerTurn);
}

function addRoundEnd(
  round: number,
  { recent, isAsked }: { recent: number; isAsked: boolean },
  accounts: Accounts,
): void {
  const at = `r${round}`;
  accounts.task({ step: `${at}/audience`, seat: 'audience', kind: 'audience/questions', recent, answer: 80 });
  accounts.task({ step: `${at}/questions`, seat: 'chair', kind: 'chair/choose_questions', answer: 60 });
  if (isAsked) accounts.task({ step: `${at}/go-on`, seat: 'chair', kind: 'chair/go_on', recent, answer: 80 });
}

/** They read the record once, and write to no cache. */
function addEnd(
  size: { record: number; condensed: number },
  { debaters, isJudged, isBriefed }: { debaters: number; isJudged: boolean; isBriefed: boolean },
  accounts: Accounts,
): void {
  const documents = 3_500;
  accounts.brief(isBriefed, { step: 'brief', ...size });
  const concluding = isJudged ? 'chair/word_conclusion' : 'chair/conclude';
  const points = isJudged ? 0 : debaters * panelSizes.verdict;
  for (const [step, seat, kind, answer] of [
    ['conclusion', 'chair', concluding, 500 + points],
    ['audience-conclusion', 'audience', 'audience/conclusion', 550],
    ['documents', 'reporter', 'reporter/summary', 800 + debaters * 300],
    ['documents', 'reporter', 'reporter/blog_post', 1_800],
    ['assessor-report', 'assessor', 'assessor/report', 2_000],
  ] as const)
    accounts.task({ step, seat, kind, ...size, own: kind === 'assessor/report' ? documents : 0, answer });
  const kind = 'chair/review_documents';
  accounts.task({ step: 'documents/review', seat: 'chair', kind, own: documents, answer: 80 });
}
