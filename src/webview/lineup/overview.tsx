import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Review } from '../../shared/protocol';
import { bytes, whole } from '../parts/figures';
import { Icon } from '../parts/icon';
import type { Problem } from './validate';

/** What is set before the debaters: it is read here and changed by starting over. */
export function Overview({ review, problems }: { review: Review; problems: readonly Problem[] }) {
  const { minRounds, maxRounds, timeBudgetMinutes } = review.limits;
  const rounds = minRounds === maxRounds ? String(maxRounds) : l10n.t('{0}–{1}', minRounds, maxRounds);
  const limits =
    maxRounds === 1
      ? l10n.t('1 round, at most {0} minutes', whole(timeBudgetMinutes))
      : l10n.t('{0} rounds, at most {1} minutes', rounds, whole(timeBudgetMinutes));
  const item = (field: string, label: string, children: ComponentChildren) => (
    <div class="overview-item">
      <dt>{label}</dt>
      <dd>
        {children}
        {problems.map((problem) => problem.field === field && <Trouble key={problem.message} problem={problem} />)}
      </dd>
    </div>
  );
  return (
    <header class="lineup-head">
      <p class="dim">{l10n.t('Before the debate starts')}</p>
      <h1 class="topic">{review.topic}</h1>
      {review.notice !== undefined && (
        <p class="notice">
          <Icon name="info" /> {review.notice}
        </p>
      )}
      <dl class="overview">
        {item('format', l10n.t('Format'), review.format)}
        {review.settings?.map(({ label, value }) =>
          item(`settings.${label}`, label, <span class="lines">{value}</span>),
        )}
        {item(
          'limits',
          l10n.t('Limits'),
          review.settings === undefined ? limits : l10n.t('At most {0} minutes', whole(timeBudgetMinutes)),
        )}
        {item('provider', l10n.t('Models'), review.provider)}
        {review.estimate !== undefined && item('estimate', l10n.t('Cost'), <Estimate estimate={review.estimate} />)}
        {item('sends', l10n.t('What is sent'), <span class="lines">{review.sends}</span>)}
        {item('evidence', l10n.t('Evidence'), <Evidence evidence={review.evidence} />)}
        {item('parent', l10n.t('Folder'), <span class="path">{review.parent}</span>)}
      </dl>
    </header>
  );
}

function Trouble({ problem: { message } }: { problem: Problem }) {
  return (
    <p class="problem">
      <Icon name="error" /> {message}
    </p>
  );
}

/** What it may cost, and on request what that rests on. */
function Estimate({ estimate: { text, basis } }: { estimate: NonNullable<Review['estimate']> }) {
  return (
    <>
      {text}
      {basis.length > 0 && (
        <details class="left-out">
          <summary>{l10n.t('What this rests on')}</summary>
          <ul>
            {basis.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Evidence({ evidence }: { evidence: Review['evidence'] }) {
  const { root, files, bytes: size, subject, leftOut, leftOutCount } = evidence;
  if (files === 0 && leftOutCount === 0) return <>{l10n.t('None')}</>;
  const amount = files === 1 ? l10n.t('1 file, {0}', bytes(size)) : l10n.t('{0} files, {1}', whole(files), bytes(size));
  return (
    <>
      {amount}
      {root !== undefined && <span class="path"> {root}</span>}
      {subject.length > 0 && <div class="dim">{l10n.t('About: {0}', subject.join(', '))}</div>}
      {leftOutCount > 0 && (
        <details class="left-out">
          <summary>
            {leftOutCount === 1
              ? l10n.t('1 file was left out')
              : l10n.t('{0} files were left out', whole(leftOutCount))}
          </summary>
          <ul>
            {leftOut.map(({ path, reason }) => (
              <li key={path}>
                <span class="path">{path}</span> <span class="dim">{reason}</span>
              </li>
            ))}
            {leftOutCount > leftOut.length && (
              <li class="dim">{l10n.t('and {0} more', whole(leftOutCount - leftOut.length))}</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}
