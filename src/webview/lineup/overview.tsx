import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Review, SeatOption, SetupField } from '../../shared/protocol';
import { bytes, whole } from '../parts/figures';
import { Icon, Options, Suggestions } from '../parts/elements';
import { type Problem, type Setup, setupId } from './useLineup';

interface OverviewProps {
  review: Review;
  problems: readonly Problem[];
  setup: Setup;
  isLocked: boolean;
}

/** The question and its evidence, then who argues: models first. */
export function Overview(props: OverviewProps) {
  const { review, problems, setup, isLocked } = props;
  return (
    <header class="lineup-head">
      <p class="dim">{l10n.t('Before the debate starts')}</p>
      <Topic review={review} problems={problems} setup={setup} isLocked={isLocked} />
      {review.notice !== undefined && (
        <p class="notice">
          <Icon name="info" /> {review.notice}
        </p>
      )}
      <div class="overview">
        <SetupRows {...props} of={['evidence']} />
        <FactRow field="gathered" label={l10n.t('Files read')} problems={problems}>
          <Evidence review={review} />
        </FactRow>
        <SetupRows {...props} of={['research', 'models', 'debate']} />
      </div>
    </header>
  );
}

/** What the debate may cost and where it goes, below those who argue. */
export function LimitsAndCost(props: OverviewProps) {
  const { review, problems, setup, isLocked } = props;
  const folded = fieldsOf(review, ['expert', 'seats']);
  return (
    <div class="overview">
      {folded.length > 0 && (
        <details class="setup-seats" open={folded.some(({ id }) => problems.some(({ field }) => field === id))}>
          <summary>{l10n.t('Expert options')}</summary>
          <SetupRows {...props} of={['expert', 'seats']} />
        </details>
      )}
      <div class="setup-limits">
        <SetupRows {...props} of={['limits']} />
      </div>
      {review.estimate !== undefined && (
        <FactRow field="estimate" label={l10n.t('Cost')} problems={problems}>
          <Estimate estimate={review.estimate} setup={setup} isLocked={isLocked} />
        </FactRow>
      )}
      {review.warnings !== undefined && (
        <FactRow field="warnings" label={l10n.t('Warnings')} problems={problems}>
          <ul class="setup-warnings">
            {review.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </FactRow>
      )}
      <FactRow field="sends" label={l10n.t('What is sent')} problems={problems}>
        <span class="lines">{review.sends}</span>
      </FactRow>
      <SetupRows {...props} of={['output']} />
    </div>
  );
}

type Sections = readonly SetupField['section'][];

const fieldsOf = ({ fields }: Review, sections: Sections): SetupField[] =>
  sections.flatMap((section) => fields.filter((field) => field.section === section));

function SetupRows({ review, of, ...shared }: OverviewProps & { of: Sections }) {
  return (
    <>
      {fieldsOf(review, of).map((field) => (
        <SetupRow key={field.id} field={field} {...shared} />
      ))}
    </>
  );
}

interface FactRowProps {
  field: string;
  label: string;
  problems: readonly Problem[];
  children: ComponentChildren;
}

/** What is read here and not set. */
function FactRow({ field, label, problems, children }: FactRowProps) {
  return (
    <div class="overview-item" role="group" aria-label={label}>
      <span class="overview-label" aria-hidden="true">
        {label}
      </span>
      <div>
        {children}
        {problems.map((problem) => problem.field === field && <ProblemLine key={problem.message} problem={problem} />)}
      </div>
    </div>
  );
}

function Topic({ review, problems, setup, isLocked }: OverviewProps) {
  const own = problems.filter(({ field }) => field === 'topic');
  const isSaid = own.length > 0 || review.earlier !== undefined;
  return (
    <>
      <h1 class="topic">
        <textarea
          id={setupId('topic')}
          class="editable"
          rows={1}
          aria-label={l10n.t('Question')}
          aria-invalid={own.length > 0}
          aria-describedby={isSaid ? 'topic-about' : undefined}
          readOnly={isLocked}
          spellcheck
          value={setup.value('topic', review.topic)}
          onBlur={setup.flush}
          onInput={(event) => setup.type('topic', event.currentTarget.value)}
        />
      </h1>
      {isSaid && (
        <div id="topic-about">
          {review.earlier !== undefined && <p class="dim">{review.earlier}</p>}
          {own.map((problem) => (
            <ProblemLine key={problem.message} problem={problem} />
          ))}
        </div>
      )}
    </>
  );
}

function ProblemLine({ problem: { message } }: { problem: Problem }) {
  return (
    <p class="problem">
      <Icon name="error" /> {message}
    </p>
  );
}

function Estimate({
  estimate: { text, basis, cheaper },
  setup,
  isLocked,
}: Pick<OverviewProps, 'setup' | 'isLocked'> & { estimate: NonNullable<Review['estimate']> }) {
  return (
    <>
      {text}
      {cheaper !== undefined && (
        <div class="setup-value">
          <span class="dim">{cheaper.text}</span>
          <SetupButton field={cheaper.field} button={cheaper.button} setup={setup} isLocked={isLocked} />
        </div>
      )}
      {basis.length > 0 && (
        <details class="left-out">
          <summary>{l10n.t('What this is based on')}</summary>
          <ul class="is-whole">
            {basis.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Evidence({ review: { evidence, busy } }: { review: Review }) {
  const { root, files, bytes: size, subject, leftOut, leftOutCount } = evidence;
  if (busy === 'reading')
    return (
      <span role="status">
        <Icon name="loading" isSpinning /> {l10n.t('Reading the evidence…')}
      </span>
    );
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
          {/* What scrolls can be reached by keys. */}
          <ul tabIndex={0}>
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

interface RowProps {
  field: SetupField;
  setup: Setup;
  problems: readonly Problem[];
  isLocked: boolean;
}

function SetupRow({ field, setup, problems, isLocked }: RowProps) {
  const id = setupId(field.id);
  const own = problems.filter((problem) => problem.field === field.id);
  const hint = field.warning ?? field.hint ?? '';
  const about = own.length > 0 || hint !== '' ? `${id}-about` : undefined;
  return (
    <div class="overview-item">
      <label for={id}>{field.label}</label>
      <div class="setup-value">
        <SetupInput field={field} setup={setup} isLocked={isLocked} about={about} isWrong={own.length > 0} />
        {field.buttons?.map((button) => (
          <SetupButton key={button.value} field={field.id} button={button} setup={setup} isLocked={isLocked} />
        ))}
        {about !== undefined && (
          <p id={about} class={own.length > 0 ? 'problem' : 'dim'}>
            {own.length > 0 ? <Problems problems={own} /> : field.warning !== undefined && <Icon name="warning" />}{' '}
            {own.length === 0 && hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface ButtonProps extends Pick<RowProps, 'setup' | 'isLocked'> {
  field: string;
  button: SeatOption;
}

function SetupButton({ field, button: { value, label }, setup, isLocked }: ButtonProps) {
  return (
    <button
      type="button"
      class="button"
      aria-disabled={isLocked}
      onClick={() => {
        if (!isLocked) setup.choose(field, value);
      }}
    >
      {label}
    </button>
  );
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  return (
    <>
      {problems.map(({ message }) => (
        <span key={message}>
          <Icon name="error" /> {message}
        </span>
      ))}
    </>
  );
}

type InputProps = Pick<RowProps, 'field' | 'setup' | 'isLocked'> & { about: string | undefined; isWrong: boolean };

function SetupInput({ field, setup, isLocked, about, isWrong }: InputProps) {
  const value = setup.value(field.id, field.value);
  const shared = { id: setupId(field.id), value, 'aria-describedby': about, 'aria-invalid': isWrong };
  if (field.options !== undefined)
    return (
      <select
        {...shared}
        class="select"
        disabled={isLocked}
        onChange={(event) => setup.choose(field.id, event.currentTarget.value)}
      >
        <Options options={field.options} />
      </select>
    );
  const typing = {
    readOnly: isLocked,
    onBlur: setup.flush,
    onInput: (event: { currentTarget: { value: string } }) =>
      (field.isSentWhenLeft === true ? setup.hold : setup.type)(field.id, event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && field.isSentWhenLeft === true) setup.flush();
    },
  };
  if (field.isLong === true) return <textarea {...shared} {...typing} class="editable" rows={1} spellcheck />;
  if (field.isSecret === true)
    return <input {...shared} {...typing} class="editable" type="password" autocomplete="new-password" />;
  const { suggestions } = field;
  const list = `${shared.id}-list`;
  return (
    <>
      <input {...shared} {...typing} class="editable" type="text" autocomplete="off" list={suggestions && list} />
      {suggestions !== undefined && <Suggestions id={list} values={suggestions} />}
    </>
  );
}
