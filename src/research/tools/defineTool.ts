import type * as z from 'zod';
import type { ResearchTool, ToolAnswer, ToolContext } from '../tool';
import { errorText } from '../../debate/objects';

interface ToolDefinition<Input extends z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  isLive?: true;
  run: (input: z.infer<Input>, context: ToolContext) => Promise<ToolAnswer>;
}

/**
 * A tool that keeps the contract whatever happens: a wrong input and a failure become answers in words; only the
 * signal's reason is thrown.
 */
export function defineTool<Input extends z.ZodObject>({
  name,
  description,
  input,
  run,
  ...rest
}: ToolDefinition<Input>): ResearchTool {
  return {
    ...rest,
    name,
    description,
    input,
    async run(given, context) {
      context.signal.throwIfAborted();
      const parsed = input.safeParse(given ?? {});
      if (!parsed.success)
        return failed(
          `The input of ${name} is not valid: ${problems(parsed.error)}. Correct it and call the tool again.`,
        );
      try {
        return await run(parsed.data, context);
      } catch (error) {
        context.signal.throwIfAborted();
        return failed(`${name} failed: ${briefly(error)}`);
      }
    },
  };
}

export const failed = (text: string): ToolAnswer => ({ text, isError: true });

function problems(error: z.ZodError): string {
  const said = error.issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  return said.join('; ').slice(0, 600);
}

/** The message alone, on one line: a stack or a path is of no use to a model. */
function briefly(error: unknown): string {
  const message = errorText(error);
  return message.replace(/\s+/g, ' ').trim().slice(0, 300);
}
