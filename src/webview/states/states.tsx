import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Action, Head, ToPage } from '../../shared/protocol';
import { lookOf } from '../header/actions';
import { FindButton } from '../header/findBox';
import { Icon } from '../parts/elements';
import type { Send } from '../hostConnection';
import type { State } from '../state';

interface PlainButton {
  label: string;
  onPress: () => void;
  /** A way out rather than the way forward. */
  isQuiet?: boolean;
}

interface PlainProps {
  icon: string;
  isSpinning?: boolean;
  title: string;
  level: 1 | 2;
  children: ComponentChildren;
  role?: 'status' | 'alert';
  button?: PlainButton | undefined;
}

/** What is the case, and the one thing that helps. */
function Plain({ icon, isSpinning = false, title, level, children, role = 'status', button }: PlainProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div class="plain" data-role={role}>
      <Icon name={icon} isSpinning={isSpinning} />
      <div class="plain-text" role={role}>
        <Heading>{title}</Heading>
        <p>{children}</p>
      </div>
      {button !== undefined && (
        <button type="button" class={button.isQuiet === true ? 'button' : 'button primary'} onClick={button.onPress}>
          {button.label}
        </button>
      )}
    </div>
  );
}

/** After this long something is amiss, and asking again may help. */
const patienceMs = 8_000;

export function Loading({ send }: { send: Send }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isLate) return undefined;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isLate]);
  const again = {
    label: l10n.t('Try Again'),
    onPress: () => {
      setLate(false);
      send({ kind: 'ready' });
    },
  };
  return (
    <main class="page is-late">
      <Plain
        icon="loading"
        isSpinning
        title={l10n.t('Reading the record')}
        level={1}
        button={isLate ? again : undefined}
      >
        {isLate
          ? l10n.t('This takes longer than it should. The log may lie on a slow disk.')
          : l10n.t('The log is being read and checked.')}
      </Plain>
    </main>
  );
}

type FailedMessage = Extract<ToPage, { kind: 'failed' }>;

interface FailedProps {
  failed: Pick<FailedMessage, 'title' | 'message' | 'button'>;
  send: Send;
}

export function Failed({ failed: { title, message, button }, send }: FailedProps) {
  const press = button && {
    label: button.label,
    onPress: () => send({ kind: 'button', command: button.command }),
  };
  return (
    <main class="page">
      <Plain icon="error" title={title} level={1} role="alert" button={press}>
        {message}
      </Plain>
    </main>
  );
}

/** What came does not fit what this page understands; the extension's log says where. */
export function Unfit({ onRetry }: { onRetry: () => void }) {
  return (
    <main class="page">
      <Plain
        icon="error"
        title={l10n.t('This debate could not be shown')}
        level={1}
        role="alert"
        button={{ label: l10n.t('Try Again'), onPress: onRetry }}
      >
        {l10n.t(
          'Nothing of it is lost. Try again; if that does not help, reload the window: Rostrum’s output says what is wrong.',
        )}
      </Plain>
    </main>
  );
}

/** Stands where the list will be, until the first entry. */
export function Empty({ head, send }: { head: Head; send: Send }) {
  const isBeginning = head.state === 'running' || (head.state === 'empty' && head.isOurs);
  return (
    <div class="empty">
      {isBeginning ? <Beginning head={head} send={send} /> : <NotBegun head={head} send={send} />}
    </div>
  );
}

const waysForward: readonly Action[] = ['setApiKey', 'changeModel', 'resume', 'takeOver', 'trust', 'conclude'];

/** Nobody runs it: it waits for the reader, and must not look as if something went on. */
function NotBegun({ head, send }: { head: Head; send: Send }) {
  const action = head.actions.find((candidate) => waysForward.includes(candidate));
  return (
    <Plain
      icon="debug-pause"
      title={l10n.t('Nothing has been said yet')}
      level={2}
      button={action && { label: lookOf(action).label, onPress: () => send({ kind: 'act', action }) }}
    >
      {action === undefined && head.procedural > 0
        ? l10n.t('The log holds only what belongs to the procedure; “Procedure” shows it.')
        : head.stateText === ''
          ? l10n.t('The debate stopped before its first entry; it goes on where it stood.')
          : head.stateText}
    </Plain>
  );
}

function Beginning({ head, send }: { head: Head; send: Send }) {
  const stop = head.actions.includes('stop')
    ? { label: l10n.t('Stop'), onPress: () => send({ kind: 'act', action: 'stop' }), isQuiet: true }
    : undefined;
  return (
    <Plain icon="loading" isSpinning title={l10n.t('The debate begins')} level={2} button={stop}>
      {l10n.t('Agents are being checked; the first entry will stand here in a moment.')}
    </Plain>
  );
}

/** The region is always there, so that it is heard. */
export function Missing({ missing, onClose }: { missing: State['missing']; onClose: () => void }) {
  return (
    <div class="missing" role="status">
      {missing !== undefined && (
        <p key={missing.turn} class="missing-line">
          <Icon name="info" /> <span class="missing-text">{wordsOf(missing)}</span>
          <FindButton icon="close" label={l10n.t('Close')} onPress={onClose} />
        </p>
      )}
    </div>
  );
}

function wordsOf({ seq, last }: NonNullable<State['missing']>): string {
  return last === undefined
    ? l10n.t('There is no seq {0}: the log holds no entry yet.', seq)
    : l10n.t('There is no seq {0}; the last is {1}.', seq, last);
}
