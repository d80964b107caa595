import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryLine } from '../../../../src/ui/chat/statusParts';
import { entryText, entryWords } from '../../../../src/ui/library/entryWords';
import { opened } from '../../../support/logs';
import { kept } from '../../../support/oldRecords';

describe('an entry in words', () => {
  it('names files as people read them, wherever its text has their addresses', async () => {
    const { view, state } = await opened(join(kept('panel-struck'), 'debate-log.jsonl'));
    const naming = state.headers.flatMap(({ seq }) => {
      const [address, path, line] = /\bworkspace:([\w./-]+\.\w+)#L(\d+)\b/.exec(view.visible(seq)?.content ?? '') ?? [];
      return address === undefined ? [] : [{ seq, place: `${path}:${line}` }];
    });
    expect(naming.length).toBeGreaterThan(0);
    for (const { seq, place } of naming) {
      const { body } = entryWords(view, seq) ?? {};
      expect(body?.text).toContain(place);
      expect([body?.text, entryText(view, seq), entryLine(view, '/d', seq)].join()).not.toContain('workspace');
    }
  });
});
