import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { summaryOf } from './summaryOf';
import { Feed } from '../../src/ui/panel/feed';
import { headOf } from '../../src/ui/panel/head';
import { debateNode } from '../../src/ui/library/debateNode';
import { childrenOf } from '../../src/ui/library/treeModel';

/** Prints what panel and tree show of a debate that is not running: `node program.js FOLDER`. */
async function shown(folder: string): Promise<unknown> {
  const summary = await summaryOf(folder);
  const log = await DebateLog.open(pathOfLog(folder));
  const { view } = log;
  const feed = new Feed(log);
  feed.take();
  const { state, stateText, rail, views } = headOf(
    folder,
    feed,
    { lease: { state: 'free' }, run: undefined, isGone: false, isTrusted: true, now: new Date() },
    { list: [], isWritten: true },
  );
  const outline = { folder, view, problems: log.problems, documents: [] };
  const labels = (key: string): string[] =>
    childrenOf({ key }, outline).map(({ label, description }) => `${label} | ${description ?? ''}`);
  const wrong = { grave: 0, changed: 0, errors: 0 };
  const { spoken } = debateNode(summary, { run: undefined, isByHand: false, wrong, now: 0, language: 'en' });
  return {
    panel: {
      state,
      stateText,
      views,
      rail: rail.map((item) => `${item.label} ${item.state}`),
      rows: feed.rows.map(({ speaker, type, section }) => `${section} ${speaker} ${type}`),
    },
    tree: { spoken, groups: labels(''), debaters: labels('debaters'), rounds: labels('rounds') },
  };
}

void shown(process.argv[2] ?? '').then((found) => process.stdout.write(JSON.stringify(found)));
