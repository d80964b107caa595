import type { HostAnswer, HostTask } from '../agents/host';
import { clientToolName } from '../agents/hostLookUps';
import { isObject } from '../debate/log/objects';

export type AnswerOutcome = { accepted: true } | { refused: string[]; tries_left: number } | { checking: true };

export interface OpenedTask {
  kind: string;
  instructions: string;
  input: string;
  schema: Record<string, unknown>;
  tools: string[];
  tries_left: number;
  reasons?: string[];
}

/** What is known of an answer. `client`: what the client says of itself. */
export interface Given {
  digest: string;
  client?: { name: string; version: string } | undefined;
}

/** One task behind a ticket. Only questions about support share one. */
export interface TicketMember {
  readonly id: string;
  readonly identity: string;
  /** Undefined for an answer that was given before the program was restarted. */
  task: HostTask | undefined;
  ticket: HostTicket;
  readonly since: number;
  isChecking: boolean;
  settle: (given: HostAnswer | { error: Error }) => void;
}

/** A ticket with the tasks that it opens, mostly one. */
export class HostTicket {
  readonly members: TicketMember[] = [];
  openedAt: number | undefined;
  /** Set where its answer came from an earlier run. */
  isReplayed = false;
  /** Digest of the answer that is being checked. */
  digest: string | undefined;
  /** The last answer that was decided on, and how. */
  last: { digest: string; outcome: AnswerOutcome } | undefined;
  /** Number of questions that it had when it was opened. */
  #numbered: readonly TicketMember[] = [];
  #refused: string[] = [];
  #opens = 0;
  #triesLeft = 0;
  #waiters: ((outcome: AnswerOutcome | Error) => void)[] = [];

  constructor(
    readonly name: string,
    private readonly now: () => number,
  ) {}

  get waiting(): TicketMember[] {
    return this.members.filter(({ isChecking }) => !isChecking);
  }

  add(member: TicketMember): void {
    this.members.push(member);
  }

  remove(member: TicketMember): void {
    this.members.splice(0, Infinity, ...this.members.filter((one) => one !== member));
  }

  open(): OpenedTask {
    this.openedAt ??= this.now();
    this.#opens += 1;
    this.#number();
    const asked = this.waiting.flatMap((member) => (member.task === undefined ? [] : [{ member, task: member.task }]));
    const [first] = asked;
    if (first === undefined) throw new Error('A ticket without a task was opened.');
    const { task } = first;
    const isOne = this.#numbered.length <= 1;
    const reasons = asked.flatMap(({ member, task: { reasons: why } }) => why.map((text) => this.#said(member, text)));
    return {
      kind: task.kind,
      instructions: isOne ? task.instructions : `${task.instructions}\n\n${task.together}`,
      input: isOne
        ? task.input
        : asked.map(({ member, task: { input } }) => `## Question ${this.#numberOf(member)}\n\n${input}`).join('\n\n'),
      schema: isOne ? task.schema : answersSchema(task.schema),
      tools: task.lookUps.tools.map(({ name }) => clientToolName(name)).filter((name) => name !== undefined),
      tries_left: Math.min(...asked.map(({ task: { triesLeft } }) => triesLeft)),
      ...(reasons.length > 0 && { reasons }),
    };
  }

  begin(digest: string): void {
    this.digest = digest;
    this.#refused = [];
  }

  /** Hands the answer on to whom it answers. Returns a refusal where it answers not all that is asked. */
  accept(answer: unknown, { digest, client }: Given): AnswerOutcome | undefined {
    this.#number();
    const { waiting } = this;
    if (this.#numbered.length <= 1) {
      this.begin(digest);
      for (const member of waiting) this.#hand(member, answer, client);
      return undefined;
    }
    const given = isObject(answer) && Array.isArray(answer['answers']) ? answer['answers'].filter(isObject) : [];
    const found = waiting.map((member) => given.find(({ question }) => question === this.#numberOf(member)));
    const missing = waiting.filter((_, at) => found[at] === undefined).map((member) => this.#numberOf(member));
    if (missing.length > 0)
      return { refused: [`These questions have no answer: ${missing.join(', ')}.`], tries_left: this.#tries() };
    this.begin(digest);
    for (const [at, member] of waiting.entries()) {
      const { question: _, ...rest } = found[at] ?? {};
      this.#hand(member, rest, client);
    }
    return undefined;
  }

  /** What became of a member's answer. `isAgain`: it is asked for once more. */
  decide(member: TicketMember, outcome: AnswerOutcome, isAgain = false): void {
    if ('refused' in outcome) {
      this.#refused.push(...outcome.refused.map((text) => this.#said(member, text)));
      this.#triesLeft = outcome.tries_left;
    }
    if (!isAgain) this.remove(member);
    if (this.members.some(({ isChecking }) => isChecking)) return;
    const whole: AnswerOutcome =
      this.#refused.length > 0 ? { refused: this.#refused, tries_left: this.#triesLeft } : { accepted: true };
    if (this.digest !== undefined) this.last = { digest: this.digest, outcome: whole };
    this.digest = undefined;
    this.#tell(whole);
  }

  end(error: Error): void {
    this.#tell(error);
  }

  outcome(): Promise<AnswerOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiters.push((outcome) => {
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      });
    });
  }

  #tell(outcome: AnswerOutcome | Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter(outcome);
  }

  #hand(member: TicketMember, answer: unknown, client: Given['client']): void {
    member.isChecking = true;
    // Whoever opened it before the program was restarted is not counted.
    member.settle({ answer, ...(client && { via: { client, opens: Math.max(1, this.#opens) } }) });
  }

  #number(): void {
    if (this.#numbered.length === 0) this.#numbered = [...this.members];
  }

  #numberOf(member: TicketMember): number {
    return this.#numbered.indexOf(member) + 1;
  }

  #said(member: TicketMember, text: string): string {
    return this.#numbered.length <= 1 ? text : `Question ${this.#numberOf(member)}: ${text}`;
  }

  #tries(): number {
    return Math.min(...this.waiting.flatMap(({ task }) => task?.triesLeft ?? []));
  }
}

function answersSchema(schema: Record<string, unknown>): Record<string, unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const item = {
    ...schema,
    properties: { question: { type: 'integer', description: 'The number of the question.' }, ...properties },
    required: ['question', ...Object.keys(properties)],
  };
  return {
    type: 'object',
    properties: { answers: { type: 'array', items: item } },
    required: ['answers'],
    additionalProperties: false,
  };
}
