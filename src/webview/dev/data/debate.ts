import type { Line } from './entries';
import { source } from './entries';

const files = {
  trace: 'cache-trace-february.md:40–44',
  bill: 'storage-bills.csv:12–18',
  outage: 'outage-2025-09.md:7–11',
  pilot: 'pilot-report.md:22–30',
};

const openings: readonly Line[] = [
  { speaker: 'chair', type: 'setup', section: 'setup', content: 'Debate prepared: three debaters, 3 to 8 rounds, 30 minutes.' },
  {
    speaker: 'chair',
    type: 'announcement',
    section: 'openings',
    kind: 'opening',
    content: 'The question is whether the build farm should give up its shared NFS cache for a content-addressed object store. Each debater opens with its strongest case.',
  },
  {
    speaker: 'build-engineer',
    type: 'opening_statement',
    section: 'openings',
    content:
      'The shared mount is where builds go to wait. In the February trace **61 % of the time spent on cache reads was lock contention**, not transfer, and no amount of bandwidth buys that back.\n\nA content-addressed store has nothing to lock: a key names its bytes for good, so a read needs no coordination and a write can be repeated without harm.',
    sources: [source(0, files.trace, 'verified', 'quote · figures', 'of 9.4 h spent in cache reads, 5.7 h were waits for the mount’s lock')],
  },
  {
    speaker: 'cost-analyst',
    type: 'opening_statement',
    section: 'openings',
    content:
      'The mount costs 1,140 dollars a month and is paid for. An object store is priced by request, and a build farm is a machine for making requests:\n\n- 4.1 million reads on a quiet day\n- 11 million on a release day\n- each below 40 kB, where the price per request outweighs the price per byte',
    sources: [
      source(0, files.bill, 'verified', 'quote · figures', 'nfs-cache, monthly, 1,140.00 USD'),
      source(1, 'Request pricing for small objects', 'verified', 'quote · supports', 'below 64 kB the request dominates the cost of a read'),
    ],
  },
  {
    speaker: 'night-operator',
    type: 'opening_statement',
    section: 'openings',
    content: 'I am the one who is woken. Last September the mount stalled, and every builder stalled with it for 3 hours and 10 minutes. What I want is a cache whose loss makes builds slow, not a cache whose loss makes them stop.',
    sources: [source(0, files.outage, 'verified', 'quote · figures', 'all 48 builders blocked from 01:52 to 05:02')],
    asides: [{ kind: 'introduces', text: 'Introduces the framework “fail slow, not shut”' }],
  },
];

const first: readonly Line[] = [
  {
    speaker: 'cost-analyst',
    type: 'rebuttal',
    section: 'round-1',
    rebuttalTo: 3,
    content: 'The contention in seq 3 comes from one setting. The trace was taken with `noac` off and 128 client threads; the pilot team cut the waits by two thirds with a read-only replica and `nocto`. That is an afternoon, not a migration.',
    sources: [source(0, files.pilot, 'unreliable', 'figure differs', 'waits fell by 41 % after the replica was added')],
  },
  {
    speaker: 'verifier',
    type: 'verification_result',
    section: 'round-1',
    target: 6,
    content: 'The page gives 41 %, the entry says two thirds.',
  },
  {
    speaker: 'chair',
    type: 'ruling',
    section: 'round-1',
    kind: 'source',
    target: 6,
    content: 'The pilot report gives 41 %, not two thirds. cost-analyst may correct it at the start of the next turn.',
  },
  {
    speaker: 'build-engineer',
    type: 'new_point',
    section: 'round-1',
    content: 'Three other farms of our size report the same move in a survey that I have at hand.',
    struck: { by: 10, reason: 'the cited survey does not exist' },
    sources: [source(0, 'farm-survey.pdf', 'fabricated', 'no such source', 'three of three farms moved')],
  },
  {
    speaker: 'chair',
    type: 'redaction',
    section: 'round-1',
    target: 9,
    content: 'Fabricated source: no file `farm-survey.pdf` was ever in the evidence. The entry is struck from the record.',
  },
  {
    speaker: 'audience',
    type: 'audience_question',
    section: 'round-1',
    content: 'To night-operator: what would builders do in the first minute after the object store became unreachable?',
    asides: [{ kind: 'to', text: 'To night-operator' }],
  },
];

const second: readonly Line[] = [
  {
    speaker: 'night-operator',
    type: 'rebuttal',
    section: 'round-2',
    rebuttalTo: 6,
    content: 'To the audience: they would miss, and compile. The client gives up after 200 ms and remembers for a minute that it gave up. A replica of the mount, by contrast, still hangs in `stat()` when its primary does: the outage report shows that the replica was mounted *hard*.\n\nI concede to seq 4 that the mount is cheaper per month.',
    sources: [
      source(0, files.outage, 'verified', 'quote · figures · supports', 'the replica was mounted hard and blocked with its primary'),
      source(1, 'Client back-off in build caches', 'pending', 'being checked', 'after 200 ms the client treats the read as a miss'),
    ],
    asides: [
      { kind: 'concedes', text: 'Concedes seq 4: “The mount is cheaper per month.”' },
      { kind: 'acknowledges', text: 'acknowledges the ruling in seq 8' },
    ],
  },
  {
    speaker: 'chair',
    type: 'note',
    section: 'round-2',
    kind: 'review',
    content: 'Summary of seq 12: fails slow; concedes the monthly cost.',
  },
  {
    speaker: 'build-engineer',
    type: 'new_point',
    section: 'round-2',
    content: 'I withdraw the survey. What stands is arithmetic: with batching, 11 million reads become 0.7 million requests, at a price of\n\n```text\n0.7 M × 0.40 USD / M × 30 = 8.40 USD a month\n```\n\nwhich seq 4 does not consider.',
    sources: [source(0, 'Batch reads, reference manual', 'unverified', 'page not reached', 'up to 1,000 keys in one request')],
    asides: [
      { kind: 'corrects', text: 'Corrects seq 9' },
      { kind: 'condensed', text: 'Written from the Chair’s summaries of 6 earlier entries' },
    ],
  },
];

export const liveLines: readonly Line[] = [...openings, ...first, ...second];

export const endLines: readonly Line[] = [
  ...liveLines,
  {
    speaker: 'night-operator',
    type: 'closing_statement',
    section: 'closings',
    content: 'Nobody has answered the night of the outage. A cheaper cache that stops 48 builders for three hours is not cheaper.',
  },
  {
    speaker: 'chair',
    type: 'conclusion',
    section: 'conclusion',
    content: 'night-operator wins: the outage report stands uncontested, and both others conceded what follows from it.',
  },
];
