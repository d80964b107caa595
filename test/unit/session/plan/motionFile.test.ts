import { describe, expect, it } from 'vitest';
import { parseMotionFile } from '../../../../src/session/plan/motionFile';

const definitions = [
  { term: 'Monorepo', meaning: 'One repository for all services.' },
  { term: 'Service', meaning: 'What is deployed by itself.' },
];

describe('a file with the definitions of a motion', () => {
  it.each([
    ['a list', JSON.stringify(definitions)],
    [
      'an object',
      JSON.stringify({ Monorepo: 'One repository for all services.', Service: 'What is deployed by itself.' }),
    ],
    ['the whole', JSON.stringify({ definitions })],
    [
      'Markdown',
      '# Motion\n\n## Definitions\n\n- **Monorepo**: One repository for all services.\n- **Service:** What is deployed by itself.\n',
    ],
    ['plain items', '* Monorepo: One repository for all services.\n* Service — What is deployed by itself.'],
    [
      'a line that goes on',
      '\uFEFF- **Monorepo**: One repository\r\n  for all services.\r\n- `Service`: What is deployed by itself.',
    ],
  ])('as %s', (_, content) => {
    expect(parseMotionFile(content, 'terms').definitions).toEqual(definitions);
  });

  it('holds the scope beside', () => {
    expect(parseMotionFile('- **A**: b\n\n## Scope\n\nOnly this.\n\nNot that.\n', 'x')).toEqual({
      definitions: [{ term: 'A', meaning: 'b' }],
      scope: 'Only this.\n\nNot that.',
    });
    for (const label of ['Scope:', '**Scope**:', '**Scope:**']) {
      expect(parseMotionFile(`- **A**: b\n\n${label} only this.\n`, 'x')).toEqual({
        definitions: [{ term: 'A', meaning: 'b' }],
        scope: 'only this.',
      });
    }
    expect(parseMotionFile('{"scope": "Only this."}', 'x')).toEqual({ definitions: [], scope: 'Only this.' });
  });

  it('takes a term that is called scope or definitions', () => {
    expect(parseMotionFile('{"scope": "reach", "depth": "how far down"}', 'x').definitions).toHaveLength(2);
  });

  it.each(['', 'prose without an item', '{"definitions": 3}', '[{"term": "A"}]', '{oops'])(
    'is refused in words when it is %j',
    (content) => {
      expect(() => parseMotionFile(content, 'terms.md')).toThrow(/terms\.md: .*Write JSON/s);
    },
  );
});
