import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Review } from '../../shared/protocol';
import { Icon } from '../parts/icon';

interface RevisionProps {
  review: Review;
  onRevise: (wish: string) => void;
}

/** The Chair revises its lineup once: what it would be told a second time is quicker to write into the cards. */
export function Revision({ review: { isRevised, busy }, onRevise }: RevisionProps) {
  const [wish, setWish] = useState('');
  const isRevising = busy === 'revising';
  const isOff = isRevised || busy !== undefined;
  const canAsk = !isOff && wish.trim() !== '';
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    if (canAsk) onRevise(wish.trim());
  };
  return (
    <section class="revision" aria-labelledby="revision-title">
      <h2 id="revision-title">{l10n.t('Ask the Chair for one revision')}</h2>
      <p class="dim" id="revision-about">
        {isRevised
          ? l10n.t('The Chair has revised this lineup. What is still to be changed, change in the cards above.')
          : l10n.t('The Chair sees the cards as they stand and what you write here, and answers with a new lineup.')}
      </p>
      {!isRevised && (
        <form class="revision-form" onSubmit={onSubmit}>
          <textarea
            class="box"
            rows={1}
            aria-label={l10n.t('What the Chair should change')}
            aria-describedby="revision-about"
            placeholder={l10n.t('Such as: add somebody who runs this at night')}
            value={wish}
            readOnly={isOff}
            onInput={(event) => setWish(event.currentTarget.value)}
          />
          <button type="submit" class="button" aria-disabled={!canAsk}>
            <Icon name={isRevising ? 'loading' : 'comment-discussion'} isSpinning={isRevising} />{' '}
            {isRevising ? l10n.t('Revising…') : l10n.t('Revise')}
          </button>
        </form>
      )}
    </section>
  );
}
