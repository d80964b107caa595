import * as l10n from '@vscode/l10n';
import type { Body, SourceLine } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { Rich } from '../parts/rich';
import { statusIcons, statusWord } from '../parts/statuses';
import { Link } from './link';
import { SeqLink } from './seqLink';
import { toggleWhy, whyId, whyKey } from './toggleWhy';
import { Why } from './why';

interface SourcesProps {
  page: Page;
  body: Body;
  opened: ReadonlySet<string>;
}

/** One line per source: what was checked, what it is, what is quoted from it. */
export function Sources({ page, body, opened }: SourcesProps) {
  if (body.sources.length === 0) return null;
  return (
    <ul class="sources" aria-label={l10n.t('Sources')}>
      {body.sources.map((source) => (
        <SourceItem
          key={source.index}
          page={page}
          at={body.at}
          source={source}
          isOpen={opened.has(whyKey(body.at, source.index))}
          onToggle={() => toggleWhy(page, body.at, source.index)}
        />
      ))}
    </ul>
  );
}

interface SourceItemProps {
  page: Page;
  at: number;
  source: SourceLine;
  isOpen: boolean;
  onToggle: () => void;
}

function SourceItem({ page, at, source, isOpen, onToggle }: SourceItemProps) {
  const id = whyId(at, source.index);
  return (
    <li class="source">
      <div class="source-line">
        <button
          type="button"
          class="badge"
          data-status={source.status}
          data-proof={source.proof?.state}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          title={markTitle(source)}
          onClick={onToggle}
        >
          <Icon name={isForged(source) ? 'error' : statusIcons[source.status]} />
          {source.isQuoted !== true && <span class="sr"> {statusWord(source.status)}: </span>}
          <span class="badge-words">
            {source.words === '' ? statusWord(source.status, source.isQuoted) : source.words}
          </span>
        </button>{' '}
        <SourceLabel page={page} at={at} source={source} />{' '}
        {source.quote !== undefined && source.quote !== '' && <q class="quote">{oneLine(source.quote)}</q>}
        <After page={page} source={source} />
      </div>
      {isOpen && <Why id={id} page={page} at={at} source={source} />}
    </li>
  );
}

function SourceLabel({ page, at, source }: Pick<SourceItemProps, 'page' | 'at' | 'source'>) {
  const label = source.label === '' ? source.url : source.label;
  if (source.place === 'invalid') return <span class="source-label">{label}</span>;
  return (
    <Link
      class="link source-label"
      title={source.url}
      onPress={() => page.send({ kind: 'openSource', at, index: source.index })}
    >
      {label}
    </Link>
  );
}

function After({ page, source }: Pick<SourceItemProps, 'page' | 'source'>) {
  return (
    <>
      {source.proof?.state === 'not_provable' && <span class="unproven"> {l10n.t('cannot be proven here')}</span>}
      {source.isVouched && (
        <span class="vouched">
          {' '}
          <Icon name="person" /> {l10n.t('vouched for by the user')}
        </span>
      )}
      {source.ruling !== undefined && (
        <span class="ruled">
          {' '}
          <Rich template={l10n.t('see {0}')} parts={[<SeqLink page={page} seq={source.ruling} />]} />
        </span>
      )}
    </>
  );
}

/** What was checked, a line each: the pointer shows it, and a screen reader says it as the description of the button. */
function markTitle({ status, isQuoted, checks, proof, isVouched, vouchedOn }: SourceLine): string {
  const lines = checks.map(({ name, result, note }) =>
    note === '' ? l10n.t('{0}: {1}', name, result) : l10n.t('{0}: {1}. {2}', name, result, note),
  );
  const vouched =
    vouchedOn === undefined ? l10n.t('vouched for by the user') : l10n.t('vouched for by the user ({0})', vouchedOn);
  return [
    l10n.t('{0}. Why?', statusWord(status, isQuoted)),
    ...lines,
    ...(proof === undefined ? [] : [proof.words]),
    ...(isVouched ? [vouched] : []),
  ].join('\n');
}

/** What was kept does not fit, and the result with it. */
const isForged = ({ status, proof }: SourceLine): boolean => status === 'unverified' && proof?.state === 'does_not_fit';

/** The style sheet cuts at the line's end; a long quote need not be in the page for that. */
const oneLine = (quote: string): string => quote.slice(0, 300).replace(/\s+/g, ' ').trim();
