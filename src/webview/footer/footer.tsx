import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Head, Speech } from '../../shared/protocol';
import type { Page } from '../page';
import { Icon, Options } from '../parts/elements';
import { addressee, type SpeechState } from '../state';

interface FooterProps {
  page: Page;
  head: Head;
  speech: SpeechState;
}

/** Where neither guidance nor a question may be sent, it says why. */
export function Footer({ page, head, speech }: FooterProps) {
  const { what, text, sent, problem, taken } = speech;
  const to = addressee(head, speech);
  const isPending = sent !== undefined;
  const canSend = !isPending && text.trim() !== '' && (what === 'guidance' || to !== '');
  const write = (change: Partial<Speech>): void => page.dispatch({ kind: 'write', speech: change });
  const submit = (): void => {
    if (canSend) page.say({ what, to, text: text.trim() });
  };
  const messageId = useId();
  if (!head.isOpen) {
    return (
      <footer class="foot foot-closed">
        <p>{head.closedReason ?? l10n.t('Nothing can be sent to this debate.')}</p>
      </footer>
    );
  }
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    submit();
  };
  return (
    <footer class="foot">
      <form class="composer" aria-label={l10n.t('Speak up')} onSubmit={onSubmit}>
        <Switch what={what} write={write} />
        {what === 'question' && <Addressee to={to} head={head} write={write} />}
        <Box {...{ speech, messageId, write, submit }} hasChair={head.hasChair} />
        <button type="submit" class="button primary send" aria-disabled={!canSend}>
          {isPending ? l10n.t('Sending…') : l10n.t('Send')}
        </button>
      </form>
      <p class="foot-message" id={messageId} role="status">
        {problem !== undefined && (
          <span class="problem">
            <Icon name="error" /> {problem}
          </span>
        )}
        {taken !== undefined && thanks(taken, head)}
      </p>
    </footer>
  );
}

function thanks(taken: Speech['what'], { hasChair }: Head): string {
  if (taken === 'question') return l10n.t('The question is queued.');
  return hasChair ? l10n.t('The Chair will read it.') : l10n.t('It goes along with the next tasks.');
}

type Write = (change: Partial<Speech>) => void;

function Switch({ what: chosen, write }: { what: Speech['what']; write: Write }) {
  const name = useId();
  const choices: readonly { what: Speech['what']; label: string }[] = [
    { what: 'guidance', label: l10n.t('Guidance') },
    { what: 'question', label: l10n.t('Question') },
  ];
  return (
    <div class="switch" role="radiogroup" aria-label={l10n.t('What to send')}>
      {choices.map(({ what, label }) => (
        <label key={what} class="switch-choice">
          <input type="radio" name={name} value={what} checked={chosen === what} onChange={() => write({ what })} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

function Addressee({ to, head, write }: { to: string; head: Head; write: Write }) {
  return (
    <label class="addressee">
      <span>{l10n.t('to')}</span>
      <select
        class="select"
        aria-label={l10n.t('The question is put to')}
        value={to}
        onChange={(event) => write({ to: event.currentTarget.value })}
      >
        <Options options={head.debaters.map(({ name }) => ({ value: name, label: name }))} />
      </select>
    </label>
  );
}

interface BoxProps {
  speech: SpeechState;
  messageId: string;
  hasChair: boolean;
  write: Write;
  submit: () => void;
}

/** Other formats have a moderator, who passes on what is said to those whom it concerns. */
function Box({ speech, messageId, hasChair, write, submit }: BoxProps) {
  const { what, text, problem } = speech;
  const guidance = hasChair
    ? { label: l10n.t('Guidance to the Chair'), hint: l10n.t('Send guidance to the Chair…') }
    : { label: l10n.t('Guidance to the debate'), hint: l10n.t('Send guidance to the debate…') };
  const isQuestion = what === 'question';
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the choice of a word in an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <textarea
      id="composer"
      class="box"
      rows={1}
      aria-label={isQuestion ? l10n.t('Question as the audience') : guidance.label}
      aria-describedby={messageId}
      aria-invalid={problem !== undefined}
      placeholder={isQuestion ? l10n.t('Ask a question as the audience…') : guidance.hint}
      title={l10n.t('Enter sends, Shift+Enter begins a new line')}
      value={text}
      onInput={(event) => write({ text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}
