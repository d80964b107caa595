import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { readingActions, type Action, type Graph, type Head, type VerdictCard } from '../../../shared/protocol';
import { dayOf } from '../../feed/entryHeader';
import { SeqLink, SeqText } from '../../feed/seqLink';
import { lookOf } from '../../header/actions';
import { Facts, Faults, lookOfState, stateReason } from '../../header/header';
import type { Page } from '../../page';
import { whole } from '../../parts/figures';
import { Icon, Rich, statusIcons } from '../../parts/elements';
import { StillDrawing } from '../graph/drawing';
import { sourceFilter } from '../../state';
import { seatName } from '../../../projections/seatName';
import { countedWords } from '../../../projections/sourceWords';
import { outcomeIcons } from '../../../projections/statusLook';
import { verdictLook } from '../words';

interface VerdictViewProps {
  page: Page;
  /** Undefined until the host has made it. */
  card: VerdictCard | undefined;
  head: Head | undefined;
}

export function VerdictView({ page, card, head }: VerdictViewProps) {
  const id = useId();
  if (card === undefined || head === undefined) return <div class="view-scroll" aria-busy="true" />;
  const state = lookOfState(head);
  const about = [l10n.t('Verdict'), ...card.about, dayOf(card.begun ?? Number.NaN)].filter((fact) => fact !== '');
  return (
    <div class="view-scroll in-column verdict-scroll" tabIndex={-1}>
      <section class="verdict-card" aria-labelledby={id}>
        <div class="verdict-about">
          <Facts head={head} now={0} about={about} />
        </div>
        <h2 id={id} class="verdict-question">
          {card.question === '' ? head.topic : card.question}
        </h2>
        {card.answer !== '' && (
          <p class="verdict-answer">
            <SeqText page={page} text={card.answer} />
          </p>
        )}
        {card.isAnswered && <Points page={page} card={card} />}
        <Part title={card.title === '' ? l10n.t('How it stands') : l10n.t('Outcome')} isBlock>
          <p class="verdict-title" data-outcome={card.outcome}>
            <Icon name={card.title === '' ? state.icon : outcomeIcons[card.outcome].name} />{' '}
            {card.title === '' ? state.word : <SeqText page={page} text={card.title} />}
          </p>
          <Why page={page} card={card} head={head} />
        </Part>
        {!card.isAnswered && <Points page={page} card={card} />}
        <Part title={l10n.t('What it survived')} isBlock>
          <FactList page={page} card={card} />
        </Part>
        <Issues page={page} card={card} />
        <Decided page={page} card={card} />
        {card.graph !== undefined && <SmallGraph page={page} graph={card.graph} />}
        <Part title={l10n.t('Read')}>
          <button type="button" class={canGoOn(head) ? 'button' : 'button primary'} onClick={page.read}>
            {l10n.t('Read the Debate')}
          </button>
          {head.documents.map(({ name, label }) => (
            <button key={name} type="button" class="button" onClick={() => page.send({ kind: 'openDocument', name })}>
              {label}
            </button>
          ))}
        </Part>
        <Next page={page} card={card} head={head} />
        <p class="verdict-keys dim">{keysOf(head)}</p>
      </section>
    </div>
  );
}

