import * as l10n from '@vscode/l10n';
import type { EdgeType } from '../../../shared/protocol';
import { SideBadge } from '../sideBadge';
import { edgeText, sideText } from '../words';
import { edgeLooks, edgeTypes, headOf } from './edgeLook';

/** What shapes, sizes and lines mean. Folded where there is little room. */
export function Legend({ isOpen }: { isOpen: boolean }) {
  return (
    <details class="legend" open={isOpen}>
      <summary>{l10n.t('Legend')}</summary>
      <ul>
        <li>
          <SideBadge side="proposition" /> {l10n.t('{0}: square corners', sideText('proposition'))}
        </li>
        <li>
          <SideBadge side="opposition" /> {l10n.t('{0}: cut corners', sideText('opposition'))}
        </li>
        <li>{l10n.t('The larger, the higher the score')}</li>
        {edgeTypes.map((type) => (
          <li key={type}>
            <EdgeSample type={type} /> {edgeText(type)}
          </li>
        ))}
      </ul>
    </details>
  );
}

function EdgeSample({ type }: { type: EdgeType }) {
  return (
    <svg class={`arrow arrow-${type}`} width="46" height="14" viewBox="0 0 46 14" aria-hidden="true">
      <path class="arrow-line" d="M1 7H45" stroke-dasharray={edgeLooks[type].dash} marker-end={headOf(type)} />
    </svg>
  );
}
