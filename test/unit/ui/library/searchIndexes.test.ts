import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DebateEvent } from '../../../../src/engine/events';
import type { Draft } from '../../../../src/debate/log/entry';
import { OpenDebates } from '../../../../src/ui/library/openDebates';
import { Emitter } from '../../../../src/ui/kit/emitter';
import { onDidStrike } from '../../../../src/ui/library/searchIndexes';
import { newLog, plain, speech } from '../../../support/logs';

const redacted: Draft = { ...plain('Invented.'), type: 'redaction', target_seq: 1, data: { reason: 'invented' } };

describe('an index of the search', () => {
  it('goes when something is struck: by a run of the window, or by anybody from a debate that is open', async () => {
    const { folder, log } = await newLog();
    await log.append([speech('ann', { content: 'Walls.' }), speech('bob', { content: 'Moats.' })]);
    const [debates, told] = [new OpenDebates(), new Emitter<{ folder: string; event: DebateEvent }>()];
    const gone: string[] = [];
    const watch = onDidStrike({ debates, runManager: { onEvent: told.event } }, (one) => void gone.push(one));
    onTestFinished(() => watch.dispose());

    const held = await debates.acquire(folder);
    onTestFinished(() => held.dispose());
    await log.append([speech('ann', { content: 'More walls.' })]);
    await vi.waitFor(() => expect(held.debate.log.state.headers).toHaveLength(4), 5_000);
    expect(gone).toEqual([]);
    await log.append([redacted]);
    await vi.waitFor(() => expect(gone).toEqual([folder]), 5_000);

    const written = { kind: 'written', seq: 5, speaker: 'chair', words: 3 } as const;
    told.fire({ folder: '/other', event: { ...written, type: 'ruling' } });
    told.fire({ folder: '/other', event: { ...written, type: 'redaction' } });
    expect(gone).toEqual([folder, '/other']);
  });
});
