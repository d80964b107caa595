import { fork, type ChildProcess } from 'node:child_process';
import { bundle } from './bundle';

export type RaceCall =
  | { kind: 'lease'; folder: string; takeOver: boolean; at: number }
  | { kind: 'release' }
  | { kind: 'lock'; file: string; holdMs: number; at: number }
  | { kind: 'keep'; file: string };

export interface RaceAnswer {
  won: boolean;
  code?: string;
  message?: string;
}

/** A process that follows commands, one call at a time. */
export class Racer {
  readonly #answers: RaceAnswer[] = [];
  #wake: (() => void) | undefined;

  private constructor(readonly process: ChildProcess) {
    process.on('message', (answer: RaceAnswer) => {
      this.#answers.push(answer);
      this.#wake?.();
    });
    process.on('exit', () => this.#wake?.());
  }

  /** Starts so many processes and waits until all are ready. */
  static async start(count: number): Promise<Racer[]> {
    const program = await bundle('test/support/racer.ts');
    const racers = Array.from({ length: count }, () => new Racer(fork(program)));
    await Promise.all(racers.map((racer) => racer.#answer()));
    return racers;
  }

  call(call: RaceCall): Promise<RaceAnswer> {
    this.process.send(call);
    return this.#answer();
  }

  /** Ends the process at once, like a crash, and waits until it is gone. */
  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await gone;
  }

  async #answer(): Promise<RaceAnswer> {
    for (;;) {
      const answer = this.#answers.shift();
      if (answer !== undefined) return answer;
      if (this.process.exitCode !== null || this.process.signalCode !== null) throw new Error('the racer is gone');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