/** They belong to the answer; in a record without one, to the outcome. */
function Points({ page, card: { agreed, open } }: { page: Page; card: VerdictCard }) {
  return (
    <>
      {agreed.length > 0 && (
        <Part title={l10n.t('Accepted by both sides')} isBlock>
          <ul class="verdict-points">
            {agreed.map((text) => (
              <li key={text}>
                <SeqText page={page} text={text} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {open.length > 0 && (
        <Part title={l10n.t('Open')} isBlock>
          <ul class="verdict-points">
            {open.map(({ text, settle }) => (
              <li key={text}>
                <SeqText page={page} text={text} />
                {settle !== '' && (
                  <span class="verdict-settle">
                    <Rich
                      template={l10n.t('What would settle it: {0}')}
                      parts={[<SeqText page={page} text={settle} />]}
                    />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** Where it came to no conclusion, how it stands; the entry that concludes is linked behind its reason. */
function Why({ page, card, head }: { page: Page; card: VerdictCard; head: Head }) {
  const text = card.title === '' ? stateReason(head) : card.why;
  const where = card.conclusion === undefined ? '' : l10n.t('Concluded in seq {0}.', card.conclusion);
  return (
    <>
      {text + where !== '' && (
        <p class="verdict-why">
          <SeqText page={page} text={`${text} ${where}`.trim()} />
        </p>
      )}
      {head.notice !== undefined && !card.isUnjudged && (
        <p class="notice">
          <Icon name="info" /> {head.notice}
        </p>
      )}
      <Faults page={page} faults={head.faults} />
    </>
  );
}

function FactList({ page, card: { sources, facts } }: { page: Page; card: VerdictCard }) {
  return (
    <dl class="verdict-facts">
      <dt>{l10n.t('Sources')}</dt>
      <dd>{sources.length === 0 ? l10n.t('none cited') : <SourceCounts page={page} sources={sources} />}</dd>
      {facts.map(({ label, text }) => (
        <>
          <dt>{label}</dt>
          <dd>
            <SeqText page={page} text={text} />
          </dd>
        </>
      ))}
    </dl>
  );
}

/** Each leads to the entries that cite such a source, where the rows tell that. */
function SourceCounts({ page, sources }: { page: Page } & Pick<VerdictCard, 'sources'>) {
  return (
    <ul class="verdict-sources">
      {sources.map((source) => {
        const { status, isQuoted = false } = source;
        const filter = sourceFilter(source);
        const look = { 'data-status': isQuoted ? 'quoted' : status };
        const content = (
          <>
            {!isQuoted && <Icon name={statusIcons[status]} />}{' '}
            {countedWords(l10n, { ...source, count: whole(source.count) })}
          </>
        );
        return (
          <li key={countedWords(l10n, source)}>
            {filter === undefined ? (
              <span class="badge is-still" {...look}>
                {content}
              </span>
            ) : (
              <button type="button" class="badge" {...look} onClick={() => page.showOnly(filter)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The verdict by issue; each leads to its row of the board, and the last line to the others. */
function Issues({ page, card: { issues, moreIssues } }: { page: Page; card: VerdictCard }) {
  if (issues.length === 0) return null;
  return (
    <Part title={l10n.t('By issue')} isBlock>
      <table class="verdict-issues">
        <thead class="sr">
          <tr>
            <th scope="col">{l10n.t('Issue')}</th>
            <th scope="col">{l10n.t('Verdict')}</th>
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <IssueRow key={issue.id} page={page} issue={issue} />
          ))}
        </tbody>
      </table>
      {moreIssues !== undefined && (
        <button type="button" class="link" onClick={() => page.jumpBeside('board')}>
          {l10n.t('and {0} more', whole(moreIssues))}
        </button>
      )}
    </Part>
  );
}

function IssueRow({
  page,
  issue: { id, title, verdict, reason },
}: {
  page: Page;
  issue: VerdictCard['issues'][number];
}) {
  const { icon, text, kind } = verdictLook(verdict);
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" onClick={() => page.jumpBeside('board', id)}>
          {id}
        </button>{' '}
        {title}
        {reason !== '' && <span class="verdict-reason dim">{reason}</span>}
      </th>
      <td>
        <span class="verdict" data-verdict={kind}>
          <Icon name={icon} /> {text}
        </span>
      </td>
    </tr>
  );
}

/** Each line is a link with a short name, which previews its entry while it has the focus. */
function Decided({ page, card: { decided } }: { page: Page; card: VerdictCard }) {
  const there = decided.filter(({ seq }) => page.atOf(seq) !== undefined);
  if (there.length === 0) return null;
  return (
    <Part title={l10n.t('What decided')} isBlock>
      <ul class="verdict-points verdict-decided">
        {there.map(({ seq, speaker, text, label }) => (
          <li key={seq}>
            <SeqLink page={page} seq={seq} text={l10n.t('{0} {1}: {2}', seq, seatName(l10n, speaker), text)} />
            {label !== undefined && <span class="dim"> {label}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** One button: it leads to the graph, at the argument that was pointed at. */
function SmallGraph({ page, graph }: { page: Page; graph: Graph }) {
  const open = ({ target }: MouseEvent): void => {
    const node = target instanceof Element ? target.closest<SVGElement>('[data-node]') : null;
    page.jumpBeside('graph', node?.dataset['node']);
  };
  return (
    <Part title={l10n.t('Argument graph')} isBlock>
      <button type="button" class="verdict-graph" onClick={open}>
        <span class="sr">{l10n.t('Open the argument graph: {0} arguments', whole(graph.nodes.length))}</span>
        <StillDrawing graph={graph} />
      </button>
    </Part>
  );
}

function Next({ page, card, head }: { page: Page; card: VerdictCard; head: Head }) {
  const now = head.actions.filter((action) => !reading.includes(action));
  const then = head.menu.filter((action) => next.includes(action) && (action !== 'debateOpenPoint' || card.hasOpen));
  const [first] = now;
  if (now.length + then.length === 0) return null;
  return (
    <Part title={l10n.t('What next')}>
      {[...now, ...then].map((action) => (
        <button
          key={action}
          type="button"
          class={action === first && canGoOn(head) ? 'button primary' : 'button'}
          onClick={() => page.send({ kind: 'act', action })}
        >
          {lookOf(action).label}
        </button>
      ))}
    </Part>
  );
}

const reading: readonly Action[] = [...readingActions, 'answer'];
const next: readonly Action[] = ['debateOpenPoint', 'export', 'startAgain'];

/** It is not over: what brings it forward comes before reading. */
const canGoOn = ({ state, actions }: Head): boolean =>
  state !== 'done' && actions.some((action) => lookOf(action).isPrimary && !reading.includes(action));

function keysOf({ views = [] }: Head): string {
  const back =
    views.length > 2 ? l10n.t('v goes through the views, and back to this one') : l10n.t('v comes back here');
  return l10n.t('{0} · {1} · every number leads to its entry', l10n.t('Enter reads the debate'), back);
}

interface PartProps {
  title: string;
  /** Its content stands in lines of its own, not side by side. */
  isBlock?: boolean;
  children: ComponentChildren;
}

function Part({ title, isBlock = false, children }: PartProps) {
  return (
    <section class="verdict-part">
      <h3>{title}</h3>
      {isBlock ? children : <div class="verdict-row">{children}</div>}
    </section>
  );
}
