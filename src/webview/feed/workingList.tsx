import * as l10n from '@vscode/l10n';
import type { Working } from '../../shared/protocol';
import type { Page } from '../page';
import { duration } from '../parts/figures';
import { Icon, inColour, Speaker } from '../parts/elements';
import { Ticking } from '../parts/live';
import { MarkdownView } from './markdownView';
import { SeqText } from './seqLink';

interface WorkingListProps {
  page: Page;
  working: readonly Working[];
  opened: ReadonlySet<string>;
  colourOf: (name: string) => number | undefined;
}

/** Provisional: nothing of it is in the record, and it goes when the turn is accepted. */
export function WorkingList({ page, working, opened, colourOf }: WorkingListProps) {
  if (working.length === 0) return null;
  return (
    <section class="working" aria-label={l10n.t('At work, not in the record yet')}>
      {working.map((item) => (
        <WorkingItem
          key={`${item.step} ${item.agent}`}
          page={page}
          item={item}
          isOpen={opened.has(`activity:${item.step}`)}
          colour={colourOf(item.agent)}
        />
      ))}
    </section>
  );
}

interface WorkingItemProps {
  page: Page;
  item: Working;
  isOpen: boolean;
  colour: number | undefined;
}

function WorkingItem({ page, item, isOpen, colour }: WorkingItemProps) {
  const { agent, words, draft, refused, waiting } = item;
  return (
    <div class={inColour('entry provisional', colour)}>
      <div class="margin" aria-hidden="true">
        …
      </div>
      <div class="entry-main">
        <div class="entry-head">
          <Speaker name={agent} isDebater={colour !== undefined} />{' '}
          <span class="what">
            <SeqText page={page} text={words} />
          </span>
          {draft === undefined && waiting === undefined && <span class="caret" aria-hidden="true" />}
        </div>
        {waiting !== undefined && <Waiting waiting={waiting} />}
        {refused !== undefined && <Refused page={page} refused={refused} />}
        {draft !== undefined && (
          <div class="text draft">
            <MarkdownView page={page} text={draft} />
          </div>
        )}
        <Activity page={page} item={item} isOpen={isOpen} />
      </div>
    </div>
  );
}

function Refused({ page, refused }: { page: Page; refused: NonNullable<Working['refused']> }) {
  const [only, ...more] = refused.reasons;
  return (
    <div class="refused">
      <Icon name="discard" />{' '}
      {more.length === 0 ? (
        <>
          {l10n.t('sent back:')} <SeqText page={page} text={only ?? ''} />
        </>
      ) : (
        <>
          {l10n.t('sent back for {0} reasons:', refused.reasons.length)}
          <ul>
            {refused.reasons.map((reason) => (
              <li key={reason}>
                <SeqText page={page} text={reason} />
              </li>
            ))}
          </ul>
        </>
      )}{' '}
      <span class="dim">{l10n.t('(attempt {0})', refused.attempt)}</span>
    </div>
  );
}

/** Counted down here: nobody needs to say it each second. */
function Waiting({ waiting: { reason, until } }: { waiting: NonNullable<Working['waiting']> }) {
  const why = reason.replace(/(?<![.…])[.…]+$/, '');
  return (
    <p class="held-up">
      <Icon name="watch" />{' '}
      <Ticking isOn>
        {(now) => {
          const left = Math.ceil((until - now) / 1_000);
          return left > 0 ? l10n.t('{0}; next try in {1}', why, duration(left)) : l10n.t('{0}; trying again', why);
        }}
      </Ticking>
    </p>
  );
}

/** The last of what was read and searched; the rest on request, and all of it once the writing has begun. */
function Activity({ page, item: { activity, step, draft }, isOpen }: { page: Page; item: Working; isOpen: boolean }) {
  if (activity.length === 0) return null;
  const last = draft === undefined ? activity.slice(-3) : [];
  const hidden = activity.length - last.length;
  return (
    <p class="activity">
      {hidden > 0 && (
        <button
          type="button"
          class="more"
          aria-expanded={isOpen}
          onClick={() => page.dispatch({ kind: 'toggle', key: `activity:${step}` })}
        >
          {isOpen ? l10n.t('Fewer') : last.length > 0 ? l10n.t('{0} before', hidden) : researchText(hidden)}
        </button>
      )}{' '}
      {(isOpen ? activity : last).join(' · ')}
    </p>
  );
}

const researchText = (count: number): string =>
  count === 1 ? l10n.t('1 step of research') : l10n.t('{0} steps of research', count);
