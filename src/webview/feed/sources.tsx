import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import type { Body, SourceLine, SourcePassage } from '../../shared/protocol';
import type { Page } from '../page';
import { whyKey, type State } from '../state';
import { Icon, IconButton, Rich, statusIcons } from '../parts/elements';
import { statusTitle } from '../../projections/sourceWords';
import { SeqLink, SeqText, Link, isFollowing } from './seqLink';
import { quoteDrawn } from '../../shared/entries';

const whyId = (at: number, index: number): string => `why-${at}-${index}`;

/** What opens beyond the edge of what is seen is brought into view. */
export function toggleWhy(page: Page, at: number, index: number): void {
  page.dispatch({ kind: 'toggle', key: whyKey(at, index) });
  requestAnimationFrame(() => document.getElementById(whyId(at, index))?.scrollIntoView({ block: 'nearest' }));
}

interface SourcesProps {
  page: Page;
  body: Body;
  opened: ReadonlySet<string>;
  passages: State['passages'];
}

export function Sources({ page, body, opened, passages }: SourcesProps) {
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
          passages={passages}
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
  passages: State['passages'];
  onToggle: () => void;
}

function SourceItem({ page, at, source, isOpen, passages, onToggle }: SourceItemProps) {
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
          {source.isQuoted !== true && <span class="sr"> {statusTitle(l10n, source)}: </span>}
          <span class="badge-words">{source.words === '' ? statusTitle(l10n, source) : source.words}</span>
        </button>{' '}
        <SourceLabel page={page} at={at} source={source} />{' '}
        {source.quote !== undefined && source.quote !== '' && <q class="quote">{quoteDrawn(source.quote)}</q>}
        <After page={page} source={source} />
      </div>
      {isOpen && <Why id={id} page={page} at={at} source={source} passages={passages} />}
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
      onPress={(event) => page.openSource(at, source.index, isFollowing(event))}
    >
      {label}
    </Link>
  );
}

