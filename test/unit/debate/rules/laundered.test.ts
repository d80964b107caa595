import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../../src/debate/log/entry';
import { withdrawnViolations } from '../../../../src/debate/rules/documentGate';
import { lintDebate } from '../../../../src/debate/rules/lint/lint';
import { turnViolations } from '../../../../src/debate/formats/panel/turnGate';
import { statedCorrections } from '../../../../src/debate/rules/spokenRules';
import { parseSourceUrl } from '../../../../src/matching/text/sourceUrl';
import { isCorrected } from '../../../../src/debate/fold/state';
import { taskOutputs } from '../../../../src/debate/flow/tasks';
import { createView } from '../../../../src/debate/fold/view';
import { checkSource } from '../../../../src/verify/checkSource';
import { drawn } from '../../../support/drawn';
import { entry, fold, numbered } from '../../../support/entries';
import { ReadSource } from '../../../../src/verify/readSource';

/** A correction corrects a statement: it is named, withdrawn or restated, and verified for that. By grammar, from a seed. */

const relatives = 200;
const [old, fresh] = ['workspace:sales.md#L1', 'workspace:sales.md#L9'];
const subjects = ['Sales', 'Fares', 'Harvests', 'Rents', 'Tolls'];
const moves = ['rose by a third', 'fell to nothing', 'doubled in a year', 'stayed where they were'];
const others = ['The ferry has a new engine.', 'The council met in the spring.', 'Everybody counted the bicycles.'];

const source = (url: string, quote: string) => ({ url, title: 'Sales', accessed: '2026-07-21', quote, claim: quote });

/** Ada's statement was found unreliable, and the Chair has warned of it. */
function warned(statement: string): Entry[] {
  return numbered(
    {
      type: 'opening_statement',
      speaker: 'ada',
      phase: 'opening',
      content: `I say this. ${statement}`,
      sources: [source(old, statement)],
    },
    {
      type: 'verification_result',
      speaker: 'verifier',
      target_seq: 0,
      data: { url: old, status: 'unreliable', explanation: 'Not there.' },
    },
    {
      type: 'ruling',
      target_seq: 0,
      content: 'Ruling on seq 0.',
      data: { kind: 'unreliable', rule: '13', url: old, reason: 'Not there.' },
    },
    { type: 'announcement', content: 'Round 1 of 3 beginning.' },
  );
}

interface Given {
  statement?: string;
  instead?: string;
  isWithdrawn?: boolean;
}

function turnOf({ statement, instead, isWithdrawn = false }: Given, quote: string) {
  const what = isWithdrawn ? `withdrawing ${old}` : `replacing ${old} with ${fresh}`;
  const correction = {
    seq: 0,
    old_url: old,
    ...(isWithdrawn ? {} : { new_url: fresh }),
    reason: 'I misread it.',
    ...(statement === undefined ? {} : { statement }),
    ...(instead === undefined ? {} : { instead }),
  };
  const content = `SOURCE CORRECTION for seq 0: ${what} — I misread it.\n\n${quote}`;
  return taskOutputs['debater/turn'].parse({
    entries: [{ type: 'new_point', content, sources: [source(fresh, quote)], correction }],
  });
}

