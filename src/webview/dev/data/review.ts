import type { Review } from '../../../shared/protocol';
import { topic } from './heads';

export const review: Review = {
  draft: 'draft-1',
  topic,
  format: 'panel',
  provider: 'Anthropic Messages API, claude-sonnet-4-5',
  limits: { minRounds: 3, maxRounds: 8, timeBudgetMinutes: 30 },
  debaters: [
    {
      name: 'build-engineer',
      persona: 'Has run the build farm for six years and wrote the cache’s client.',
      starting_position: 'The mount must go: its locks are the largest single wait in every build, and a content-addressed store has nothing to lock.',
      incentives: 'Is measured by the median build time. Would be glad never to debug a stale handle again.',
      model: 'claude-sonnet-4-5',
    },
    {
      name: 'cost-analyst',
      persona: 'Answers for the platform’s budget; reads bills line by line.',
      starting_position: 'The mount is paid for and its worst waits can be tuned away. A price per request is a risk that nobody here has measured.',
      incentives: 'Must not overspend this quarter, and has been surprised by request prices before.',
      model: 'claude-sonnet-4-5',
    },
    {
      name: 'night-operator',
      persona: 'Carries the pager for the farm every third week.',
      starting_position: 'Whichever cache is chosen, its loss must make builds slow and not stop them; the mount cannot promise that.',
      incentives: 'Wants to sleep. Was on duty in the outage of September.',
      model: 'claude-sonnet-4-5',
    },
  ],
  isRevised: false,
  problems: [],
  evidence: {
    root: 'docs/build-cache',
    files: 14,
    bytes: 82_400,
    subject: ['proposal.md'],
    leftOut: [
      { path: '.env.production', reason: 'may hold secrets' },
      { path: 'dumps/heap-2025-09-14.bin', reason: 'not a text' },
      { path: 'vendor/legacy-client/CHANGELOG-with-a-rather-long-name-2019-to-2025.md', reason: 'larger than 1 MB' },
    ],
    leftOutCount: 9,
  },
  parent: '/home/mara/work/build-farm/output',
  models: ['anthropic:claude-sonnet-4-5', 'anthropic:claude-opus-4-5', 'human', 'offline'],
  estimate: {
    text: '$0.40–$0.60 for about 310,000 tokens, 80 % of them from the cache',
    basis: [
      '3 debaters, 3 to 8 rounds; turns of 900 tokens, 3 sources each (measured)',
      'Prices of claude-sonnet-4-5 as of 2026-03-01: $3 in, $0.30 from the cache, $15 out per million tokens',
      'Pages that are read count with 2,000 tokens each',
    ],
  },
  sends: 'The topic, the lineup and passages of 14 files are sent to api.anthropic.com; nothing else leaves this machine but the addresses that debaters look up.\nQueries are sent to search.example.org.',
};

export const troubledReview: Review = {
  ...review,
  notice: 'Offline: arguments are quotations selected from the evidence, no language model was used.',
  isRevised: true,
  debaters: review.debaters.map((debater, index) => {
    if (index === 1) return { ...debater, name: 'Judge' };
    return index === 2 ? { ...debater, persona: 'Carries the pager. '.repeat(230) } : debater;
  }),
  problems: [
    { field: 'evidence', message: 'None of the evidence can be quoted: all 9 files were left out.' },
    { field: 'debaters.0.starting_position', message: 'The position says nothing about the topic.' },
  ],
  evidence: { ...review.evidence, files: 0, bytes: 0 },
};
