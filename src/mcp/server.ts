import {
  acceptedContent,
  inputRequired,
  inputResponse,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { errorCode, errorText, objectOf } from '../debate/log/objects';
import { engineVersion } from '../session/version';
import { type McpServices, mcpTools, type McpTool, type McpToolContext } from './tools';

const instructions =
  'Rostrum holds structured debates. debate_start gives a handle; debate_next names the tasks that wait, each by a ticket. Start one fresh subagent for each ticket, with the ticket and nothing else: it calls task_open, then task_answer until it is accepted. Call debate_next again until it says done. A handle reads and steers; a ticket answers one task.';

/** Makes a server for one connection, of either generation of the protocol. Making one has no effect. */
export const serverFactory =
  (services: McpServices): McpServerFactory =>
  () => {
    const server = new McpServer({ name: 'rostrum', version: engineVersion }, { instructions });
    for (const tool of mcpTools) register(server, tool, services);
    return server;
  };

const reachesOut: ReadonlySet<string> = new Set(['page_fetch', 'check_quote', 'check_document']);

function register(server: McpServer, tool: McpTool, services: McpServices): void {
  const { name, title, description, input, isReadOnly, run } = tool;
  const annotations = { readOnlyHint: isReadOnly, openWorldHint: reachesOut.has(name) };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (args, { mcpReq }) => {
    const client = clientOf(server, mcpReq.envelope);
    const confirm = confirmationOf(server, mcpReq);
    const context: McpToolContext = { signal: mcpReq.signal, client, confirm };
    try {
      return resultOf(await run(services, args, context));
    } catch (error) {
      mcpReq.signal.throwIfAborted();
      if (error instanceof NeedsConfirmation) return inputRequired({ inputRequests: { confirm: error.request } });
      const code = errorCode(error) ?? 'failed';
      return { ...resultOf({ error: { code, message: errorText(error) } }), isError: true };
    }
  });
}

const resultOf = (value: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(value) }],
  structuredContent: value,
});

const clientKey = 'io.modelcontextprotocol/clientInfo';

/** What the client says of itself: with each request, or once at the beginning as the older generation does. */
function clientOf({ server }: McpServer, envelope: object | undefined): McpToolContext['client'] {
  const said = clientInfo.safeParse(objectOf(envelope)[clientKey]).data;
  // oxlint-disable-next-line typescript/no-deprecated -- The older generation says it nowhere else.
  const { name, version } = said ?? server.getClientVersion() ?? { name: 'unknown', version: 'unknown' };
  return { name, version };
}

const clientInfo = z.object({ name: z.string(), version: z.string() });

/** Thrown where the user is still to be asked; the client calls again with what they said. */
class NeedsConfirmation extends Error {
  readonly request = inputRequired.elicit({ message: this.message, requestedSchema: confirmed });
}

const confirmed = z.object({ confirm: z.boolean().describe('Whether this is to be done.') });

type ToolRequest = Pick<ServerContext['mcpReq'], 'envelope' | 'inputResponses'>;

/** Asks the client's user; undefined where the client cannot. */
function confirmationOf({ server }: McpServer, { envelope, inputResponses }: ToolRequest): McpToolContext['confirm'] {
  const said = objectOf(envelope)[capabilitiesKey];
  // oxlint-disable-next-line typescript/no-deprecated -- The older generation says it nowhere else.
  const abilities = said ?? server.getClientCapabilities();
  if (objectOf(abilities)['elicitation'] === undefined) return undefined;
  return (message) => {
    const answer = inputResponse(inputResponses, 'confirm');
    if (answer.kind === 'missing') throw new NeedsConfirmation(message);
    return acceptedContent(inputResponses, 'confirm', confirmed)?.confirm === true;
  };
}

const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
