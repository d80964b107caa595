import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { readFrames, writeFrame } from './frames';
import type { JobMessage } from './workerJobs';

/** Megabytes for the process's own JavaScript; it reads texts in a thread, which has a limit of its own. */
const heapMegabytes = 256;

/** Environment variables that the process's program needs. Keys and `NODE_OPTIONS` are not passed on. */
const passedOn = ['SystemRoot', 'TMPDIR', 'TEMP', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];

function environment(): NodeJS.ProcessEnv {
  // The editor's program acts as Node.js only with this variable.
  const known: NodeJS.ProcessEnv = { ELECTRON_RUN_AS_NODE: '1' };
  for (const name of passedOn) if (process.env[name] !== undefined) known[name] = process.env[name];
  return known;
}

/**
 * A program that does jobs in a process of its own, so that a crash ends nothing else. It has the events and methods of
 * a thread. The process ends when its input closes, so it cannot outlive this one.
 */
export class JobProcess extends EventEmitter {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(path: string) {
    super();
    const flags = [`--max-old-space-size=${heapMegabytes}`];
    this.#child = spawn(process.execPath, [...flags, path], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: environment(),
      windowsHide: true,
    });
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        resolve();
        this.emit('exit');
      };
      this.#child.once('close', end);
      this.#child.once('error', (error) => {
        if (this.listenerCount('error') > 0) this.emit('error', error);
        end();
      });
    });
    // The pipes are missing if the system has none left; the error says so.
    const { stdin, stdout } = this.#child;
    stdin?.on('error', () => undefined);
    stdout?.on('error', () => this.#child.kill('SIGKILL'));
    if (stdout !== null) readFrames(stdout, (reply) => this.emit('message', reply));
  }

  postMessage(message: JobMessage<unknown>): void {
    if (this.#child.stdin !== null) writeFrame(this.#child.stdin, message);
  }

  async terminate(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  ref(): void {
    this.#hold('ref');
  }

  /** Lets this program end while the process waits. */
  unref(): void {
    this.#hold('unref');
  }

  #hold(way: 'ref' | 'unref'): void {
    this.#child[way]();
    for (const pipe of [this.#child.stdin, this.#child.stdout]) if (pipe instanceof Socket) pipe[way]();
  }
}
