import { answerFormat } from '../../src/agents/model/answers';
import { modelTask } from '../../src/agents/model/formats/registry';
import { PromptBook } from '../../src/agents/model/promptBook';
import type { TaskKind } from '../../src/debate/flow/tasks';
import { seatForm } from '../../src/shared/seat/seatForm';

/**
 * Prints what models and people see of a kind of task without a form: `node program.js KIND`. Each placeholder is
 * replaced by its name in angle brackets.
 */
const kind = process.argv[2] as TaskKind;
const book = PromptBook.bundled();
const values = Object.fromEntries(modelTask(kind).prompt.fills.map((name) => [name, `<${name}>`]));
const form = seatForm({ kind, input: {} as never });
const { name, schema } = answerFormat(kind);
process.stdout.write(
  JSON.stringify({ task: book.task(kind, values), research: book.research(kind, values), name, schema, form }),
);
