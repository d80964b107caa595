import { answerFormat } from '../../src/agents/model/answers';
import { modelTask } from '../../src/agents/model/formats/registry';
import { PromptBook } from '../../src/agents/model/promptBook';
import type { TaskKind } from '../../src/debate/flow/tasks';
import { seatForm } from '../../src/shared/seat/seatForm';

/**
 * What models and people are asked for a kind of task that nobody wrote a form for: `node program.js KIND`. Each placeholder is filled with
 * its name between angle brackets.
 */
const kind = process.argv[2] as TaskKind;
const book = PromptBook.bundled();
const values = Object.fromEntries(modelTask(kind).prompt.fills.map((name) => [name, `<${name}>`]));
const form = seatForm({ kind, input: {} as never });
const { name, schema } = answerFormat(kind);
process.stdout.write(
  JSON.stringify({ task: book.task(kind, values), research: book.research(kind, values), name, schema, form }),
);
