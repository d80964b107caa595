import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { Turns } from '../async/deadline';
import { hostWords } from '../debate/flow/hosts';
import type { HostsData } from '../debate/log/entryData';
import { defined } from '../debate/log/objects';
import { dollars } from '../matching/text/shortText';
import { DebateLog } from '../record/debateLog';
import { exists, pathOfLog } from '../record/logPath';
import { formatOf } from '../session/plan/plan';
import { leaseStatus } from '../record/lease';
import type { SourceReader } from '../research/sourceReader';
import type { WebAccess } from '../session/plan/webAccess';
import { checkQuoteLine } from '../session/review/quoteLines';
import { checkDocument, checkDocumentInput } from './checkDocument';
import { debateCalls } from './debateCalls';
import type { Debates } from './debates';
import { McpError } from './mcpError';
import type { Roots } from './roots';
import type { Money } from './money';
import { plannedDebate, saidOf, startInput } from './startDebate';
import type { StateFolder } from './stateFolder';
import { drawSecret, handleOf } from './tickets';

/** One server process. */
export interface McpServices {
  debates: Debates;
  state: StateFolder;
  roots: Roots;
  /** Undefined with `--no-web`, as is `access`. */
  web: SourceReader | undefined;
  access: WebAccess | undefined;
  money: Money;
}

export interface McpToolContext {
  signal: AbortSignal;
  client: { name: string; version: string };
  /** Asks the user; undefined where the client cannot. */
  confirm?: ((message: string) => boolean) | undefined;
}

export interface McpTool<I extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  isReadOnly: boolean;
  run: (services: McpServices, args: z.infer<I>, context: McpToolContext) => Promise<Record<string, unknown>>;
}

const tool = <I extends z.ZodObject>({ run, ...one }: McpTool<I>): McpTool => ({
  ...one,
  run: (services, args, context) => run(services, one.input.parse(args), context),
});

const start = tool({
  name: 'debate_start',
  title: 'Start a debate',
  description:
    'Starts a structured debate whose seats your own subagents take, or goes on with one ("resume"). Gives the handle with which you call debate_next. Nothing is spent unless a seat is given to a model.',
  input: startInput,
  isReadOnly: false,
  async run(services, input, context) {
    if (input.resume !== undefined) return await resumed(services, input.resume, context);
    const { state, debates, roots, web, money } = services;
    const cap = await money.capOf(input, context);
    const planned = await plannedDebate(
      { ...input, ...(cap !== undefined && { budget_usd: cap }) },
      { roots, isWebRead: web !== undefined, client: context.client },
    );
    money.confirm(planned, { cap, topic: input.topic ?? '', ask: context.confirm });
    const folder = await planned.make();
    const secret = drawSecret();
    if (cap !== undefined) await money.begin({ ...secret, folder }, cap);
    await state.keep(secret, folder);
    await state.keepId(folder, secret.id);
    await debates.hold({ ...secret, folder });
    return {
      handle: handleOf(secret),
      debate: folder,
      seats: planned.seats,
      estimate: planned.estimate ?? { usd: 0 },
      ...(planned.leftOut.length > 0 && { left_out: planned.leftOut.slice(0, 20) }),
      next: 'debate_next',
    };
  },
});

async function resumed(
  { state, debates, roots, money }: McpServices,
  path: string,
  { confirm, client }: McpToolContext,
): Promise<Record<string, unknown>> {
  const real = await roots.inside(path);
  const folder = basename(real) === basename(pathOfLog(real)) ? resolve(real, '..') : real;
  if (!(await exists(pathOfLog(folder)))) throw new McpError('no_debate', 'There is no debate in this folder.');
  const lease = await leaseStatus(folder);
  if (lease.state === 'held')
    throw new McpError(
      'live',
      'This debate is live: use the handle that it was started with, or wait for five minutes.',
    );
  const spends = await money.goingOn(folder, { confirm });
  const cost = spends && ` ${spends.paid.join(', ')} are paid for, with ${dollars(spends.most)} at most.`;
  const question = `Go on with this debate? Its older handle and tickets end.${cost ?? ''}`;
  if (confirm !== undefined && !confirm(question))
    throw new McpError('declined', 'The user does not want to go on with this debate.');
  const secret = drawSecret(await state.idOf(folder));
  if (spends !== undefined) await money.begin({ ...secret, folder }, spends.most);
  await state.keep(secret, folder);
  await state.keepId(folder, secret.id);
  await noteSeats(folder, saidOf(client));
  await debates.hold({ ...secret, folder });
  return { handle: handleOf(secret), debate: folder, next: 'debate_next' };
}

/** Notes in the record whose agents answer for seats from now on. */
async function noteSeats(folder: string, said: Omit<HostsData, 'seats'>): Promise<void> {
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const { setup, models } = log.state;
    const seats = [...models].flatMap(([seat, named]) => (named === 'host' ? [seat] : []));
    if (seats.length === 0) return;
    const hosts = { seats, ...said };
    const speaker = formatOf(defined({ format: setup?.format })).host;
    const data = { kind: 'seats', hosts: [{ ...hosts }] };
    await log.append([{ phase: 'system', speaker, type: 'note', content: hostWords(hosts), data }]);
  } finally {
    await log.close();
  }
}

const checkQuote = tool({
  name: 'check_quote',
  title: 'Check a quotation',
  description:
    'Checks by code whether words stand in a source: a file in a folder of this server, a public web page, or a text. Says what differs, and shows the passage. No model is asked.',
  input: z.object({
    quote: z.string().max(20_000).optional().describe('The words as quoted.'),
    claim: z.string().max(20_000).optional().describe('The sentence that the source is cited for.'),
    file: z.string().max(4_000).optional().describe('A path, possibly with #L10-L20 or #page=3.'),
    url: z.string().max(4_000).optional(),
    text: z.string().max(2_000_000).optional(),
  }),
  isReadOnly: true,
  async run({ roots, web }, { file, ...asked }, { signal }) {
    const root = file === undefined ? undefined : await rootOf(roots, file);
    const line = JSON.stringify({ ...asked, ...root });
    const options = { root: root?.root, web, signal, turns: new Turns(), read: new Map() };
    return { ...(await checkQuoteLine(line, options)) };
  },
});

const checkDocumentTool = tool({
  name: 'check_document',
  title: 'Check the citations of a document',
  description:
    'Checks by code each quotation and figure of a Markdown document, or a folder of them, against the files and pages that it cites. Lists what does not hold, the worst first, with what stands there. No model is asked.',
  input: checkDocumentInput,
  isReadOnly: true,
  run: ({ roots, access }, input, { signal }) => checkDocument(input, { roots, web: access, signal }),
});

/** The file below the root that it lies in. */
async function rootOf(roots: Roots, file: string): Promise<{ root: string; file: string }> {
  const at = /#(?:L\d+(?:-L\d+)?|page=\d+)$/.exec(file)?.index ?? file.length;
  const real = await roots.readable(file.slice(0, at));
  return { root: resolve(real, '..'), file: `${basename(real)}${file.slice(at)}` };
}

const ofDebates = Object.entries(debateCalls).map(([name, { title, description, input, isReadOnly }]): McpTool => ({
  name,
  title,
  description,
  input,
  isReadOnly,
  run: ({ debates }, args, { client, signal }) => debates.call({ name, args, client: saidOf(client).client }, signal),
}));

/** Every tool of the server. A new tool that needs no debate is added here; one that works on a debate, in `debateCalls.ts`. */
export const mcpTools: readonly McpTool[] = [start, ...ofDebates, checkQuote, checkDocumentTool];
