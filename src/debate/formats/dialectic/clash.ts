import { signedHundredths } from '../../../matching/text/shortText';
import type { Draft } from '../../log/entry';
import { stringsIn } from '../../log/objects';
import { figureViolations } from '../../rules/recordFigures';
import { withdrawnViolations } from '../../rules/documentGate';
import { isDealt, isExtractive } from '../../flow/seats';
import { isRedacted, type DebateState } from '../../fold/state';
import { notPerformed, type Step, type TaskOutcome } from '../../flow/step';
import type { TaskOutput, Violation } from '../../flow/tasks';
import { sentences, wordCount } from '../../../matching/text/text';
import { briefOf } from '../common/brief';
import { listed, noticesOf } from '../common/notices';
import { agentStep, refusedAnswer, whyFailed } from '../common/steps';
import { answerViolations, type GivenAnswer } from '../../rules/answerGate';
import { isNearLength, lengthProblems, lengthWish, structure } from '../../rules/violation';
import { answerText, loggedAnswer } from '../common/answer';
import { idPattern } from './arguments';
import { targetNamed } from './argumentGate';
import { knownBefore } from './inputs';
import { dialecticFacts, scoreOf, scoreTotals, totalsLine } from './facts';
import { motionOf } from './options';
import { agentRecord } from '../common/agentRecord';

type Clash = TaskOutput<'reporter/clash'>;

/** Title and what code writes included. */
const reportWords = { min: 500, max: 600 } as const;
/** Share of the maximum for the picture's section and the marks of headings, which some programs count as words. */
const graphWords = 24;

const reportName = 'README.md';

/** Reports on all exchanges held so far: the Reporter's prose with the figures of code. A failure holds nothing up. */
export function reportStep(exchange: number): Step {
  return agentStep(
    {
      id: `report/e${exchange}`,
      agent: 'reporter',
      kind: 'reporter/clash',
      input: (view) => ({
        brief: briefOf(view.state),
        record: agentRecord(view),
        motion: motionOf(view.state),
        arguments: knownBefore(view, Infinity),
        totals: scoreTotals(view.state.factsOf(dialecticFacts)),
        wordLimits: proseLimits(view.state),
      }),
      check: (output, { view }) => [
        ...clashViolations(output, view.state),
        ...figureViolations('The report', stringsIn(output), view),
      ],
    },
    (answer, { outcome, view: { state } }): Draft[] => {
      const report = answer ?? withoutRedacted(outcome, state);
      if (report !== undefined) {
        const content = renderClash(report, state);
        const data = { name: reportName, ...loggedAnswer(report, state) };
        return [{ phase: 'system', speaker: 'reporter', type: 'document', content, data }];
      }
      const { absentNote, failureNote } = noticesOf('moderator');
      // Nobody could honestly write it: the report is made by code.
      if (outcome?.ok === false && outcome.code === notPerformed)
        return [absentNote('The Reporter’s part of README.md', outcome.message)];
      return [failureNote('The Reporter’s README.md', whyFailed(outcome), 'The report is made without it.')];
    },
  );
}

/** A report whose only fault is naming redacted text is kept without those sentences. */
function withoutRedacted(outcome: TaskOutcome | undefined, state: DebateState): Clash | undefined {
  const refused = refusedAnswer(outcome, 'reporter/clash');
  if (refused?.violations.every(({ rule }) => rule === '19') !== true) return undefined;
  const { question, clash, turning_points: points, verdict, answer, agreed, open } = refused.answer;
  const kept = (text: string): string => {
    const naming = sentences(text).filter((sentence) => redactedIds(sentence.text, state).length > 0);
    return naming
      .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(end).trimStart()}`, text)
      .trim();
  };
  const cut = points.map(({ title, text }) => ({ title: kept(title), text: kept(text) }));
  return {
    question: kept(question),
    clash: kept(clash),
    verdict: kept(verdict),
    ...(refused.violations.some(({ message }) => message.startsWith('answer')) ? {} : { answer, agreed, open }),
    turning_points: cut.filter(({ title, text }) => title !== '' && text !== ''),
  };
}

/** Logged form of a report. Markdown. */
function renderClash(given: Clash, state: DebateState): string {
  const { question, clash, turning_points: points, verdict } = given;
  const answer = answerText(loggedAnswer(given, state));
  return [
    ...(answer === '' ? [] : [`## The Answer\n\n${answer.replace(/^Answer: /, '')}`]),
    `## The Question\n\n${question.trim()}`,
    `## The Clash\n\n${clash.trim()}`,
    ['## Turning Points', ...points.map(({ title, text }) => `### ${title.trim()}\n\n${text.trim()}`)].join('\n\n'),
    `## The Verdict\n\n${verdict.trim()}\n\n${verdictFigures(state)}`,
  ].join('\n\n');
}

/** Who only quotes gave the scores, and none of them says anything. */
export function isUnweighed(state: DebateState): boolean {
  const { scores } = state.factsOf(dialecticFacts);
  const steps = [...scores.values()].flat();
  return (
    steps.length > 0 &&
    steps.every(({ hundredths, seq }) => hundredths === 0 && isDealt(state, { seq, speaker: 'judge' }))
  );
}

