import { Deadline, reasonOf } from '../async/deadline';
import type { HostAnswer, HostTask, HostTaskQueue } from '../agents/host';
import { TaskError } from '../agents/performer';
import { isObject } from '../debate/log/objects';
import { sha256 } from '../record/sha256';
import type { AnsweredTickets } from './answeredTickets';
import { type Given, HostTicket, type AnswerOutcome, type OpenedTask, type TicketMember } from './hostTicket';
import { type DebateSecret, isSame, markOf, ticketOf } from './tickets';
import { McpError } from './mcpError';

export interface NamedTask {
  ticket: string;
  seat: string;
  role: string;
  /** Set where nobody has opened it for ten minutes. */
  waiting_minutes?: number;
  /** Set where it was opened, and is not answered. */
  opened_minutes?: number;
}

const neglectedMs = 10 * 60_000;
/** An answer is waited for a little less than clients wait for a tool. */
const checkingMs = 45_000;

const support = 'verifier/support';

/** Tasks of one debate that wait for agents of the client, each behind a ticket. */
export class HostTasks implements HostTaskQueue {
  /** Keys are task ids. */
  readonly #members = new Map<string, TicketMember>();
  readonly #tickets = new Map<string, HostTicket>();
  /** Tickets that are done, with how their answer was taken. */
  readonly #past = new Map<string, { digest: string; outcome: AnswerOutcome } | 'moved'>();
  readonly #marks = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #closed: TaskError | undefined;
  /** A note that cannot be written costs no more than the word that an answer was accepted. */
  #noting: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly debate: DebateSecret,
    private readonly options: { now?: () => number; checkingMs?: number; answered?: AnsweredTickets } = {},
  ) {}

  markFor(identity: string): string {
    const mark = markOf(this.debate, identity);
    this.#marks.add(mark);
    return mark;
  }

  holdsOtherMark(text: string, own: string): boolean {
    return [...this.#marks].some((mark) => mark !== own && text.includes(mark));
  }

  async ask(task: HostTask, signal: AbortSignal): Promise<HostAnswer> {
    signal.throwIfAborted();
    if (this.#closed !== undefined) throw this.#closed;
    return await new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#drop(task.id, 'moved');
        reject(reasonOf(signal));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const settle = (given: HostAnswer | { error: Error }): void => {
        signal.removeEventListener('abort', onAbort);
        if ('error' in given) reject(given.error);
        else resolve(given);
      };
      this.#take(task, settle);
      this.#changed();
    });
  }

  replay({ id, identity, answer }: { id: string; identity: string; answer: unknown }): void {
    this.#drop(id, 'moved');
    const ticket = new HostTicket(ticketOf(this.debate, identity), this.#now);
    ticket.isReplayed = true;
    const member: TicketMember = {
      id,
      identity,
      task: undefined,
      ticket,
      since: this.#now(),
      isChecking: true,
      settle: () => undefined,
    };
    ticket.add(member);
    ticket.begin(digestOf(answer));
    this.#members.set(id, member);
    this.#tickets.set(ticket.name, ticket);
  }

  settled({ id, isAccepted, reasons }: { id: string; isAccepted: boolean; reasons: readonly string[] }): void {
    const member = this.#members.get(id);
    if (member === undefined) return;
    this.#members.delete(id);
    const { ticket } = member;
    ticket.decide(member, isAccepted ? { accepted: true } : { refused: [...reasons], tries_left: 0 });
    if (ticket.members.length === 0) {
      this.#tickets.delete(ticket.name);
      if (ticket.last !== undefined) this.#past.set(ticket.name, ticket.last);
      if (ticket.last !== undefined && 'accepted' in ticket.last.outcome) this.#noteAnswered(ticket.name, ticket.last);
    }
    this.#changed();
  }

  /** Tasks that wait for an answer. Questions about support that nobody has opened go out together. */
  waiting(): NamedTask[] {
    this.#gather();
    return [...this.#tickets.values()].flatMap((ticket) => {
      const member = ticket.waiting[0];
      if (member?.task === undefined) return [];
      const { agent, kind } = member.task;
      const ms = this.#now() - (ticket.openedAt ?? member.since);
      return [
        {
          ticket: ticket.name,
          seat: agent,
          role: kind.slice(0, kind.indexOf('/')),
          ...(ticket.openedAt === undefined && ms >= neglectedMs && { waiting_minutes: Math.floor(ms / 60_000) }),
          ...(ticket.openedAt !== undefined && { opened_minutes: Math.floor(ms / 60_000) }),
        },
      ];
    });
  }

  knows(name: string): boolean {
    return [...this.#tickets.keys(), ...this.#past.keys()].some((known) => isSame(known, name));
  }

  /** @throws McpError where the ticket opens nothing */
  open(name: string): OpenedTask {
    const ticket = this.#ticketNamed(name);
    if (ticket.waiting.length === 0)
      throw new McpError('checking', 'The answer is being checked. Open the ticket again in a moment.');
    return ticket.open();
  }

  async answer(
    name: string,
    { answer, client, signal }: { answer: unknown; signal: AbortSignal } & Pick<Given, 'client'>,
  ): Promise<AnswerOutcome> {
    const past = this.#pastNamed(name);
    const digest = digestOf(answer);
    if (past !== undefined && past !== 'moved') {
      if (past.digest === digest) return past.outcome;
      throw alreadyAnswered();
    }
    if (!this.knows(name)) {
      const found = await this.options.answered?.find(name, digest);
      if (found === 'same') return { accepted: true };
      if (found === 'other') throw alreadyAnswered();
    }
    const ticket = this.#ticketNamed(name);
    if (ticket.isReplayed && ticket.digest !== digest) throw alreadyAnswered();
    if (ticket.last?.digest === digest && ticket.waiting.length > 0) return ticket.last.outcome;
    if (ticket.waiting.length === 0 && ticket.digest !== digest)
      throw new McpError(
        'checking',
        'Another answer to this ticket is being checked. Open the ticket again in a moment.',
      );
    if (ticket.waiting.length > 0) {
      const refused = ticket.accept(answer, { digest, client });
      if (refused !== undefined) return refused;
      this.#changed();
    }
    return await this.#outcome(ticket, signal);
  }

  async lookUp(name: string, { tool, input, signal }: { tool: string; input: unknown; signal: AbortSignal }) {
    const ticket = this.#ticketNamed(name);
    const [member] = ticket.waiting;
    if (member?.task === undefined || ticket.openedAt === undefined)
      throw new McpError('not_open', 'Open the ticket with task_open first.');
    return await member.task.lookUps.call(tool, input, signal);
  }

  /** Gives a seat's waiting tasks up. Returns how many. */
  skip(seat: string): number {
    const given = [...this.#members.values()].filter(({ task, isChecking }) => task?.agent === seat && !isChecking);
    for (const member of given) {
      member.isChecking = true;
      member.settle({ error: new TaskError('skipped', 'given up by the client') });
    }
    this.#changed();
    return given.length;
  }

  /** Lets nothing wait on: the debate pauses, and can be resumed anywhere. */
  close(reason: string): void {
    this.#closed = new TaskError('no_host', reason, false, { blocks: true });
    for (const member of this.#members.values()) if (!member.isChecking) member.settle({ error: this.#closed });
    this.#changed();
  }

  /** Resolves at the next change, or after so many milliseconds. */
  async change(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#listeners.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#listeners.add(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  get #now(): () => number {
    return this.options.now ?? Date.now;
  }

  #noteAnswered(name: string, { digest }: { digest: string }): void {
    this.#noting = this.#noting.then(() => this.options.answered?.add(name, digest)).catch(() => undefined);
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #take(task: HostTask, settle: TicketMember['settle']): void {
    const before = this.#members.get(task.id);
    if (before !== undefined && before.identity === task.identity) {
      Object.assign(before, { task, settle, isChecking: false });
      // An earlier run's answer was refused, so another one is asked for.
      before.ticket.isReplayed = false;
      before.ticket.decide(before, { refused: [...task.reasons], tries_left: task.triesLeft }, true);
      return;
    }
    this.#drop(task.id, 'moved');
    const ticket = new HostTicket(ticketOf(this.debate, task.identity), this.#now);
    const member = {
      id: task.id,
      identity: task.identity,
      task,
      ticket,
      since: this.#now(),
      isChecking: false,
      settle,
    };
    ticket.add(member);
    this.#members.set(task.id, member);
    this.#past.delete(ticket.name);
    this.#tickets.set(ticket.name, ticket);
  }

  #drop(id: string, as: 'moved'): void {
    const member = this.#members.get(id);
    if (member === undefined) return;
    this.#members.delete(id);
    const { ticket } = member;
    ticket.remove(member);
    if (ticket.members.length > 0) return;
    this.#tickets.delete(ticket.name);
    this.#past.set(ticket.name, as);
    ticket.end(movedOn());
  }

  /** Puts questions about support that nobody has opened behind one ticket. */
  #gather(): void {
    const alone = [...this.#tickets.values()].filter(
      (ticket) => ticket.openedAt === undefined && ticket.members.every(isWaitingSupport),
    );
    if (alone.length < 2) return;
    const members = alone.flatMap((ticket) => ticket.members);
    const identity = sha256(
      members
        .map((member) => member.identity)
        .sort()
        .join('\n'),
    );
    for (const ticket of alone) {
      this.#tickets.delete(ticket.name);
      this.#past.set(ticket.name, 'moved');
    }
    const group = new HostTicket(ticketOf(this.debate, identity), this.#now);
    for (const member of members) group.add(Object.assign(member, { ticket: group }));
    this.#tickets.set(group.name, group);
  }

  #pastNamed(name: string): { digest: string; outcome: AnswerOutcome } | 'moved' | undefined {
    return [...this.#past].find(([known]) => isSame(known, name))?.[1];
  }

  #ticketNamed(name: string): HostTicket {
    const found = [...this.#tickets.values()].find((ticket) => isSame(ticket.name, name));
    if (found !== undefined) return found;
    const past = this.#pastNamed(name);
    if (past === 'moved') throw movedOn();
    if (past !== undefined) throw alreadyAnswered();
    throw new McpError(
      'ticket',
      'This ticket opens nothing: it is of another debate, or its task is done. Ask debate_next what waits now.',
    );
  }

  async #outcome(ticket: HostTicket, signal: AbortSignal): Promise<AnswerOutcome> {
    const late = (): Error => new Late();
    const deadline = new Deadline({ signal, ms: this.options.checkingMs ?? checkingMs, late });
    try {
      const outcome = await deadline.first(ticket.outcome());
      await this.#noting;
      return outcome;
    } catch (error) {
      if (error instanceof Late) return { checking: true };
      throw error;
    } finally {
      deadline.dispose();
    }
  }
}

class Late extends Error {}

const alreadyAnswered = (): McpError =>
  new McpError('answered', 'This ticket was answered already. Ask debate_next what waits now.');

const movedOn = (): McpError =>
  new McpError('moved', 'The record has moved on: open the new ticket that debate_next names.');

const isWaitingSupport = ({ task, isChecking }: TicketMember): boolean => task?.kind === support && !isChecking;

/** The same for answers that say the same, whatever the order of their fields. */
export const digestOf = (answer: unknown): string => sha256(JSON.stringify([ordered(answer)]));

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, ordered(item)]),
  );
}
