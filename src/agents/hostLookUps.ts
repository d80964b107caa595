import * as z from 'zod';
import type { Captures, ResearchTool } from '../research/tool';
import { objectOf } from '../debate/log/objects';
import type { Fence } from './model/fence';
import type { ResearchLog } from './model/modelTask';
import { cutToTokens } from './model/tokens';

/** Calls of one task, in all its tries. */
export const mostCalls = 16;
const resultTokens = 4_000;

/** Names of our tools of research as clients call them. */
export const clientTools: Readonly<Record<string, string>> = {
  evidence_list: 'list_evidence',
  evidence_search: 'search_evidence',
  evidence_read: 'read_evidence',
  page_fetch: 'fetch_page',
  web_search: 'search_web',
};

/** Undefined for a tool that clients are not given. */
export const clientToolName = (name: string): string | undefined =>
  Object.keys(clientTools).find((key) => clientTools[key] === name);

export interface LookUpDependencies {
  captures: Captures;
}

/** What a task's agent has looked up. */
export const lookedUpSchema = z.object({ calls: z.int(), queries: z.array(z.string()), read: z.array(z.string()) });
type LookedUp = z.infer<typeof lookedUpSchema>;

interface LookUpResult {
  text: string;
  isError: boolean;
}

/** What one task's agent may look up, and what it did look up. */
export class HostLookUps {
  readonly queries = new Set<string>();
  readonly read = new Set<string>();
  /** Texts of results: quoting them gives nothing away. */
  readonly texts: string[] = [];
  /** Called at each call with all of them: it keeps them for a program that is restarted. */
  onCall: ((lookedUp: LookedUp) => Promise<unknown>) | undefined;
  #calls = 0;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(
    readonly tools: readonly ResearchTool[],
    private readonly fence: Fence,
    private readonly deps: LookUpDependencies,
  ) {}

  /** Takes over what was looked up before the program was restarted. */
  restore({ calls = 0, queries, read }: Omit<LookedUp, 'calls'> & { calls?: number }): void {
    this.#calls = Math.max(this.#calls, calls);
    for (const query of queries) this.queries.add(query);
    for (const place of read) this.read.add(place);
  }

  /** Log of the research as code saw it. `given`: files that stood in the task. */
  logWith(given: readonly string[]): ResearchLog {
    const queries = [...this.queries];
    const files_read = [...new Set([...given, ...this.read])];
    const hasLooked = queries.length + files_read.length > 0;
    return { queries, files_read, key_findings: hasLooked ? [] : ['Nothing was looked up.'] };
  }

  /** Calls a tool; what it returns is delimited, and can be cited if it is a page. */
  async call(name: string, input: unknown, signal: AbortSignal): Promise<LookUpResult> {
    const tool = this.tools.find((one) => one.name === name);
    if (tool === undefined) return { text: noTool, isError: true };
    if (this.#calls >= mostCalls) return { text: spent, isError: true };
    this.#calls += 1;
    await this.#keep();
    const answer = await tool.run(input, { signal, onProgress: () => undefined });
    const { captures } = this.deps;
    if (answer.page !== undefined && answer.isDoubtful === true) captures.hold(answer.page);
    else if (answer.page !== undefined) await captures.keep(answer.page);
    this.#note(input);
    await this.#keep();
    this.texts.push(answer.text);
    const said = cutToTokens(withClientNames(answer.text), resultTokens);
    const text = this.fence.wrap('untrusted', { tool: clientToolName(name) }, said);
    return { text, isError: answer.isError === true };
  }

  /** One at a time, so that what is kept last is the newest. */
  async #keep(): Promise<void> {
    this.#keeping = this.#keeping.then(() =>
      this.onCall?.({ calls: this.#calls, queries: [...this.queries], read: [...this.read] }),
    );
    await this.#keeping;
  }

  #note(input: unknown): void {
    const { query, path, url } = objectOf(input);
    if (typeof query === 'string') this.queries.add(query);
    for (const place of [path, url]) if (typeof place === 'string') this.read.add(place);
  }
}

const noTool = 'This task has no such tool. Answer it with task_answer from what task_open gave you.';
const spent = `This task has made its ${mostCalls} calls. Answer it with task_answer.`;

/** Our tools tell how to read on by their own names. */
const withClientNames = (text: string): string =>
  text.replace(/\bcall (list_evidence|search_evidence|read_evidence|fetch_page|search_web)\b/g, (whole, name: string) =>
    whole.replace(name, clientToolName(name) ?? name),
  );
