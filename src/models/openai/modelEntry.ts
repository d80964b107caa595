import * as z from 'zod';

const tokens = z.int().positive().optional().catch(undefined);

/** An entry of `/models`. Where the context length stands: vLLM, OpenRouter and Together, Groq, LM Studio. */
const entry = z
  .object({
    id: z.string(),
    owned_by: z.string().optional().catch(undefined),
    max_model_len: tokens,
    context_length: tokens,
    context_window: tokens,
    max_context_length: tokens,
  })
  .transform(({ id, owned_by, ...lengths }) => ({
    id,
    ownedBy: owned_by,
    contextLength:
      lengths.max_model_len ?? lengths.context_length ?? lengths.context_window ?? lengths.max_context_length,
  }));
export type ModelEntry = z.infer<typeof entry>;

/** Some servers send the bare list. */
const list = z.union([
  z.object({ data: z.array(z.unknown()).nullable() }).transform(({ data }) => data ?? []),
  z.array(z.unknown()),
]);

/** Undefined where it is no list of models. */
export function modelEntries(value: unknown): ModelEntry[] | undefined {
  const result = list.safeParse(value);
  if (!result.success) return undefined;
  return result.data.flatMap((item) => {
    const read = entry.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

/** The entry that a model's id means: itself; Ollama's without its tag; the model of which it is a variant (`…:online`). */
export const entryFor = (model: string, entries: readonly ModelEntry[]): ModelEntry | undefined =>
  entries.find(({ id }) => id === model) ??
  entries.find(({ id }) => id === `${model}:latest` || model.startsWith(`${id}:`));
