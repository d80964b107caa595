import { formatNamed } from '../debate/formats/registry';
import { leaseOrFree, sinceText } from '../record/lease';
import { DebateLog } from '../record/debateLog';
import { pathOfLog } from '../record/logPath';
import { AnsweredTickets } from './answeredTickets';
import type { Participants } from '../session/plan/modelAccess';
import { type DebateCall, debateCalls } from './debateCalls';
import { HeldDebate, pauses } from './heldDebate';
import { atRest, McpError } from './mcpError';
import { paidSeats } from './money';
import { askPeer, type PeerCall, PeerServer } from './peers';
import type { KnownDebate, StateFolder } from './stateFolder';
import { debateIn, handleOf, isSame } from './tickets';

interface Held {
  debate: HeldDebate;
  peers: PeerServer;
}

interface DebatesOptions {
  state: StateFolder;
  participants: Participants;
  idleMs?: number | undefined;
  /** Called when a run has ended, with the US dollars that its record has. */
  onEnd?: (id: string, usd: number) => Promise<void>;
}

/** How often a call is tried while another process opens or leaves the debate. */
const mostTries = 20;
const againMs = 100;

/** The debates that this process can reach: its own, and those that other processes of the user hold. */
export class Debates {
  readonly #held = new Map<string, Held>();
  readonly #opening = new Map<string, Promise<Held>>();
  #isClosed = false;

  constructor(private readonly options: DebatesOptions) {}

  /** Begins to run a debate here. @throws RecordError `lease_held` */
  async hold(debate: KnownDebate): Promise<HeldDebate> {
    const before = this.#held.get(debate.id);
    if (before !== undefined && before.debate.end === undefined) return before.debate;
    const opening = this.#opening.get(debate.id) ?? this.#open(debate);
    this.#opening.set(debate.id, opening);
    try {
      return (await opening).debate;
    } finally {
      this.#opening.delete(debate.id);
    }
  }

  /** Makes a call on the debate that its handle or ticket names, in whichever process holds it. */
  async call(call: PeerCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { kind, key } = keyOf(call);
    const debate = await this.options.state.debate(debateIn(key, kind) ?? '');
    if (debate === undefined || (kind === 'handle' && !isSame(key, handleOf(debate)))) throw unknown(kind);
    for (let tries = 0; tries < mostTries; tries += 1) {
      signal.throwIfAborted();
      const found = await this.#tried(debate, call, signal);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
    throw new McpError('busy', 'Another process opens this debate just now. Call again in a moment.');
  }

  /** Pauses what runs here, so that any program can go on with it. */
  async close(reason: string = pauses.gone): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#held.keys()].map((id) => this.release(id, reason)));
  }

  async release(id: string, reason: string): Promise<void> {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    await Promise.all([held.debate.pause(reason), held.peers.close()]);
  }

  /** A call of another process, on a debate that is held here. */
  async serve(id: string, call: PeerCall, signal: AbortSignal): Promise<Record<string, unknown>> {
    const held = this.#held.get(id);
    const { kind, key } = keyOf(call);
    if (held === undefined || debateIn(key, kind) !== id) throw unknown(kind);
    return await this.#served(held.debate, call, signal);
  }

  async #open(debate: KnownDebate): Promise<Held> {
    if (this.#isClosed) throw new McpError('closing', 'This server is closing. Start it again.');
    const { participants, idleMs, onEnd, state } = this.options;
    const { id } = debate;
    const answered = new AnsweredTickets(state, id);
    const opened = await HeldDebate.open({
      debate,
      participants,
      answered,
      idleMs,
      ...(onEnd && { onEnd: (usd) => onEnd(id, usd) }),
    });
    const peers = await PeerServer.at(await state.socketOf(id), (call, signal) => this.serve(id, call, signal));
    const before = this.#held.get(id);
    const held = { debate: opened, peers };
    this.#held.set(id, held);
    void before?.peers.close();
    return held;
  }