function After({ page, source }: Pick<SourceItemProps, 'page' | 'source'>) {
  return (
    <>
      {source.proof?.state === 'not_provable' && <span class="unproven"> {l10n.t('cannot be proven here')}</span>}
      {source.changed !== undefined && (
        <span class={source.stillStands === true ? 'file-changed' : 'changed'} title={source.changed}>
          {' '}
          {source.stillStands === true ? (
            l10n.t('file changed')
          ) : (
            <>
              <Icon name="warning" /> {l10n.t('passage changed')}
            </>
          )}
        </span>
      )}
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

/** A line each: a screen reader says it as the description of the button. */
function markTitle({ status, isQuoted, checks, proof, changed, isVouched, vouchedOn }: SourceLine): string {
  const lines = checks.map(({ name, result, note }) =>
    note === '' ? l10n.t('{0}: {1}', name, result) : l10n.t('{0}: {1}. {2}', name, result, note),
  );
  const vouched =
    vouchedOn === undefined ? l10n.t('vouched for by the user') : l10n.t('vouched for by the user ({0})', vouchedOn);
  return [
    l10n.t('{0}. Why?', statusTitle(l10n, { status, isQuoted })),
    ...lines,
    ...(proof === undefined ? [] : [proof.words]),
    ...(changed === undefined ? [] : [changed]),
    ...(isVouched ? [vouched] : []),
  ].join('\n');
}

const isForged = ({ status, proof }: SourceLine): boolean => status === 'unverified' && proof?.state === 'does_not_fit';

/** The same words, whatever their spacing, marks and case. */
const isSame = (some: string | undefined, other: string | undefined): boolean =>
  some !== undefined && other !== undefined && plainWords(some) === plainWords(other);

const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface WhyProps {
  id: string;
  page: Page;
  at: number;
  source: SourceLine;
  passages: State['passages'];
}

function Why({ id, page, at, source, passages }: WhyProps) {
  const { explanation, proof, changed } = source;
  const key = whyKey(at, source.index);
  const isKnown = passages.has(key);
  const wasAsked = useRef(false);
  useEffect(() => {
    const { epoch } = page.state;
    if (!isKnown && source.place !== 'invalid') page.send({ kind: 'passage', epoch, at, index: source.index });
    // What came makes it longer: as when it was opened, it is brought into view.
    if (isKnown && wasAsked.current) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
    wasAsked.current = !isKnown;
  }, [isKnown]);
  return (
    <div class="why" id={id}>
      <p>
        {explanation === '' ? (
          l10n.t('The source has not been checked yet.')
        ) : (
          <SeqText page={page} text={explanation} />
        )}
      </p>
      <Card source={source} passage={passages.get(key)} />
      <Checks source={source} />
      {proof !== undefined && proof.words !== explanation && <p class="why-proof">{proof.words}</p>}
      {changed !== undefined && <p class="why-changed">{changed}</p>}
      {source.isVouched && (
        <p class="why-vouched">
          <Icon name="person" /> {vouchedWords(source)}
        </p>
      )}
      <Ways page={page} at={at} source={source} />
    </div>
  );
}

/** The words that were quoted are marked in what the source says. */
function Card({ source: { claim, quote }, passage }: { source: SourceLine; passage: SourcePassage | undefined }) {
  if (claim === undefined && quote === undefined && passage === undefined) return null;
  const isAlike = isSame(claim, quote);
  // The passage holds the quotation: it is said once.
  const isQuoted = passage?.is === 'quote';
  return (
    <dl class="why-terms">
      {isAlike && !isQuoted ? (
        <Term name={l10n.t('Claim and quote')} text={quote ?? ''} />
      ) : (
        <>
          {claim !== undefined && <Term name={l10n.t('Claim')} text={claim} />}
          {quote !== undefined && !isQuoted && <Term name={l10n.t('Quote')} text={quote} />}
        </>
      )}
      {passage !== undefined && <PassageTerm passage={passage} />}
    </dl>
  );
}

function PassageTerm({ passage }: { passage: SourcePassage }) {
  const { before, marked, after, is } = passage;
  return (
    <div class="passage">
      <dt>{passageWords(passage)}</dt>
      <dd>
        {before}
        <mark data-is={is}>{marked}</mark>
        {after}
      </dd>
    </div>
  );
}

function passageWords({ is, isKept }: SourcePassage): string {
  const words = isKept
    ? {
        quote: l10n.t('The source as it was kept, the quotation marked'),
        near: l10n.t('The source as it was kept, the nearest words marked'),
        cited: l10n.t('The source as it was kept, the cited lines marked'),
      }
    : {
        quote: l10n.t('The source, the quotation marked'),
        near: l10n.t('The source, the nearest words marked'),
        cited: l10n.t('The source, the cited lines marked'),
      };
  return words[is];
}

const vouchedWords = ({ vouchedOn }: SourceLine): string =>
  vouchedOn === undefined
    ? l10n.t('Vouched for by the user. The status stays as it was.')
    : l10n.t('Vouched for by the user ({0}). The status stays as it was.', vouchedOn);

function Ways({ page, at, source }: Omit<WhyProps, 'id' | 'passages'>) {
  const { index, result, place, status, isVouched, checks } = source;
  const does = (what: 'checkAgain' | 'vouch' | 'browse') => () => page.send({ kind: 'source', at, index, what });
  const isPlace = place !== 'invalid';
  return (
    <div class="why-ways" role="group" aria-label={l10n.t('What can be done with this source')}>
      {result !== undefined && page.atOf(result) !== undefined && (
        <IconButton
          icon="arrow-right"
          label={l10n.t('Go to Result (seq {0})', result)}
          onPress={() => page.jumpToSeq(result)}
        />
      )}
      {isPlace && (
        <IconButton icon="go-to-file" label={l10n.t('Open Source')} onPress={() => page.openSource(at, index)} />
      )}
      {place === 'web' && status !== 'fabricated' && (
        <IconButton icon="link-external" label={l10n.t('Open in Browser')} onPress={does('browse')} />
      )}
      {isPlace && <IconButton icon="refresh" label={l10n.t('Check Again')} onPress={does('checkAgain')} />}
      {checks.length > 0 && (
        <IconButton
          icon="graph"
          label={l10n.t('How Often Checks Are Right')}
          onPress={() => page.send({ kind: 'openAccuracy' })}
        />
      )}
      {isPlace && status !== 'verified' && !isVouched && (
        <IconButton icon="person" label={l10n.t('I Read It…')} onPress={does('vouch')} />
      )}
    </div>
  );
}

function Term({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function Checks({ source: { checks } }: { source: SourceLine }) {
  if (checks.length === 0) return null;
  const hasNotes = checks.some(({ note }) => note !== '');
  return (
    <table class="checks">
      <thead>
        <tr>
          <th scope="col">{l10n.t('Check')}</th>
          <th scope="col">{l10n.t('Result')}</th>
          {hasNotes && <th scope="col">{l10n.t('Note')}</th>}
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.name}>
            <th scope="row">{check.name}</th>
            <td>{check.result}</td>
            {hasNotes && <td>{check.note}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
