import * as l10n from '@vscode/l10n';
import type { SourceLine } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon } from '../parts/icon';
import { SeqText } from './seqLink';

interface WhyProps {
  id: string;
  page: Page;
  at: number;
  source: SourceLine;
}

/** Why a source stands as it does: what the Verifier says, each check, and the ways on. */
export function Why({ id, page, at, source }: WhyProps) {
  const { explanation, claim, quote, proof } = source;
  return (
    <div class="why" id={id}>
      <p>
        {explanation === '' ? (
          l10n.t('The source has not been checked yet.')
        ) : (
          <SeqText page={page} text={explanation} />
        )}
      </p>
      {(claim !== undefined || quote !== undefined) && (
        <dl class="why-terms">
          {claim !== undefined && <Term name={l10n.t('Claim')} text={claim} />}
          {quote !== undefined && <Term name={l10n.t('Quote')} text={quote} />}
        </dl>
      )}
      <Checks source={source} />
      {proof !== undefined && proof.words !== explanation && <p class="why-proof">{proof.words}</p>}
      {source.isVouched && (
        <p class="why-vouched">
          <Icon name="person" /> {vouchedWords(source)}
        </p>
      )}
      <Ways page={page} at={at} source={source} />
    </div>
  );
}

/** `Vouched for by the user (2026-11-20). The status stays as it was.` */
const vouchedWords = ({ vouchedOn }: SourceLine): string =>
  vouchedOn === undefined
    ? l10n.t('Vouched for by the user. The status stays as it was.')
    : l10n.t('Vouched for by the user ({0}). The status stays as it was.', vouchedOn);

interface WayProps {
  icon: string;
  label: string;
  onPress: () => void;
}

const Way = ({ icon, label, onPress }: WayProps) => (
  <button type="button" class="button" onClick={onPress}>
    <Icon name={icon} /> {label}
  </button>
);

/** The ways on, those that read before those that write to the record. */
function Ways({ page, at, source }: Omit<WhyProps, 'id'>) {
  const { index, result, place, status, isVouched, checks } = source;
  const does = (what: 'checkAgain' | 'vouch' | 'browse') => () => page.send({ kind: 'source', at, index, what });
  const isPlace = place !== 'invalid';
  return (
    <div class="why-ways" role="group" aria-label={l10n.t('What can be done with this source')}>
      {result !== undefined && page.atOf(result) !== undefined && (
        <Way
          icon="arrow-right"
          label={l10n.t('Go to Result (seq {0})', result)}
          onPress={() => page.jumpToSeq(result)}
        />
      )}
      {isPlace && (
        <Way
          icon="go-to-file"
          label={l10n.t('Open Source')}
          onPress={() => page.send({ kind: 'openSource', at, index })}
        />
      )}
      {place === 'web' && <Way icon="link-external" label={l10n.t('Open in Browser')} onPress={does('browse')} />}
      {isPlace && <Way icon="refresh" label={l10n.t('Check Again')} onPress={does('checkAgain')} />}
      {checks.length > 0 && (
        <Way
          icon="graph"
          label={l10n.t('How Often Checks Are Right')}
          onPress={() => page.send({ kind: 'openAccuracy' })}
        />
      )}
      {isPlace && status !== 'verified' && !isVouched && (
        <Way icon="person" label={l10n.t('I Read It…')} onPress={does('vouch')} />
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
  return (
    <table class="checks">
      <thead>
        <tr>
          <th scope="col">{l10n.t('Check')}</th>
          <th scope="col">{l10n.t('Result')}</th>
          <th scope="col">{l10n.t('Note')}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.name}>
            <th scope="row">{check.name}</th>
            <td>{check.result}</td>
            <td>{check.note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
