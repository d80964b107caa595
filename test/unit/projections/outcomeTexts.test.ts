import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { sectionOf, promptOf } from '../../../src/agents/model/promptBook';
import { schemaForModels } from '../../../src/debate/log/described';
import { isObject } from '../../../src/debate/log/objects';
import { taskOutputs, type TaskKind } from '../../../src/debate/flow/tasks';

/**
 * No text of an outcome claims what nobody who judges can know. Which texts those are, their rooms say: files that are named after
 * outcomes and what stands beside them, and prompts of the tasks whose answers have the fields of an outcome.
 */

const root = join(import.meta.dirname, '../../..');
const claimed = /\b(?:true|right|correct|proven|proved|confirmed)\b/i;

const rooms =
  /^(?:outcome|verdict|conclusion|plainAnswer|decisionBrief|granted|kinship|judging|judges|judgment|issueVerdict|summaryTimeline|clash|scoreGate)/i;
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.tsx?$/.test(path) && (rooms.test(basename(path)) || path === 'src/projections/words.ts'));

const codeOf = (path: string): string =>
  readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, '');

/** Literals with words: somebody reads them. A template is taken from the inside out, without what is filled in. */
function textsIn(path: string): string[] {
  const found: string[] = [];
  const take = (_whole: string, text: string): string => {
    found.push(text);
    return ' ';
  };
  let code = codeOf(path).replace(/'((?:[^'\\\n]|\\.)*)'/g, take);
  for (let before = ''; before !== code;) {
    before = code;
    code = code
      .replace(/(?<!\$)\{[^{}`]*\}/g, ' ')
      .replace(/\$\{[^{}`]*\}/g, ' ')
      .replace(/`((?:[^`\\$\n]|\\.|\$(?!\{))*)`/g, take);
  }
  return found.filter((text) => /[\p{L}}] \p{L}/u.test(text));
}

const bundle: unknown = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.json'), 'utf8'));

/** Fields that only the answer to an outcome has. */
const ofOutcomes: ReadonlySet<string> = new Set(['evaluations', 'verdicts', 'agreed', 'scores', 'choice', 'cruxes']);

function fieldsOf(kind: TaskKind): string[] {
  const schema: unknown = z.toJSONSchema(schemaForModels(taskOutputs[kind]));
  return isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
}

const kinds = (Object.keys(taskOutputs) as TaskKind[]).filter(
  (kind) => promptOf(kind) === 'juror' || fieldsOf(kind).some((name) => ofOutcomes.has(name)),
);

function sectionIn(kind: TaskKind): string {
  const text = readFileSync(join(root, `prompts/${promptOf(kind)}.md`), 'utf8');
  const [, rest = ''] = text.split(`## task: ${sectionOf(kind)}\n`);
  return rest.split('\n## task: ')[0] ?? '';
}

describe('texts of outcomes', () => {
  it('stand in the rooms where they are looked for', () => {
    const texts = sources.flatMap(textsIn);
    expect(texts.length).toBeGreaterThan(150);
    for (const words of ['After the debate: {0}, in both orders.', '{0} wins']) {
      expect(texts).toContain(words);
      expect(bundle).toHaveProperty([words]);
    }
    expect(kinds).toEqual(
      expect.arrayContaining([
        'chair/conclude',
        'chair/word_conclusion',
        'juror/verdict',
        'juror/issues',
        'judge/rule',
        'scorer/score',
        'reporter/clash',
        'reporter/brief',
        'voter/choose',
      ]),
    );
  });

  it.each(sources)('%s claims nothing', (path) => {
    expect(textsIn(path).filter((text) => claimed.test(text))).toEqual([]);
  });

  it.each(kinds)('the prompt of %s claims nothing', (kind) => {
    const section = sectionIn(kind);
    expect(section.length).toBeGreaterThan(100);
    expect(section.match(claimed)).toBeNull();
  });
});
