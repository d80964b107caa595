import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What handles, tickets and marks of one debate are made from. It never lies in the debate's folder. */
export interface DebateSecret {
  /** Name of the debate in handles and tickets. */
  id: string;
  /** 32 random bytes in hexadecimal digits. */
  secret: string;
}

export const drawSecret = (id = randomBytes(8).toString('hex')): DebateSecret => ({
  id,
  secret: randomBytes(32).toString('hex'),
});

const sealed = ({ secret }: DebateSecret, what: string, about: string): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(`${what}\n${about}`).digest('base64url');

export const handleOf = (debate: DebateSecret): string => `h.${debate.id}.${sealed(debate, 'handle', debate.id)}`;

/** The same task has the same ticket, whatever program hands it out. `identity`: what the answer hangs on. */
export const ticketOf = (debate: DebateSecret, identity: string): string =>
  `t.${debate.id}.${sealed(debate, 'ticket', `${debate.id}\n${identity}`)}`;

/** Boundary of a task's texts. */
export const markOf = (debate: DebateSecret, identity: string): string =>
  createHmac('sha256', Buffer.from(debate.secret, 'hex')).update(`mark\n${identity}`).digest('hex').slice(0, 12);

/** The debate that a handle or ticket is of; undefined for anything else. */
export function debateIn(key: string, kind: 'handle' | 'ticket'): string | undefined {
  const [, first, id] = /^([ht])\.([0-9a-f]{16})\.[\w-]{43}$/.exec(key) ?? [];
  return first === (kind === 'handle' ? 'h' : 't') ? id : undefined;
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
