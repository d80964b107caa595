import type { SourceCounts } from '../debate/fold/citations';
import { counted, dollars, oneLine, shellWord } from '../matching/text/shortText';
import { isOpenEnded } from '../debate/formats/registry';
import type { DebateState } from '../debate/fold/state';
import { stageOf } from '../projections/formats/registry';
import { defined } from '../debate/log/objects';
import { outcomeIn, type Outcome } from '../projections/outcome';
import { sourceTally } from '../projections/sources';
import { tallyWords } from '../projections/sourceWords';
import { isUnderWay } from '../projections/status';
import { english } from '../projections/vocabulary';
import { outcomeWords, roundTimeWords, stageText } from '../projections/words';
import { refuseMoreExchanges } from '../session/run/interventions';
import { PlanError } from '../session/plan/planError';
import { lacksPerformers, refuseUnreadable } from '../session/run/runnability';
import { statusOf, type DebateStatus } from '../session/library/status';
import { basename } from 'node:path';
import { logFileName } from '../record/logPath';
import { type Command, onePath, openLog, parsed } from './options';

export const status: Command = async (args, output) => {
  const { values, positionals } = parsed(args, {});
  const { log } = await openLog(onePath(positionals, 'status', "a debate's folder"));
  try {
    const found = await statusOf(log);
    const out = output(values.json);
    if (values.json) out.json(found);
    else for (const line of [...statusLines(found, sourceTally(log.view)), ...wayOn(found, log.state)]) out.print(line);
    // Any other file was named by mistake.
    if (found.status !== 'unreadable' || basename(log.path) === logFileName) return 0;
    out.error(`No line of ${log.path} can be read as an entry: it is no debate's log.`);
    return 2;
  } finally {
    await log.close();
  }
};

/** Commands by which a debate without an end can continue, and which `resume` accepts. */
function wayOn({ status, dir }: DebateStatus, state: DebateState): string[] {
  if (!isOpenEnded(state.setup?.format) || status !== 'done') return [];
  const flags = lacksPerformers(state) ? ' --provider P [--evidence DIR]' : '';
  try {
    refuseUnreadable(state);
    refuseMoreExchanges(state);
  } catch (error) {
    if (error instanceof PlanError) return [error.message];
    throw error;
  }
  return [
    `Go on: rostrum resume ${shellWord(dir)} --exchanges N${flags} holds N more exchanges; rostrum report ${shellWord(dir)} writes the documents again`,
  ];
}

function costLines({ usage: { usd }, estimate, pace }: DebateStatus): string[] {
  if (usd === 0) return [];
  const words = [
    dollars(usd),
    ...(pace === undefined ? [] : [`at this pace ${dollarRange(pace)}`]),
    ...(estimate === undefined ? [] : [`${dollarRange(estimate)} estimated before the start`]),
  ];
  return [`Cost: ${words.join(', ')}`];
}

/** Range like `$3.10–$3.60`. */
export const dollarRange = ({ usd_low: low, usd_high: high }: { usd_low: number; usd_high: number }): string =>
  dollars(low) === dollars(high) ? `about ${dollars(high)}` : `${dollars(low)}–${dollars(high)}`;

const outcomeLabel = ({ code }: Outcome): string =>
  code === 'told' ? '' : code === 'result' ? 'Scores: ' : 'Outcome: ';

export const outcomeFound = (found: DebateStatus): Outcome => ({
  ...outcomeIn({ ...found, isOver: found.status === 'done' && !isOpenEnded(found.format) }, found.undecided),
  ...defined({ tally: found.tally, isFirm: found.firm }),
});

export function statusLines(found: DebateStatus, sources: SourceCounts): string[] {
  const outcome = outcomeFound(found);
  const at = isUnderWay(found.status) ? stageOf(found) : undefined;
  const time = roundTimeWords(english, (found.round_minutes ?? 0) * 60_000);
  const stage = at === undefined ? [] : [stageText(english, at)];
  return [
    found.dir,
    [found.status, found.format, ...stage, counted(found.entries, 'entry', 'entries')].join(', '),
    ...(found.answer === null ? [] : [`Answer: ${oneLine(found.answer.text)}`]),
    `${outcomeLabel(outcome)}${outcomeWords(english, outcome)}`,
    ...(found.baseline === undefined ? [] : [found.baseline.text]),
    `Sources: ${tallyWords(english, sources)}`,
    ...costLines(found),
    ...(time === undefined ? [] : [`Time: ${time}`]),
    ...(found.next.length === 0 ? [] : [`Next: ${found.next.join(', ')}`]),
    ...found.warnings.map((warning) => `! ${warning}`),
  ];
}