export const unweighedWords = 'Nobody weighed the arguments: every score is 0.00, and the lead is even.';

/** The prose of a logged report. `state`: as of then. */
export function clashIn(content: string, state: DebateState): Omit<Clash, keyof GivenAnswer> {
  const [, question = '', clash = '', points = '', judged = ''] =
    /^(?:## The Answer\n\n[\s\S]*?\n\n)?## The Question\n\n([\s\S]*?)\n\n## The Clash\n\n([\s\S]*)\n\n## Turning Points\n\n([\s\S]*)\n\n## The Verdict\n\n([\s\S]*)$/.exec(
      content,
    ) ?? [];
  const [, ...turning] = `\n\n${points}`.split('\n\n### ');
  const figures = `\n\n${verdictFigures(state)}`;
  return {
    question,
    clash,
    verdict: judged.endsWith(figures) ? judged.slice(0, -figures.length) : judged,
    turning_points: turning.map((point) => {
      const [title = '', ...text] = point.split('\n\n');
      return { title, text: text.join('\n\n') };
    }),
  };
}

/** Totals, and which arguments stand highest and lowest now. */
export function verdictFigures(state: DebateState): string {
  const facts = state.factsOf(dialecticFacts);
  const scored = [...facts.arguments.values()]
    .filter(({ seq }) => !isRedacted(state, seq))
    .flatMap(({ id, title }) => {
      const score = scoreOf(facts, id);
      return score === undefined ? [] : [{ id, title, score }];
    });
  const totals = totalsLine(facts.totals);
  if (scored.length === 0) return 'No argument that stands was scored.';
  if (isUnweighed(state)) return `**Totals:** ${totals}.\n\n${unweighedWords}`;
  const named = (score: number): string => {
    const equal = scored.filter((one) => one.score === score);
    const ids = listed(equal.slice(0, 3).map(({ id }) => id));
    return equal.length === 1
      ? `${ids}, “${equal[0]?.title ?? ''}” (${signedHundredths(score)})`
      : `${ids}${equal.length > 3 ? ' and others' : ''} (${signedHundredths(score)} each)`;
  };
  const scores = scored.map(({ score }) => score);
  return `**Totals:** ${totals}.\n\n**Strongest:** ${named(Math.max(...scores))}. **Weakest:** ${named(Math.min(...scores))}.`;
}

const noProse: Clash = { question: '', clash: '', turning_points: [], verdict: '' };

/** What is left for the Reporter when title, headings and figures are counted. */
function proseLimits(state: DebateState): { min: number; max: number } {
  const frame = wordCount(motionOf(state).text) + wordCount(renderClash(noProse, state));
  const max = Math.max(100, reportWords.max - graphWords - frame);
  return { min: Math.min(max, Math.max(0, reportWords.min - frame)), max };
}

function clashViolations(output: Clash, state: DebateState): Violation[] {
  const { min, max } = proseLimits(state);
  const prose = proseOf(output);
  const words = prose.reduce((sum, text) => sum + wordCount(text), 0);
  // Who only quotes is not made to fill pages.
  const limits = { min: isExtractive(state, 'reporter') ? 0 : min, max };
  const { question, clash, verdict } = output;
  const answer = answerWords(output).join(' ');
  const parts = Object.entries({ question, clash, verdict, 'answer, agreed and open': answer }).map(
    ([name, text]) => `${name} ${wordCount(text)}`,
  );
  const length = (isNearLength(words, limits) ? [] : lengthProblems('The report', words, limits)).map((message) =>
    lengthWish(state, `${message} Of these: ${parts.join(', ')}; the rest is turning_points.`),
  );
  return [
    ...length,
    ...answerViolations(output, state, { isOwed: !isUnweighed(state), areRoles: true }),
    ...namedViolations(prose, state),
    ...withdrawnViolations('The report', prose.join('\n'), state),
  ];
}

const answerWords = ({ answer, agreed = [], open = [] }: GivenAnswer): string[] => [
  ...[...(answer == null ? [] : [answer]), ...agreed].map(({ text }) => text),
  ...open.flatMap(({ text, settle }) => [text, settle]),
];

const proseOf = ({ question, clash, turning_points: points, verdict, ...answered }: Clash): string[] => [
  ...answerWords(answered),
  ...[question, clash, verdict],
  ...points.flatMap(({ title, text }) => [title, text]),
];

const idsIn = (text: string): string[] => [...new Set(text.match(idPattern()) ?? [])];

function namedViolations(texts: readonly string[], state: DebateState): Violation[] {
  const all = texts.join('\n');
  const unknown = idsIn(all).filter((id) => targetNamed(state, id) === undefined);
  return [
    ...unknown.map((id) => structure(`${id} does not exist; name arguments by their ids.`)),
    ...redactedIds(all, state).map((id): Violation => ({
      rule: '19',
      message: `${id} is struck from the record; leave it out.`,
    })),
  ];
}

function redactedIds(text: string, state: DebateState): string[] {
  return idsIn(text).filter((id) => {
    const target = targetNamed(state, id);
    return target !== undefined && isRedacted(state, target.seq);
  });
}
