import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fence } from '../agents/model/fence';
import { english } from '../projections/vocabulary';
import { outcomeOf } from '../projections/outcome';
import { outcomeWords } from '../projections/words';
import type { DebateLog } from '../record/debateLog';
import { exists } from '../record/logPath';
import { documentNames } from '../reports/writeDocuments';
import { debateText, estimatedBudget, fitted } from '../session/library/debateText';
import { statusOf } from '../session/library/status';
import { McpError } from './mcpError';

type Value = Record<string, unknown>;

const mostEntries = 40;
const pageLength = 40_000;

const fresh = (): Fence => new Fence(() => randomBytes(6).toString('hex'));

/** Documents of the debate that are written. */
async function documentsIn(log: DebateLog): Promise<string[]> {
  const found: string[] = [];
  for (const name of documentNames(log.view)) if (await exists(join(log.folder, name))) found.push(name);
  return found;
}

/** What `debate_next` says where nobody runs the debate. */
export async function overOf(log: DebateLog, reason: string | undefined): Promise<Value> {
  const status = await statusOf(log);
  if (status.status !== 'done') {
    const why = reason ?? 'it was interrupted';
    return {
      tasks: [],
      state: 'paused',
      reason: fresh().wrap('reason', {}, why),
      next: 'debate_steer with action "resume"',
    };
  }
  return {
    done: true,
    tasks: [],
    state: 'done',
    answer: status.answer,
    ...(status.baseline !== undefined && { baseline: status.baseline }),
    outcome: log.view.mask.text(outcomeWords(english, outcomeOf(log.state))),
    documents: await documentsIn(log),
    folder: log.folder,
    lint: `rostrum lint ${log.folder}`,
  };
}

export async function stateOf(log: DebateLog): Promise<Value> {
  const { warnings, next, ...status } = await statusOf(log);
  const words = warnings.length === 0 ? undefined : fresh().wrap('warnings', {}, warnings.join('\n'));
  return {
    ...status,
    next_steps: next,
    documents: await documentsIn(log),
    ...(words !== undefined && { warnings: words }),
  };
}

export async function entriesPage(log: DebateLog, fromSeq: number): Promise<Value> {
  const status = await statusOf(log);
  const text = debateText({ view: log.view, status, fence: fresh(), fromSeq, limit: mostEntries });
  return { text: (await fitted(text, estimatedBudget)).replaceAll('fromSeq', 'from_seq') };
}

export async function documentPage(log: DebateLog, name: string, page: number): Promise<Value> {
  if (!documentNames(log.view).has(name) || !(await exists(join(log.folder, name))))
    throw new McpError('document', 'There is no such document. debate_read with what "state" lists them.');
  const text = await readFile(join(log.folder, name), 'utf8');
  const pages = Math.max(1, Math.ceil(text.length / pageLength));
  const part = text.slice((page - 1) * pageLength, page * pageLength);
  return { text: fresh().wrap('document', { name }, part), page, pages };
}
