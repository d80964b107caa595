import { Fragment } from 'preact';
import type { Body } from '../../shared/protocol';
import type { Page } from '../page';
import { SeqText } from './seqLink';

/** What the entry concedes, introduces, acknowledges: one dim line. */
export function Asides({ page, body }: { page: Page; body: Body }) {
  if (body.asides.length === 0) return null;
  return (
    <p class="asides">
      {body.asides.map((aside, index) => (
        <Fragment key={index}>
          {index > 0 && <span class="between"> · </span>}
          <SeqText page={page} text={aside.text} />
        </Fragment>
      ))}
    </p>
  );
}
