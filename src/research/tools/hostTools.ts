import { firstUnits } from '../../debate/shortText';
import * as z from 'zod';
import { type ResearchTool, defineTool } from '../tool';

/** A tool of the host program, such as the editor, that the user has enabled for debates. */
export interface HostTool {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  inputSchema: Record<string, unknown>;
  isReadOnly: boolean;
}

export interface HostTools {
  list(): readonly HostTool[];
  /**
   * Text. The implementation asks the user before each call of a tool that is not read-only. Rejects when the tool
   * fails.
   */
  invoke(name: string, input: unknown, signal: AbortSignal): Promise<string>;
}

/** Their results are not pages: nothing is captured or can be cited. */
export function hostResearchTools(host: HostTools): ResearchTool[] {
  const taken = new Set<string>();
  return host.list().map((tool) => {
    const name = freeName(tool.name, taken);
    taken.add(name);
    return defineTool({
      name,
      description: `${firstUnits(tool.description, 1_000)}\n(A tool of the editor. What it returns cannot be cited.)`,
      input: inputOf(tool.inputSchema),
      isLive: true,
      async run(input, context) {
        const { signal } = context;
        context.onProgress({ kind: 'using', tool: tool.name });
        const text = await host.invoke(tool.name, input, signal);
        signal.throwIfAborted();
        return { text: text === '' ? `${tool.name} returned no text.` : text };
      },
    });
  });
}

/**
 * Models see the schema as given; the tool itself validates its input, since it knows dialects of JSON Schema that we
 * do not.
 */
function inputOf(schema: Record<string, unknown>): z.ZodObject {
  const described = Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id' && key !== 'id' && key !== 'type'),
  );
  return z.looseObject({}).meta(described);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = `editor_${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|(?<!_)_+$/g, '')}`.slice(0, 60);
  if (!taken.has(plain)) return plain;
  for (let number = 2; ; number += 1) if (!taken.has(`${plain}_${number}`)) return `${plain}_${number}`;
}
