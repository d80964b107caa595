import * as l10n from '@vscode/l10n';
import type { Working } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { MarkdownView } from './markdownView';
import { SeqText } from './seqLink';
import { speakerName } from './words';

interface WorkingListProps {
  page: Page;
  working: readonly Working[];
  opened: ReadonlySet<string>;
  colourOf: (name: string) => number | undefined;
}

/** Who is at work. Provisional: nothing of it is in the record, and it goes when the turn is accepted. */
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
  const { agent, words, draft, refused } = item;
  return (
    <div class={`entry provisional${colour === undefined ? '' : ` c${colour % 8}`}`}>
      <div class="margin" aria-hidden="true">
        …
      </div>
      <div class="entry-main">
        <div class="entry-head">
          <b class={colour === undefined ? 'speaker' : 'speaker by'}>{speakerName(agent)}</b>{' '}
          <span class="what">
            <SeqText page={page} text={words} />
          </span>
          {draft === undefined && <span class="caret" aria-hidden="true" />}
        </div>
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

/** The last of what was read and searched; the rest on request. */
function Activity({ page, item: { activity, step }, isOpen }: { page: Page; item: Working; isOpen: boolean }) {
  const last = activity.slice(-3);
  if (last.length === 0) return null;
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
          {isOpen ? l10n.t('Fewer') : l10n.t('{0} before', hidden)}
        </button>
      )}{' '}
      {(isOpen ? activity : last).join(' · ')}
    </p>
  );
}
