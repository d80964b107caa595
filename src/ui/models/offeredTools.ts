import { firstUnits } from '../../matching/text/shortText';
import type { HostTool } from '../../research/tools/researchTools';

interface ToolInformation {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object | undefined;
  readonly tags: readonly string[];
}

const own = /^rostrum_/;
const readOnlyTags = new Set(['readonly', 'read-only', 'read_only']);

export const offeredTools = (tools: readonly ToolInformation[]): HostTool[] =>
  tools
    .filter(({ name }) => !own.test(name))
    .map(({ name, description, inputSchema, tags }) => ({
      name,
      description,
      inputSchema: objectSchema(inputSchema),
      isReadOnly: tags.some((tag) => readOnlyTags.has(tag.toLowerCase())),
    }));

/** Schema of an object, which models require; a tool without input has no schema. */
function objectSchema(schema: object | undefined): Record<string, unknown> {
  const given = (schema ?? {}) as Record<string, unknown>;
  return given['type'] === 'object' ? given : { ...given, type: 'object', properties: given['properties'] ?? {} };
}

const mostShown = 2_000;

/** Shows the input so that a cut is visible and no character can reorder or hide a line. */
export function shownInput(input: unknown): string {
  const text = JSON.stringify(input ?? {}, undefined, 2).replace(
    /[\p{Cf}\u2028\u2029]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
  const shown = firstUnits(text, mostShown);
  return shown === text ? text : `${shown}\n… (${text.length - shown.length} more characters)`;
}