describe('a correction', () => {
  it('names the wrong sentence and says what holds instead, or withdraws it', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick, shuffled } = drawn(seed);
      const [wrongly = '', rightly = ''] = shuffled(moves);
      const subject = pick(subjects);
      const [statement, instead] = [`${subject} ${wrongly}.`, `${subject} ${rightly}.`];
      const entries = warned(statement);
      const view = createView(fold(entries), (seq) => entries[seq]);
      const refused = (given: Given): string[] =>
        turnViolations(turnOf(given, instead), { name: 'ada', phase: 'rebuttal' }, { view, sources: new Map() })
          .filter(({ rule }) => rule === '17')
          .map(({ message }) => message);
      expect([seed, ...refused({ statement, instead })]).toEqual([seed]);
      expect([seed, ...refused({ statement, isWithdrawn: true })]).toEqual([seed]);
      const faulty: Given = pick([
        { instead },
        { statement },
        { statement: `${subject} never ${wrongly}.`, instead },
        { statement, instead: `Still, ${statement}` },
        { isWithdrawn: true },
        { statement, instead, isWithdrawn: true },
      ]);
      expect([seed, refused(faulty).length]).toEqual([seed, 1]);
    }
  });

  it('may be told in lines of its text, as a person writes it', () => {
    const statement = 'Sales rose by a third.';
    const text = `SOURCE CORRECTION for seq 0: replacing ${old} with ${fresh} — I misread it.\nWrong: ${statement}\nInstead: Sales fell.\n\nSales fell.`;
    expect(statedCorrections(text)[0]).toMatchObject({ seq: 0, statement, instead: 'Sales fell.' });
    const entries = warned(statement);
    const view = createView(fold(entries), (seq) => entries[seq]);
    const given = (content: string) =>
      turnViolations(
        taskOutputs['debater/turn'].parse({
          entries: [{ type: 'new_point', content, sources: [source(fresh, 'Sales fell.')] }],
        }),
        { name: 'ada', phase: 'rebuttal' },
        { view, sources: new Map() },
      ).map(({ rule }) => rule);
    expect(given(text)).toEqual([]);
    expect(given(text.replace(/Wrong:[^\n]*\n/, ''))).toEqual(['17']);
  });

  it('is verified for what holds instead: another passage, however true, bears nothing out', () => {
    for (let seed = 1; seed <= relatives; seed += 1) {
      const { pick } = drawn(seed);
      const [instead, other] = [`${pick(subjects)} ${pick(moves)}.`, pick(others)];
      const support = (quote: string): string => {
        const [said] = turnOf({ statement: 'Sales are to rise.', instead }, quote).entries;
        const citing = entry({
          seq: 4,
          type: 'new_point',
          speaker: 'ada',
          content: said?.content ?? '',
          sources: [source(fresh, quote)],
          data: { correction: said?.correction },
        });
        const page = new ReadSource(parseSourceUrl(fresh), {
          text: Array.from({ length: 9 }, () => `${instead} ${other}`).join('\n'),
          title: 'Sales',
          sha256: '',
        });
        return checkSource({ entry: citing, source: source(fresh, quote) }, page).checks.support.result;
      };
      expect([seed, support(instead), support(other)]).toEqual([seed, 'same', 'not_judged']);
    }
  });

  it('that withdraws leaves no issue, and what was withdrawn stands in no document', () => {
    const statement = 'Sales rose by a third in the spring.';
    const made = turnOf({ statement, isWithdrawn: true }, 'Sales fell.').entries[0];
    const entries = [
      ...warned(statement),
      entry({
        seq: 4,
        type: 'new_point',
        speaker: 'ada',
        phase: 'rebuttal',
        content: made?.content ?? '',
        data: { correction: made?.correction },
      }),
    ];
    const state = fold(entries);
    expect(isCorrected(state, 0, old)).toBe(true);
    expect(withdrawnViolations('summary.md', `They said: “${statement}” And more.`, state)).toMatchObject([
      { rule: '17' },
    ]);
    expect(withdrawnViolations('summary.md', 'They spoke of sales.', state)).toEqual([]);
    const later: readonly [string, Pick<Entry, 'type' | 'speaker' | 'data'>][] = [
      ...['summary.md', 'blog-post.md', 'assessor-report.md'].map(
        (name) => [name, { type: 'document', speaker: 'reporter', data: { name } }] as const,
      ),
      ...['conclusion', 'audience_conclusion', 'judges_ruling', 'judgment'].map(
        (type) => ['seq 5', { type, speaker: 'judge' }] as const,
      ),
    ].map(([name, fields]) => [name, fields]);
    for (const [name, fields] of later) {
      const told = (content: string) => {
        const all = [...entries, entry({ seq: 5, content, ...fields })];
        const view = createView(fold(all), (seq) => all[seq]);
        return lintDebate({ view, logProblems: [], lines: 0, lineOf: () => null }).filter(
          ({ rule, seq }) => rule === '17' && seq === 5,
        );
      };
      expect(told(`All the same, “${statement}”`)).toMatchObject([
        { rule: '17', severity: 'error', message: expect.stringContaining(`${name} repeats what seq 4`) as string },
      ]);
      expect(told('They spoke of sales.')).toEqual([]);
    }
  });
});