  /** Undefined where the holder is changing just now. */
  async #tried(debate: KnownDebate, call: PeerCall, signal: AbortSignal): Promise<Record<string, unknown> | undefined> {
    const held = this.#held.get(debate.id);
    if (held !== undefined && held.debate.end === undefined) return await this.#served(held.debate, call, signal);
    const lease = await leaseOrFree(debate.folder);
    if (lease.state === 'held' && held === undefined) {
      const passed = await askPeer(await this.options.state.socketOf(debate.id), call, signal);
      if (passed !== undefined) return passed;
      if (lease.holder.program.includes('MCP server')) return undefined;
      if (debateCalls[call.name]?.isReading !== true)
        throw new McpError(
          'held',
          `This debate is run by ${lease.holder.program} since ${sinceText(lease.holder)}. Wait for it, or stop it there.`,
        );
    }
    const reason = lease.state === 'released' ? lease.holder.reason : undefined;
    if (await this.#goesOn(debate, { call, reason, isDead: lease.state === 'dead' || lease.state === 'silent' })) {
      try {
        return await this.#served(await this.hold(debate), call, signal);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'lease_held') return undefined;
        throw error;
      }
    }
    return await this.#read(debate, call, { reason, signal });
  }

  /** Whether a call lets the debate go on: it was cut off or rested, or the client asks for it. */
  async #goesOn(
    { folder }: KnownDebate,
    { call, reason, isDead }: { call: PeerCall; reason: string | undefined; isDead: boolean },
  ): Promise<boolean> {
    if (call.name === 'debate_steer' && call.args['action'] === 'resume') {
      if ((await paidSeats(folder)).length === 0) return true;
      throw new McpError(
        'money',
        'Models have seats in this debate. Go on with debate_start and "resume", which asks the user.',
      );
    }
    const isRested =
      isDead || reason === undefined || Object.values<string>(pauses).some((own) => reason.endsWith(own));
    if (!isRested || debateCalls[call.name]?.isReading === true) return false;
    // Each start that spends is confirmed, also after a kill.
    if ((await paidSeats(folder)).length > 0) return false;
    const log = await DebateLog.open(pathOfLog(folder));
    try {
      const format = formatNamed(log.state.setup?.format);
      return format !== undefined && format.decide(log.state).length > 0;
    } finally {
      await log.close();
    }
  }

  /** A call on a debate that nobody runs. */
  async #read(
    { folder, id }: KnownDebate,
    { name, args }: PeerCall,
    { reason, signal }: { reason: string | undefined; signal: AbortSignal },
  ): Promise<Record<string, unknown>> {
    const call = debateCalls[name];
    if (call?.atRest === undefined) throw atRest(reason);
    const log = await DebateLog.open(pathOfLog(folder));
    try {
      return await call.atRest({ log, reason, args, signal, answered: new AnsweredTickets(this.options.state, id) });
    } finally {
      await log.close();
    }
  }

  async #served(
    held: HeldDebate,
    { name, args, client }: PeerCall,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const call: DebateCall | undefined = debateCalls[name];
    if (call === undefined) throw new McpError('tool', `There is no tool ${name}.`);
    if (call.key === 'handle' && !held.isHandle(String(args['handle']))) throw unknown('handle');
    return await held.during(() => call.run(held, { args, client, signal }));
  }
}

function keyOf({ name, args }: PeerCall): { kind: 'handle' | 'ticket'; key: string } {
  const kind = debateCalls[name]?.key ?? 'handle';
  const key = args[kind];
  return { kind, key: typeof key === 'string' ? key : '' };
}

const unknown = (kind: 'handle' | 'ticket'): McpError =>
  kind === 'handle'
    ? new McpError(
        'handle',
        'This handle opens nothing: it is wrong, or the debate was resumed with another one. Use debate_start with resume.',
      )
    : new McpError(
        'ticket',
        'This ticket opens nothing: it is of another debate, or its task is done. Ask debate_next what waits now.',
      );
