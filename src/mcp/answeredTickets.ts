import type { StateFolder } from './stateFolder';
import { sha256 } from '../record/sha256';

/**
 * Tickets whose answer was accepted, kept beside the debate's secret: the same answer sent again is told so, also after
 * its step is in the record and the program was restarted.
 */
export class AnsweredTickets {
  constructor(
    private readonly state: StateFolder,
    private readonly debate: string,
  ) {}

  async add(ticket: string, digest: string): Promise<void> {
    await this.state.addAnswered(this.debate, lineOf(ticket, digest));
  }

  /** Whether this answer, or another one, was accepted; undefined where none was. */
  async find(ticket: string, digest: string): Promise<'same' | 'other' | undefined> {
    const lines = await this.state.answered(this.debate);
    if (lines.includes(lineOf(ticket, digest))) return 'same';
    return lines.some((line) => line.startsWith(`${sha256(ticket)} `)) ? 'other' : undefined;
  }
}

/** The ticket itself is not kept. */
const lineOf = (ticket: string, digest: string): string => `${sha256(ticket)} ${digest}`;
