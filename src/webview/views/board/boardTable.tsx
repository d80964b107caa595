import * as l10n from '@vscode/l10n';
import type { Board, BoardIssue, BoardRound } from '../../../shared/protocol';
import type { Page } from '../../page';
import { Icon } from '../../parts/elements';
import { severityIcon, severityText, statusIcon, statusText, verdictLook } from '../words';
import { cellOf, type GridCell, gridTarget } from './cells';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface BoardTableProps {
  page: Page;
  board: Board;
  /** Ids of issues that have just changed. */
  fresh: ReadonlySet<string>;
  marked: string | undefined;
}

/** The roles are said, because a narrow panel shows the rows as cards, which would be no table to a screen reader. */
export function BoardTable({ page, board, fresh, marked }: BoardTableProps) {
  const { box, onKeyDown, onFocusIn } = useGridKeys();
  const { rounds, issues, ruling } = board;
  return (
    <table
      class="board"
      role="table"
      aria-label={l10n.t('Issues by round')}
      ref={box}
      onKeyDown={onKeyDown}
      onFocusIn={onFocusIn}
    >
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {l10n.t('Issue')}
          </th>
          <th role="columnheader" scope="col">
            {l10n.t('Severity')}
          </th>
          {rounds.map((round) => (
            <RoundHead key={round.round} page={page} round={round} />
          ))}
          <th role="columnheader" scope="col">
            {l10n.t('Verdict')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {issues.map((issue, index) => (
          <tr key={issue.id} role="row" data-issue={issue.id} class={rowClass(issue.id, fresh, marked)}>
            <th role="rowheader" scope="row">
              <span class="issue-id">{issue.id}</span> {issue.title}
            </th>
            <td role="cell" data-label={l10n.t('Severity')}>
              <SeverityText severity={issue.severity} />
            </td>
            {rounds.map((round) => (
              <td key={round.round} role="cell" data-label={l10n.t('Round {0}', round.round)}>
                <RoundCell page={page} issue={issue} round={round} place={{ row: index, column: round.round }} />
              </td>
            ))}
            <td role="cell" data-label={l10n.t('Verdict')}>
              <VerdictText page={page} issue={issue} seq={ruling?.seq} place={{ row: index, column: 1_000 }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const rowClass = (id: string, fresh: ReadonlySet<string>, marked: string | undefined): string =>
  [...(fresh.has(id) ? ['is-fresh'] : []), ...(id === marked ? ['is-marked'] : [])].join(' ');

function RoundHead({ page, round: { round, assessment, advocate, critic } }: { page: Page; round: BoardRound }) {
  const name = l10n.t('Round {0}', round);
  const score =
    advocate === undefined || critic === undefined ? undefined : l10n.t('Advocate {0} : {1} Critic', advocate, critic);
  return (
    <th role="columnheader" scope="col">
      {assessment === undefined ? (
        name
      ) : (
        <CellButton page={page} class="cell-button head-button" place={{ row: -1, column: round }} to={assessment}>
          {name}
          <span class="sr">, {l10n.t('go to its assessment')}</span>
        </CellButton>
      )}
      {score !== undefined && <span class="round-score">{score}</span>}
    </th>
  );
}

function SeverityText({ severity }: { severity: BoardIssue['severity'] }) {
  if (severity === undefined) return <span class="dim">{l10n.t('not rated')}</span>;
  return (
    <span class="severity" data-severity={severity}>
      <Icon name={severityIcon[severity]} /> {severityText(severity)}
    </span>
  );
}

interface CellButtonProps {
  page: Page;
  class?: string;
  place: GridCell;
  /** Seq of the entry that it leads to. */
  to: number | undefined;
  /** Why it is so: said with the entry, or alone where there is none. */
  reason?: string | undefined;
  /** The issue that a way back leads to. */
  issue?: string;
  children: ComponentChildren;
}

function CellButton({ page, class: names = 'cell-button', place, to, reason, issue, children }: CellButtonProps) {
  const at = to === undefined ? undefined : page.atOf(to);
  return (
    <button
      type="button"
      class={names}
      tabIndex={-1}
      data-row={place.row}
      data-column={place.column}
      title={at === undefined ? reason : undefined}
      data-peek={at}
      data-peek-label={reason}
      onClick={() => {
        if (to !== undefined) page.jumpToSeq(to, issue);
      }}
    >
      {children}
    </button>
  );
}

interface RoundCellProps {
  page: Page;
  issue: BoardIssue;
  round: BoardRound;
  place: GridCell;
}

function RoundCell({ page, issue, round, place }: RoundCellProps) {
  const cell = cellOf(issue, round);
  if (cell.kind === 'before') return <span class="dim">{l10n.t('not raised')}</span>;
  if (cell.kind === 'unassessed')
    return <span class="dim">{cell.isMissing ? l10n.t('not assessed') : l10n.t('under way')}</span>;
  const { mark, assessment } = cell;
  const index = issue.marks.indexOf(mark);
  const before = issue.marks[index - 1];
  const isRerated = before?.severity !== undefined && mark.severity !== undefined && before.severity !== mark.severity;
  return (
    <CellButton page={page} place={place} to={assessment} reason={mark.reason} issue={issue.id}>
      <span class="status" data-status={mark.status}>
        <Icon name={statusIcon[mark.status]} /> {statusText(mark.status)}
      </span>
      {mark.isNew && <span class="cell-note">{l10n.t('new')}</span>}
      {isRerated && mark.severity !== undefined && (
        <span class="cell-note">{l10n.t('now {0}', severityText(mark.severity).toLocaleLowerCase())}</span>
      )}
    </CellButton>
  );
}

interface VerdictTextProps {
  page: Page;
  issue: BoardIssue;
  /** Entry of the ruling. */
  seq: number | undefined;
  place: GridCell;
}

function VerdictText({ page, issue: { id, verdict }, seq, place }: VerdictTextProps) {
  if (verdict === undefined || seq === undefined)
    return <span class="dim">{seq === undefined ? l10n.t('not ruled yet') : l10n.t('none')}</span>;
  const { icon, text, kind } = verdictLook(verdict);
  return (
    <CellButton page={page} place={place} to={seq} issue={id}>
      <span class="verdict" data-verdict={kind}>
        <Icon name={icon} /> {text}
      </span>
    </CellButton>
  );
}

/**
 * Arrow keys in a table of buttons, one stop for Tab. `data-row` and `data-column` say where a button stands;
 * columns that a row has not are passed over to the nearest that it has.
 */
function useGridKeys() {
  const box = useRef<HTMLTableElement>(null);
  // Cells come and go: one of them is always there for Tab.
  useEffect(() => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const first = all.find(({ dataset }) => Number(dataset['row']) >= 0) ?? all[0];
    if (first !== undefined && all.every(({ tabIndex }) => tabIndex !== 0)) first.tabIndex = 0;
  });
  const onFocusIn = (event: FocusEvent): void => {
    const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (here === null || box.current === null) return;
    for (const other of box.current.querySelectorAll<HTMLElement>('[data-row]'))
      other.tabIndex = other === here ? 0 : -1;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const here = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    if (here === null || box.current === null) return;
    const places = [...box.current.querySelectorAll<HTMLElement>('[data-row]')].map(placeOf);
    const to = gridTarget(places, placeOf(here), event.key);
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const element = box.current.querySelector<HTMLElement>(`[data-row="${to.row}"][data-column="${to.column}"]`);
    if (element === null) return;
    element.focus();
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  return { box, onKeyDown, onFocusIn };
}

const placeOf = ({ dataset }: HTMLElement): GridCell => ({
  row: Number(dataset['row']),
  column: Number(dataset['column']),
});
