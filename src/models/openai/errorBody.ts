import * as z from 'zod';

/** What a server says of a refusal, in the shape that the SDK reads. */
export interface ErrorBody {
  message: string;
  code?: string | number | undefined;
  type?: string | undefined;
  param?: string | undefined;
}

const code = z.union([z.string(), z.number()]).nullish().catch(undefined);
const text = z.string().nullish().catch(undefined);

/** OpenAI and most; Ollama's own endpoints and some proxies give a plain string; vLLM of old gives no `error` at all. */
const shapes = [
  z.object({ error: z.object({ message: z.string(), code, type: text, param: text }) }).transform(({ error }) => error),
  z
    .object({ error: z.string(), code, type: text, param: text })
    .transform(({ error, ...rest }) => ({ message: error, ...rest })),
  z.object({ message: z.string(), code, type: text, param: text }),
];

/** Reads what servers send with an error status, whatever its shape: other JSON (FastAPI's `detail`) is kept as it is, as text. */
export function errorBody(sent: string): ErrorBody {
  const value = parsed(sent);
  for (const shape of shapes) {
    const result = shape.safeParse(value);
    if (!result.success) continue;
    const { message, code, type, param } = result.data;
    return { message, code: code ?? undefined, type: type ?? undefined, param: param ?? undefined };
  }
  // A page is for browsers; its markup says nothing here.
  return { message: /^\s*</.test(sent) ? '' : sent.trim() };
}

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return undefined;
  }
}
