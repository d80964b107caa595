import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../../src/debate/log/objects';
import { pathOfLog } from '../../../src/record/logPath';
import type { FeedRow, ToPage } from '../../../src/shared/protocol';
import { fromWire, wireText } from '../../../src/shared/wire';
import { Feed } from '../../../src/ui/panel/feed';
import { opened } from '../../support/logs';
import { sampleDebate } from '../../support/reportRecord';
import { tempFolder } from '../../support/tempFolder';

const snapshot = (rows: FeedRow[]) =>
  ({
    kind: 'snapshot',
    rev: 1,
    epoch: 0,
    head: { topic: 'rows' },
    rows,
    rawLines: [],
    bodies: [],
    working: [],
  }) as unknown as ToPage;

const count = fc.nat(9);
const marks = fc.record({
  verified: count,
  quoted: count,
  unreliable: count,
  fabricated: count,
  unverified: count,
  pending: count,
});
/** Names of another program may be any text, also one that reads like a number, and its times any number. */
const word = fc.oneof(fc.string(), fc.constantFrom('1', 'null', '"1"', 'chair'));
const row: fc.Arbitrary<FeedRow> = fc.record(
  {
    at: fc.nat(),
    seq: fc.maxSafeInteger(),
    time: fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    speaker: word,
    type: word,
    section: word,
    kind: word,
    argument: word,
    rebuttalTo: fc.nat(),
    target: fc.nat(),
    redacted: fc.nat(),
    concedes: fc.boolean(),
    marks,
    sourceIssues: fc.nat(),
  },
  { requiredKeys: ['at', 'seq', 'time', 'speaker', 'type', 'section'] },
);

describe('What the host says to the page', () => {
  it('arrives as it was said, whatever the rows hold', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const message = snapshot(rows);
        expect(fromWire(wireText(message))).toEqual(JSON.parse(JSON.stringify(message)));
      }),
    );
  });

  it('arrives as it was said where there are no rows in it', () => {
    const messages = [{ kind: 'reveal', seq: 3 }, { kind: 'said', id: 'a' }, snapshot([])] as ToPage[];
    for (const message of messages) expect(fromWire(wireText(message))).toEqual(message);
  });

  it('is short where a debate is long', async () => {
    const { record } = sampleDebate();
    for (let turn = 0; turn < 500; turn += 1)
      record.add({ speaker: 'sre', type: 'new_point', content: `Point ${turn}.` });
    const path = pathOfLog(tempFolder());
    writeFileSync(path, record.lines.join(''));
    const log = await opened(path);
    const feed = new Feed(log);
    feed.take();
    const message = snapshot([...feed.rows]);
    const text = wireText(message);
    expect(fromWire(text)).toEqual(JSON.parse(JSON.stringify(message)));
    expect(text.length).toBeLessThan(JSON.stringify(message).length / 3);
  });

  it.each(['', 'null', '7', '{"kind":', '{"rows":null}', '{"rows":{"count":2}}'])(
    'is taken as it is where it is %j',
    (text) => {
      expect(fromWire(text)).toEqual(jsonOf(text));
    },
  );
});
