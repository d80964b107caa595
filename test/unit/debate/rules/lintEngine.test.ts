import { conclusionOf } from '../../../support/conclusions';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Script } from '../../../../src/agents/scripted';
import { stepOf } from '../../../../src/debate/log/entry';
import { pathOfLog } from '../../../../src/record/logPath';
import { lintFile, lintText } from '../../../support/lintLog';
import { logText } from '../../../support/recordBuilder';
import { fact, factSource, fullScript, readEntries, scriptedFolder } from '../../../support/scriptedDebate';
import { runFolder } from '../../../support/testSession';

/** What is built cannot be violated: lint finds nothing in what the engine writes, at no step of its way. */

const names = ['ada', 'bob'];
const point = (name: string, line: number, more: object = {}) => ({
  entries: [{ type: 'new_point', content: fact(name, line), sources: [factSource(name, line)], ...more }],
});
const invented = 'the vault of the north holds all the parcels that nobody ever counted';

/** What happens, the types that show that it did, and the changes to the plain script. */
const courses: [string, string[], Script][] = [
  ['a plain debate', ['closing_statement'], {}],
  [
    'an invented source and its redaction',
    ['redaction'],
    {
      'r1/turn/ada': {
        entries: [
          {
            type: 'new_point',
            content: `Mark this: ${invented}.`,
            sources: [{ url: 'workspace:vault.md#L3', title: 'vault', quote: invented, claim: invented }],
          },
        ],
      },
      'r2/turn/ada': point('ada', 3, { acknowledges: [12] }),
      conclusion: conclusionOf(names, 'bob_wins', [5]),
    },
  ],
  [
    'a framework, a challenge, a question and a skipped turn',
    ['source_challenge', 'clarification_request'],
    {
      'r1/turn/ada': point('ada', 2, { introduces: [{ name: 'Depot Ladder', description: 'Four rungs.' }] }),
      'r1/turn/bob': {
        entries: [
          ...point('bob', 2, { acknowledges: [10] }).entries,
          {
            type: 'source_challenge',
            content: 'That does not hold.',
            target_seq: 10,
            url: factSource('ada', 2).url,
            claim: fact('ada', 2),
          },
          { type: 'clarification_request', content: 'May I cite the same file twice?' },
        ],
      },
      'r2/turn/ada': { error: 'refusal', message: 'The model refused.' },
      'audience-conclusion': { error: 'down', message: 'Out of service.' },
    },
  ],
];

describe.each(courses)('%s', (_, types, changes) => {
  it('has no problem, with its documents, nor has any part of it up to a step', async () => {
    const script = { ...fullScript({ names, rounds: 2 }), ...changes };
    const folder = await scriptedFolder({ script, names, rounds: { min: 1, max: 2 } });
    expect(await runFolder(folder)).toEqual({ status: 'done' });
    const files = readdirSync(folder).filter((name) => name.endsWith('.md') || name === 'metadata.json');
    const documents = new Map(files.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
    expect(documents.size).toBeGreaterThan(3);
    expect(await lintFile(pathOfLog(folder), documents)).toEqual([]);
    const entries = await readEntries(folder);
    expect(entries.map((entry) => entry.type)).toEqual(expect.arrayContaining(types));
    for (const [index, entry] of entries.entries()) {
      const mark = stepOf(entry);
      if (mark !== undefined && mark.index + 1 < mark.count) continue;
      expect(await lintText(logText(entries.slice(0, index + 1))), `up to seq ${index}`).toEqual([]);
    }
  });
});
