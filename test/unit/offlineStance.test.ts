import { describe, expect, it } from 'vitest';
import { effectOf, helpOf } from '../../src/agents/offline/stance';
import { motionOf } from '../../src/agents/offline/motion';
import { valenceOf } from '../../src/agents/offline/valence';

/** Which way a sentence points. A heuristic: these are the shapes of sentence that it must get right. */

const move = motionOf('Should the service move from REST to gRPC?');
const side = (text: string, heading?: string): number =>
  Math.sign(Math.round(10 * helpOf(effectOf({ text, heading, title: 'Notes' }, move), [-1, 1])));

describe('for the second of two options', () => {
  it.each([
    'After the cut-over to gRPC the latency fell from 62 ms to 55 ms.',
    'Over gRPC the service answered in 27 ms, against 31 ms over REST with keep-alive.',
    'REST handlers accepted 412 of the malformed messages, while gRPC handlers accepted 9.',
    'At saturation it carried 8,300 requests per second over gRPC and 6,100 over REST.',
    'With a check in the build, gRPC would have stopped 5 of the 7 incidents.',
    'Five of the 23 engineers found gRPC easier to diagnose.',
    'There were no retry storms after the move to gRPC.',
    'Loose parsing is the weakest spot of the service over REST.',
    'The security team prefers gRPC to REST on input handling.',
    'At overload gRPC fails a third as often as REST.',
  ])('%s', (text) => {
    expect(side(text)).toBe(1);
  });
});

describe('for the first of two options', () => {
  it.each([
    'At p99 gRPC was even slower than REST behind the proxy.',
    'A failed gRPC call is harder to diagnose than a failed REST call.',
    'A pod serving gRPC held 540 MB, 8 per cent more than the 500 MB of a pod serving REST.',
    'Moving to gRPC adds 14 third-party packages to the build.',
    'The firewall cannot read gRPC bodies at the edge.',
    'Of the 37 partners, 31 asked us to keep REST as it is, and only 4 would welcome gRPC.',
    'Much of the benefit of gRPC can be had over REST.',
    'Mutual TLS comes from the mesh and not from gRPC.',
    'The gain of gRPC over the slow link all but disappears in practice.',
    'Running REST and gRPC side by side would cost 1,900 a month.',
    'The partners said that gRPC saves only 3 KB for each session.',
  ])('%s', (text) => {
    expect(side(text)).toBe(-1);
  });

  it('reads the section for sentences that name nothing', () => {
    expect(side('Nobody could read the traces in the first weeks, and diagnosis failed.', 'What we would lose')).toBe(
      -1,
    );
    expect(side('The bill fell in every month of the year.', 'Benefits of gRPC')).toBe(1);
  });
});

describe('for neither', () => {
  it.each([
    'Die Nachtschichten wurden länger und alle waren krank.',
    'Databases fail in the same way over REST and over gRPC.',
    'The service has been offered over REST and over gRPC since May.',
    'Availability was 99.94 per cent over REST and 99.95 per cent over gRPC.',
  ])('%s', (text) => {
    expect(Math.abs(helpOf(effectOf({ text, heading: undefined, title: 'Notes' }, move), [-1, 1]))).toBeLessThan(1);
  });
});

describe('a text tells of', () => {
  it.each([
    ['Sick days fell over the year.', 1],
    ['Resignations dropped by more than half in the offices.', 1],
    ['Engineers expected fewer meetings and more quiet hours.', 1],
    ['Stress was reported by 39 per cent before the trial and by 22 per cent after it.', 1],
    ['The new brakes prevented three accidents.', 1],
    ['It raised the wage bill by 11 per cent.', -1],
    ['Night shifts became longer and harder.', -1],
    ['The gains in productivity fade after the second year.', -1],
    ['Nobody found it useful or simple.', -1],
    ['Support would need two additional people.', -1],
    ['The meeting took place in the town hall.', 0],
  ])('%s', (text, sign) => {
    expect(Math.sign(valenceOf(text))).toBe(sign);
  });
});
