import * as z from 'zod';
import { withDeadline } from '../../async/deadline';
import { defined } from '../../debate/log/objects';
import { modelEntries, type ModelEntry } from '../../models/openai/modelList';
import type { ModelFacts } from '../../models/modelSize';
import type { ModelDescription } from '../../models/provider';
import { readBody } from '../../research/fetch/body';
import { dialDirectly } from '../../research/fetch/connection';
import { exchange } from '../../research/fetch/exchange';

export interface LocalServer {
  name: string;
  /** The address in the form of setting and flag: `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  models: readonly LocalModel[];
}

export type LocalModel = Pick<ModelDescription, 'id'> & ModelFacts;

export interface UsualPlace {
  name: string;
  port: number;
}

/** Unless told otherwise. All list their models at `/v1/models`, as OpenAI does. */
export const usualPlaces: readonly UsualPlace[] = [
  { name: 'Ollama', port: 11_434 },
  { name: 'LM Studio', port: 1_234 },
  { name: 'llama.cpp', port: 8_080 },
  { name: 'vLLM', port: 8_000 },
];

const addresses = ['127.0.0.1', '::1'];
const standardLimitMs = 500;
const longestBody = 64 * 1024;

/** What answers on a port may be anybody's program. */
const modelId = z.string().regex(/^[^\p{C}]{1,200}$/u);
const modelList = z.object({
  object: z.literal('list'),
  data: z.array(z.looseObject({ id: modelId, object: z.literal('model') })),
});

/**
 * Looks on this machine, and nowhere else: one GET of the list of models at each usual port, without a key. Whatever is no such list
 * (another program, a redirect, too much, too late) is no server. Only in sight of a user. Never rejects.
 */
export async function localServers(
  places: readonly UsualPlace[] = usualPlaces,
  limitMs = standardLimitMs,
): Promise<LocalServer[]> {
  const asked = places.map(async (place) => {
    const found = await Promise.all(addresses.map((address) => serverAt(place, { address, limitMs })));
    return found.find((server) => server !== undefined);
  });
  return (await Promise.all(asked)).filter((server) => server !== undefined);
}

/** Where the workspace is trusted and the user lets it. */
export const serversWhere = async (
  { isTrusted, isAllowed }: { isTrusted: boolean; isAllowed: boolean },
  look: () => Promise<LocalServer[]> = localServers,
): Promise<LocalServer[]> => (isTrusted && isAllowed ? await look() : []);

async function serverAt(
  { name, port }: UsualPlace,
  { address, limitMs }: { address: string; limitMs: number },
): Promise<LocalServer | undefined> {
  const baseUrl = `http://${address.includes(':') ? `[${address}]` : address}:${port}/v1`;
  try {
    const models = await withDeadline({ ms: limitMs }, (signal) =>
      modelsAt(new URL(`${baseUrl}/models`), { address, port, signal }),
    );
    return models.length === 0 ? undefined : { name, baseUrl, models };
  } catch {
    return undefined;
  }
}

/** Over the unpatched client: the editor's own would ask its proxy. */
async function modelsAt(
  url: URL,
  { address, port, signal }: { address: string; port: number; signal: AbortSignal },
): Promise<LocalModel[]> {
  const socket = await dialDirectly({ host: address, port, addresses: [address] }, signal);
  try {
    const response = await exchange(socket, url, { accept: 'application/json', signal });
    if (response.statusCode !== 200) return [];
    const body = await readBody(response, { limit: longestBody });
    const list = modelList.parse(JSON.parse(Buffer.from(body).toString('utf8')));
    return (modelEntries(list) ?? []).filter(({ id }) => canArgue(id)).map(localModel);
  } finally {
    socket.destroy();
  }
}

const localModel = ({ id, contextLength: maxInputTokens, size }: ModelEntry): LocalModel => ({
  id,
  ...defined({ maxInputTokens, size }),
});

/** Models that only make vectors stand in the same lists. */
const canArgue = (id: string): boolean => !/embed/i.test(id);
