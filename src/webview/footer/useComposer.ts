import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Head } from '../../shared/protocol';
import type { Send } from '../parts/send';
import type { SaidState } from './footer';

export type What = 'guidance' | 'question';

export interface Composer {
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
export function useComposer(head: Head, send: Send, said: SaidState | undefined): Composer {
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
    setThanks(what === 'guidance' ? l10n.t('The Chair will read it.') : l10n.t('The question stands in line.'));
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
