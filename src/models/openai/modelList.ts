import * as z from 'zod';
import { countText, modelSize } from '../modelSize';

const tokens = z.int().positive().optional().catch(undefined);

/** Facts that llama.cpp states of its loaded model. */
const meta = z.object({ n_ctx: tokens, n_params: tokens, size: tokens }).optional().catch(undefined);

/**
 * Entry of `/models`, with context lengths as vLLM, OpenRouter and Together, Groq, LM Studio and llama.cpp name them.
 */
const entry = z
  .object({
    id: z.string(),
    owned_by: z.string().optional().catch(undefined),
    max_model_len: tokens,
    context_length: tokens,
    context_window: tokens,
    max_context_length: tokens,
    meta,
  })
  .transform(({ id, owned_by, meta: stated, ...lengths }) => ({
    id,
    ownedBy: owned_by,
    contextLength:
      lengths.max_model_len ??
      lengths.context_length ??
      lengths.context_window ??
      lengths.max_context_length ??
      stated?.n_ctx,
    size: stated === undefined ? undefined : modelSize({ parameters: countText(stated.n_params), bytes: stated.size }),
  }));
export type ModelEntry = z.infer<typeof entry>;

/** Some servers send the bare list. */
const list = z.union([
  z.object({ data: z.array(z.unknown()).nullable() }).transform(({ data }) => data ?? []),
  z.array(z.unknown()),
]);

/** Returns undefined if the value is not a list of models. */
export const modelEntries = (value: unknown): ModelEntry[] | undefined =>
  list.safeParse(value).data?.flatMap((item) => entry.safeParse(item).data ?? []);

/** Entry of an id: its own, Ollama's without the tag, or the model of a variant (`…:online`). */
export const entryFor = (model: string, entries: readonly ModelEntry[]): ModelEntry | undefined =>
  entries.find(({ id }) => id === model) ??
  entries.find(({ id }) => id === `${model}:latest` || model.startsWith(`${id}:`));
