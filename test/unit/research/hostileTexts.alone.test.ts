import { describe, expect, it } from 'vitest';
import { repeats, sampled } from '../../support/depth';
import { hostilePdfs } from '../../support/hostile/pdfs';
import { hostileShapes, hostileText, type ReaderName } from '../../support/hostile/shapes';
import { StepCounter } from '../../support/hostile/steps';

const counter = new StepCounter();
// Imported after the counter was made, so that what it does is counted block by block.
const { readHostile, readHostilePdf } = await import('../../support/hostile/readHostile');

const kilobyte = 1024;
const sizes = [kilobyte, 4 * kilobyte, 10 * kilobyte].map((kilobytes) => kilobytes * kilobyte);

interface Cell {
  reader: ReaderName | 'pdf';
  shape: string;
  size: number;
  /** Makes it of so many bytes, and reads it: why it was not read, if it was not. */
  read: (size: number) => () => Promise<string | undefined>;
}

const readers = [...(Object.keys(hostileShapes) as ReaderName[]), 'pdf' as const];

function cellsOf(reader: Cell['reader'], size: number): Cell[] {
  if (reader === 'pdf')
    return hostilePdfs.map(({ name, make }) => ({
      reader,
      shape: name,
      size,
      read: (length) => readOf(make(length), readHostilePdf),
    }));
  return hostileShapes[reader].map((shape) => ({
    reader,
    shape: shape.name,
    size,
    read: (length) => readOf(hostileText(shape, length), (text) => readHostile(reader, text)),
  }));
}

const readOf =
  <T>(made: T, read: (made: T) => Promise<string | undefined>) =>
  (): Promise<string | undefined> =>
    read(made);

const nameOf = ({ reader, shape, size }: Cell): string => `${reader}, ${shape}, ${size / kilobyte} KB`;

/** A document may be no document at all, too. */
const refusals = (reader: Cell['reader']): RegExp =>
  reader === 'pdf'
    ? /^(?:too_complex: [\d,]+ [a-z ]+; at most [\d,]+ are read|pdf: .+)$/
    : /^too_complex: [\d,]+ [a-z ]+; at most [\d,]+ are read$/;

interface Taken {
  steps: number;
  /** Of the processor, in milliseconds: for people, held to nothing. */
  cpu: number;
  refusal: string | undefined;
}

async function taken({ size, read }: Cell): Promise<Taken> {
  const reading = read(size);
  let refusal: string | undefined;
  const before = process.cpuUsage();
  const steps = await counter.of(async () => {
    refusal = await reading();
  });
  const { user, system } = process.cpuUsage(before);
  return { steps, cpu: Math.round((user + system) / 1_000), refusal };
}

/** What is done whatever the text is like. */
const alwaysDone = 200_000;
/** Each element meets the rules of its names: up to the bound of rules for one element, a page of nothing else comes near to four. */
const most = 3.5;

async function holdToItsLength(cells: readonly Cell[]): Promise<void> {
  let slowest = { cpu: -1, name: '' };
  for (const cell of cells) {
    const half = await taken({ ...cell, size: cell.size / 2 });
    const whole = await taken(cell);
    const name = nameOf(cell);
    expect(whole.steps, `${name}: ${half.steps} steps for half of it, ${whole.steps} for all`).toBeLessThan(
      most * half.steps + alwaysDone,
    );
    if (whole.refusal !== undefined) expect(whole.refusal, name).toMatch(refusals(cell.reader));
    if (whole.cpu > slowest.cpu) slowest = { cpu: whole.cpu, name };
  }
  console.log(`hostile texts: the slowest took ${slowest.cpu} ms of CPU, counted: ${slowest.name}`);
}

describe('a hostile text of twice the length takes far less than four times the work', () => {
  it.each(sampled('readers of hostile texts', readers, 4))(
    'as %s, of 64 KB',
    async (reader) => {
      const cells = cellsOf(reader, 64 * kilobyte);
      await holdToItsLength(sampled(`hostile texts of 64 KB as ${reader}`, cells, 1, 4));
    },
    3_600_000,
  );

  it.each(sampled('readers of long hostile texts', readers, 1))(
    'as %s, of 1, 4 and 10 MiB',
    async (reader) => {
      const cells = sizes.slice(0, repeats(sizes.length, 1)).flatMap((size) => cellsOf(reader, size));
      await holdToItsLength(sampled(`hostile texts as ${reader}`, cells, 1, 1));
    },
    3_600_000,
  );

  it('as forms of PDF in each other is named before its reader has no stack left', async () => {
    const chain = hostilePdfs.find(({ name }) => name === 'a chain of forms');
    expect(await readHostilePdf(chain?.make(300 * kilobyte) ?? new Uint8Array())).toBe(
      'too_complex: 101 nested forms; at most 100 are read',
    );
  });
});
