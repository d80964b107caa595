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
  const { explanation, claim, quote, result } = source;
  return (
    <div class="why" id={id}>
      <p>
        {explanation === '' ? l10n.t('The source has not been checked yet.') : <SeqText page={page} text={explanation} />}
      </p>
      {(claim !== undefined || quote !== undefined) && (
        <dl class="why-terms">
          {claim !== undefined && <Term name={l10n.t('Claim')} text={claim} />}
          {quote !== undefined && <Term name={l10n.t('Quote')} text={quote} />}
        </dl>
      )}
      <Checks source={source} />
      <p class="why-ways">
        {result !== undefined && page.atOf(result) !== undefined && (
          <button type="button" class="button" onClick={() => page.jumpToSeq(result)}>
            <Icon name="arrow-right" /> {l10n.t('Go to Result (seq {0})', result)}
          </button>
        )}
        {source.place !== 'invalid' && (
          <button
            type="button"
            class="button"
            onClick={() => page.send({ kind: 'openSource', at, index: source.index })}
          >
            <Icon name={source.place === 'web' ? 'link-external' : 'go-to-file'} /> {l10n.t('Open Source')}
          </button>
        )}
      </p>
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
