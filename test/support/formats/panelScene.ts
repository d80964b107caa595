import type { Entry } from '../../../src/debate/entry';
import type { DebateLog } from '../../../src/record/debateLog';
import type { Body, Head, Row, ShownView, ViewRequest } from '../../../src/shared/protocol';
import { bodiesAt } from '../../../src/ui/panel/bodies';
import { Feed } from '../../../src/ui/panel/feed';
import { progressOf } from '../../../src/ui/panel/progress';
import { railOf } from '../../../src/ui/panel/rail';
import { boardOf } from '../../../src/ui/panel/views/board';
import { graphOf } from '../../../src/ui/panel/views/graph';
import { scoresOf } from '../../../src/ui/panel/views/scores';
import { viewsOf } from '../../../src/ui/panel/views/viewMaker';
import { viewOf } from './inMemory';

/** What the host would tell a page of a record, without a disk, an editor or a clock: for looking at the page in a browser. */
export interface PanelScene {
  head: Pick<Head, 'topic' | 'format' | 'rail' | 'debaters' | 'round' | 'progress' | 'views' | 'judgments' | 'issues' | 'procedural'>;
  rows: Row[];
  bodies: Body[];
  shown: (request: ViewRequest) => ShownView | undefined;
}

export function panelScene(entries: readonly Entry[]): PanelScene {
  const view = viewOf(entries);
  const { state } = view;
  const log = { view, state, problems: [], entryAt: (at: number) => entries[at], lineAt: (at: number) => at + 1 } as unknown as DebateLog;
  const feed = new Feed(log);
  feed.take();
  const board = boardOf(view);
  const progress = progressOf(view);
  const debaters = state.debaters.map(({ name, persona }, colour) => ({
    ...{ name, persona, colour, position: '', incentives: '', model: 'offline' },
    entries: feed.spoken.get(name) ?? 0,
  }));
  return {
    head: {
      ...{ topic: state.setup?.topic ?? '', format: state.setup?.format ?? '', debaters, round: state.round, views: viewsOf(state) },
      ...{ rail: railOf(state, feed.starts, false), judgments: feed.judgments, procedural: feed.procedural },
      ...(board.issues.length === 0 ? {} : { issues: board.issues.map(({ id }) => id) }),
      ...(progress === undefined ? {} : { progress }),
    },
    rows: feed.rows,
    bodies: bodiesAt(log, feed.rows.map(({ at }) => at), { isBeingChecked: false }),
    shown: ({ view: name, spans }) => {
      if (name === 'board') return { view: name, board };
      if (name === 'scores') return { view: name, scores: scoresOf(view) };
      return name === 'graph' ? { view: name, graph: graphOf(view, spans) } : undefined;
    },
  };
}
