import * as l10n from '@vscode/l10n';
import { useId, useEffect, useRef, useState } from 'preact/hooks';
import type { Head } from '../../shared/protocol';
import { Icon } from '../parts/icon';
import type { Send } from '../hostConnection';

interface SaidState {
  id: number;
  problem?: string | undefined;
}

interface FooterProps {
  head: Head;
  send: Send;
  /** The extension's answer to the last `say`. */
  said?: SaidState | undefined;
}

/** One box for guidance to the Chair and for the audience's questions; where neither may be sent, it says why. */
export function Footer({ head, send, said }: FooterProps) {
  const composer = useComposer(head, send, said);
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
    composer.submit();
  };
  return (
    <footer class="foot">
      <form class="composer" aria-label={l10n.t('Speak up')} onSubmit={onSubmit}>
        <Switch composer={composer} />
        {composer.what === 'question' && <Addressee composer={composer} head={head} />}
        <Box composer={composer} messageId={messageId} hasChair={head.hasChair} />
        <button type="submit" class="button primary send" aria-disabled={!composer.canSend}>
          {composer.isPending ? l10n.t('Sending…') : l10n.t('Send')}
        </button>
      </form>
      <p class="foot-message" id={messageId} role="status">
        {composer.problem !== undefined && (
          <span class="problem">
            <Icon name="error" /> {composer.problem}
          </span>
        )}
        {composer.thanks}
      </p>
    </footer>
  );
}

function Switch({ composer }: { composer: Composer }) {
  const name = useId();
  const choices: readonly { what: What; label: string }[] = [
    { what: 'guidance', label: l10n.t('Guidance') },
    { what: 'question', label: l10n.t('Question') },
  ];
  return (
    <div class="switch" role="radiogroup" aria-label={l10n.t('What to send')}>
      {choices.map(({ what, label }) => (
        <label key={what} class="switch-choice">
          <input
            type="radio"
            name={name}
            value={what}
            checked={composer.what === what}
            onChange={() => composer.choose(what)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}

function Addressee({ composer, head }: { composer: Composer; head: Head }) {
  return (
    <label class="addressee">
      <span>{l10n.t('to')}</span>
      <select
        class="select"
        aria-label={l10n.t('The question is put to')}
        value={composer.to}
        onChange={(event) => composer.address(event.currentTarget.value)}
      >
        {head.debaters.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Other formats have a moderator, who passes on what is said to those whom it concerns. */
function Box({ composer, messageId, hasChair }: { composer: Composer; messageId: string; hasChair: boolean }) {
  const guidance = hasChair
    ? { label: l10n.t('Guidance to the Chair'), hint: l10n.t('Send guidance to the Chair…') }
    : { label: l10n.t('Guidance to the debate'), hint: l10n.t('Send guidance to the debate…') };
  const isQuestion = composer.what === 'question';
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the choice of a word in an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    composer.submit();
  };
  return (
    <textarea
      id="composer"
      class="box"
      rows={1}
      aria-label={isQuestion ? l10n.t('Question as the audience') : guidance.label}
      aria-describedby={messageId}
      aria-invalid={composer.problem !== undefined}
      placeholder={isQuestion ? l10n.t('Ask a question as the audience…') : guidance.hint}
      title={l10n.t('Enter sends, Shift+Enter begins a new line')}
      value={composer.text}
      onInput={(event) => composer.write(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

type What = 'guidance' | 'question';

interface Composer {
  what: What;
  to: string;
  text: string;
  isPending: boolean;
  canSend: boolean;
  problem: string | undefined;
  /** Said once it was taken, until the next key. */
  thanks: string | undefined;
  choose: (what: What) => void;
  address: (to: string) => void;
  write: (text: string) => void;
  submit: () => void;
}

/** What is being written. The text goes only when the extension has taken it: a refusal must not cost it. */
function useComposer(head: Head, send: Send, said: SaidState | undefined): Composer {
  const [what, setWhat] = useState<What>('guidance');
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const [pending, setPending] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [thanks, setThanks] = useState<string>();
  // Counts on from the last answer, so that an old one is never taken for the answer to a new message.
  const lastId = useRef(said?.id ?? 0);
  const to = head.debaters.some(({ name }) => name === chosen) ? chosen : (head.debaters[0]?.name ?? '');

  useEffect(() => {
    if (said === undefined || said.id !== pending) return;
    setPending(undefined);
    setProblem(said.problem);
    if (said.problem !== undefined) return;
    setText('');
    setThanks(what === 'guidance' ? l10n.t('The Chair will read it.') : l10n.t('The question is queued.'));
  }, [said]);

  const isPending = pending !== undefined;
  const canSend = !isPending && text.trim() !== '' && (what === 'guidance' || to !== '');
  const forget = (): void => {
    setProblem(undefined);
    setThanks(undefined);
  };
  const submit = (): void => {
    if (!canSend) return;
    forget();
    lastId.current += 1;
    setPending(lastId.current);
    send({ kind: 'say', id: lastId.current, what, ...(what === 'question' ? { to } : {}), text: text.trim() });
  };
  return {
    what,
    to,
    text,
    isPending,
    canSend,
    problem,
    thanks,
    submit,
    choose: (next) => {
      forget();
      setWhat(next);
    },
    address: (next) => {
      forget();
      setChosen(next);
    },
    write: (next) => {
      forget();
      setText(next);
    },
  };
}
