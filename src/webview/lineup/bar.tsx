import * as l10n from '@vscode/l10n';
import type { Review } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import type { Problem } from './validate';

interface BarProps {
  review: Review;
  problems: readonly Problem[];
  onStart: () => void;
  onCancel: () => void;
}

const maxShown = 3;

/** Stays at the foot of the page. It grows upwards, so that a problem found while typing moves nothing under the hands. */
export function Bar({ review: { busy }, problems, onStart, onCancel }: BarProps) {
  const isStarting = busy === 'starting';
  return (
    <footer class="lineup-bar">
      {busy === 'revising' ? <Revising /> : <Problems problems={problems} />}
      <div class="lineup-buttons">
        <button type="button" class="button" onClick={onCancel}>
          {l10n.t('Cancel')}
        </button>
        <button
          type="button"
          class="button primary"
          aria-disabled={busy !== undefined}
          aria-describedby={problems.length > 0 ? 'lineup-problems' : undefined}
          onClick={onStart}
        >
          <Icon name={isStarting ? 'loading' : 'play'} isSpinning={isStarting} />{' '}
          {isStarting ? l10n.t('Starting…') : l10n.t('Start Debate')}
        </button>
      </div>
    </footer>
  );
}

/** Said here too: the box where it was asked for may be out of sight, and the cards take no edits meanwhile. */
function Revising() {
  return (
    <p class="lineup-busy" role="status">
      <Icon name="loading" isSpinning /> {l10n.t('The Chair is revising the lineup; the cards wait for it.')}
    </p>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  const more = problems.length - maxShown;
  return (
    <div class="lineup-problems" id="lineup-problems" tabIndex={-1} role="status">
      {problems.slice(0, maxShown).map((problem) => (
        <p key={`${problem.input ?? ''} ${problem.message}`} class="problem">
          <Icon name="error" /> <ProblemText problem={problem} />
        </p>
      ))}
      {more > 0 && <p class="dim">{more === 1 ? l10n.t('and 1 more') : l10n.t('and {0} more', more)}</p>}
    </div>
  );
}

function ProblemText({ problem: { message, of, input } }: { problem: Problem }) {
  if (input === undefined) return <>{message}</>;
  return (
    <button type="button" class="link" onClick={() => document.getElementById(input)?.focus()}>
      {of === undefined ? message : l10n.t('{0}: {1}', of, message)}
    </button>
  );
}
