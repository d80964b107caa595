import { describe, expect, it } from 'vitest';
import { modelTask } from '../../../src/agents/model/formats/registry';
import { lengthRemarks } from '../../../src/agents/model/modelTask';
import { TaskError, type Performance, type Performer } from '../../../src/agents/performer';
import { StateAccumulator } from '../../../src/debate/fold/state';
import type { AgentTask } from '../../../src/debate/flow/step';
import { createView } from '../../../src/debate/fold/view';
import { performTask } from '../../../src/engine/performTask';

const words = (count: number): string => 'word '.repeat(count).trim();

describe('the length that a prompt asks for', () => {
  const said = (type: string, count: number) => ({ entries: [{ type, content: words(count) }] });
  const remarks = (answer: unknown): string[] => {
    const { length } = modelTask('debater/turn');
    return length === undefined ? [] : lengthRemarks(answer, length).map(({ message }) => message);
  };

  it('is held by the numbers of the prompt, a quarter more or less', () => {
    expect(remarks(said('rebuttal', 90))).toEqual([]);
    expect(remarks(said('rebuttal', 437))).toEqual([]);
    expect(remarks(said('rebuttal', 3_219))).toEqual([
      'entries.0.content has 3219 words; 120 to 350 are asked for. Say the same in fewer words.',
    ]);
    expect(remarks(said('new_point', 20))).toEqual([
      'entries.0.content has 20 words; 120 to 350 are asked for. Say what it rests on, and what follows.',
    ]);
  });

  it('is not asked of a challenge or a question, nor of what has no text', () => {
    expect(remarks(said('source_challenge', 12))).toEqual([]);
    expect(remarks(said('clarification_request', 12))).toEqual([]);
    expect(remarks({ entries: [{ type: 'rebuttal' }, 'nothing'] })).toEqual([]);
    expect(remarks('no object')).toEqual([]);
  });
});

const remark = { rule: 'length', message: 'Too long.' };
const refusal = { rule: 'structure', message: 'Not so.' };

/** What a performer gives at each attempt, and what it was told. */
async function performed(answers: readonly (Performance | TaskError)[]) {
  const told: string[][] = [];
  const performer: Performer = {
    provider: 'test',
    isLocal: true,
    canPerform: () => true,
    ready: () => Promise.resolve(),
    perform: ({ feedback, attempt }) => {
      told.push(feedback.map(({ message }) => message));
      const answer = answers[attempt - 1];
      if (answer === undefined || answer instanceof TaskError) return Promise.reject(answer ?? new Error('no answer'));
      return Promise.resolve(answer);
    },
  };
  const view = createView(new StateAccumulator(), () => undefined);
  const task: AgentTask<'reporter/blog_post'> = {
    id: 'blog',
    agent: 'reporter',
    kind: 'reporter/blog_post',
    input: () => ({}) as never,
    check: ({ title }) => (title === 'wrong' ? [refusal] : []),
  };
  const outcome = await performTask(task, {
    performer,
    view: () => view,
    capture: () => Promise.reject(new Error('nothing is cited')),
    signal: new AbortController().signal,
    idleMs: 60_000,
    onRetry: () => undefined,
    onProgress: () => undefined,
  });
  return { told, outcome };
}

const giving = (title: string, isRemarked = true): Performance => ({
  output: { title, body: 'Said.' },
  ...(isRemarked ? { remarks: [remark] } : {}),
});
const titleOf = ({ outcome }: Awaited<ReturnType<typeof performed>>): unknown =>
  outcome.ok ? outcome.output.title : outcome.code;

describe('a remark on an answer', () => {
  it('goes back once, and the next answer stands as it is', async () => {
    const seen = await performed([giving('first'), giving('second')]);
    expect([seen.told, titleOf(seen)]).toEqual([[[], ['Too long.']], 'second']);
  });

  it('goes with whatever else is wrong, and refuses nothing', async () => {
    const seen = await performed([giving('wrong'), giving('wrong'), giving('third')]);
    expect([seen.told, titleOf(seen)]).toEqual([[[], ['Not so.', 'Too long.'], ['Not so.']], 'third']);
    const late = await performed([giving('wrong', false), giving('wrong', false), giving('third')]);
    expect(titleOf(late)).toBe('third');
  });

  it('costs nobody an answer that was right: it stands where nothing better comes', async () => {
    const spoilt = await performed([giving('first'), giving('wrong'), giving('wrong')]);
    expect(titleOf(spoilt)).toBe('first');
    const broken = await performed([giving('first'), new TaskError('refused', 'No.')]);
    expect(titleOf(broken)).toBe('first');
  });
});
