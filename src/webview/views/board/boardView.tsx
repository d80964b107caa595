import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Board } from '../../../shared/protocol';
import type { Page } from '../../page';
import { Icon } from '../../parts/elements';
import { Live, type Saying, useSaying } from '../../parts/live';
import { statusIcon, statusText } from '../words';
import { BoardTable } from './boardTable';
import { changeBetween, countsOf, type BoardChange } from './cells';

interface BoardViewProps {
  page: Page;
  board: Board;
  mark: { readonly id: string } | undefined;
}

export function BoardView({ page, board, mark }: BoardViewProps) {
  const { fresh, saying } = useChanges(board);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mark === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-issue="${CSS.escape(mark.id)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [mark]);
  return (
    <div class="view-scroll" ref={box}>
      {board.issues.length === 0 ? <Nothing board={board} /> : <Summary board={board} />}
      {board.issues.length > 0 && <BoardTable page={page} board={board} fresh={fresh} marked={mark?.id} />}
      <Live saying={saying} />
    </div>
  );
}

function Nothing({ board: { rounds } }: { board: Board }) {
  const isAssessed = rounds.some(({ assessment }) => assessment !== undefined);
  return (
    <p class="view-empty">
      {isAssessed
        ? l10n.t('The Judge has named no issue so far.')
        : l10n.t('There are no issues yet: the board fills with the Judge’s first assessment, at the end of round 1.')}
    </p>
  );
}

function Summary({ board }: { board: Board }) {
  const counts = countsOf(board);
  const { length: all } = board.issues;
  return (
    <p class="board-summary">
      <b>{all === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', all)}</b>
      {(['open', 'stalled', 'resolved'] as const).map((status) =>
        counts[status] === 0 ? null : (
          <span key={status} class="status" data-status={status}>
            <Icon name={statusIcon[status]} />{' '}
            {l10n.t('{0} {1}', counts[status], statusText(status).toLocaleLowerCase())}
          </span>
        ),
      )}
    </p>
  );
}

const freshFor = 4_000;

/** Marked for a while, and said to those who do not see it. */
function useChanges(board: Board): { fresh: ReadonlySet<string>; saying: Saying } {
  const before = useRef(board);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [saying, say] = useSaying();
  useEffect(() => {
    if (before.current === board) return undefined;
    const change = changeBetween(before.current, board);
    before.current = board;
    const words = wordsOf(change, board);
    if (words !== '') say(words);
    setFresh(new Set([...change.raised, ...change.moved]));
    const timer = setTimeout(() => setFresh(new Set()), freshFor);
    return () => clearTimeout(timer);
  }, [board]);
  return { fresh, saying };
}

function wordsOf({ rounds, raised, moved, isRuled }: BoardChange, board: Board): string {
  const titles = new Map(board.issues.map((issue) => [issue.id, issue]));
  return [
    ...rounds.map((round) => l10n.t('Round {0} is assessed.', round)),
    ...raised.map((id) => l10n.t('New issue {0}: {1}.', id, titles.get(id)?.title ?? '')),
    ...moved.map((id) => l10n.t('{0} is {1}.', id, statusText(titles.get(id)?.status ?? 'open').toLocaleLowerCase())),
    ...(isRuled ? [l10n.t('The Judge has ruled.')] : []),
  ].join(' ');
}
