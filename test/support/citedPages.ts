import { createDebateFolder } from '../../src/record/debateFolder';
import { DebateLog } from '../../src/record/debateLog';
import { pathOfLog } from '../../src/record/logPath';
import { sha256, SnapshotStore } from '../../src/record/snapshots';
import type { Draft } from '../../src/debate/log/entry';
import type { VerificationData } from '../../src/debate/log/entryData';
import { setupDraft } from './setupDraft';

/** A debate about otters whose debaters cite pages, with snapshots and results as the Verifier leaves them. */

export const topic = 'Should the harbour be closed for the otters?';
export const quote = 'In May, wardens counted 41 otters between the lighthouse and the old harbour';
const paragraphs = [
  'Otters had not been seen in the estuary since the dredging of 1968, and for two generations nobody looked for them.',
  `That changed this spring. ${quote}, more than twice as many as in the survey two years before, and found eleven holts, four of them in use by females with cubs.`,
  'The harbour office has kept the northern basin closed to motor boats since then. Anglers object; the ferry company has moved its night berth without much noise about it.',
  'Whether the animals stay depends on the water, says the warden: two dry summers would be enough to bring the number down again.',
];
export const cited = 'Hansen, M.: Otters of the northern estuaries. Field Notes 12, 2019';
const body = `${paragraphs.join('\n\n')}\n`;
const comments = 'I saw one from the ferry last week!\n\nClose the basin for good.\n';
const bibliography = `${cited}, pp. 41–60.\n\nDredging Board: Report on the outer basin, 1969.\n`;
export const pageText = body + comments + bibliography;
const partsAt = [body.length, body.length + comments.length, pageText.length] as const;
export const layout = {
  parts: [
    { kind: 'body' as const, start: 0, end: partsAt[0] },
    { kind: 'comments' as const, start: partsAt[0], end: partsAt[1] },
    { kind: 'bibliography' as const, start: partsAt[1], end: partsAt[2] },
  ],
};

const pass = { exists: 'pass', quote: 'pass', figures: 'pass', attribution: 'pass', support: 'pass' } as const;
export const notJudged = {
  exists: 'not_judged',
  quote: 'not_judged',
  figures: 'not_judged',
  attribution: 'not_judged',
  support: 'not_judged',
} as const;
const inBody = pageText.indexOf(quote);
const inList = pageText.indexOf(cited);

export interface WebDebate {
  folder: string;
  /** Seqs of the citing entries by their source's status. */
  seqs: Record<'verified' | 'unreliable' | 'archived' | 'blocked' | 'fabricated', number>;
  urls: Record<'verified' | 'unreliable' | 'archived' | 'blocked' | 'fabricated', string>;
  /** Seq of the redaction of the entry with the fabricated source. */
  redaction: number;
}

const debater = (name: string) => ({
  name,
  persona: `Warden ${name}`,
  starting_position: 'for',
  incentives: 'none',
  model: 'offline',
});

/** `origin`: assumed origin of the pages, for example `https://press.example`. */
export async function webDebate(parent: string, origin: string): Promise<WebDebate> {
  const folder = await createDebateFolder({
    parent,
    topic,
    setup: {
      ...setupDraft,
      data: { ...setupDraft.data, topic, models: { chair: 'offline' }, debaters: ['ada', 'bob'].map(debater) },
    },
    now: () => new Date(),
  });
  const log = await DebateLog.open(pathOfLog(folder));
  try {
    const urls = {
      verified: `${origin}/otters`,
      unreliable: `${origin}/field-notes`,
      archived: `${origin}/survey-2024`,
      blocked: `${origin}/members`,
      fabricated: `${origin}/seals`,
    };
    await keepSnapshots(folder, urls);
    const seqs: Record<string, number> = {};
    for (const [name, url] of Object.entries(urls)) seqs[name] = await cite(log, { name, url });
    const redaction = await strike(log, seqs['fabricated'] ?? 0, urls.fabricated);
    return { folder, seqs: seqs, urls, redaction };
  } finally {
    await log.close();
  }
}

async function keepSnapshots(folder: string, urls: WebDebate['urls']): Promise<void> {
  const store = new SnapshotStore(folder);
  const page = {
    contentType: 'text/html',
    accessed: '2026-11-04',
    text: pageText,
    layout,
    extractor: { name: 'readability', version: 3 },
    authors: ['Nora Feld', 'Pieter Aas'],
    site: 'The Estuary Post',
    published: '2026-05-17',
    status: 200,
  };
  const bytes = (name: string): Uint8Array => new TextEncoder().encode(`<html><!-- ${name} -->${pageText}</html>`);
  await store.add({
    ...page,
    url: urls.verified,
    finalUrl: `${urls.verified}/2026`,
    title: 'Otters return to the estuary',
    body: bytes('verified'),
  });
  await store.add({
    ...page,
    url: urls.unreliable,
    finalUrl: urls.unreliable,
    title: 'Notes from the field',
    body: bytes('unreliable'),
    via: 'proxy',
  });
  const archived = { by: 'the Web Archive', url: `https://archive.example/2024/${urls.archived}`, date: '2024-05-17' };
  await store.add({
    ...page,
    url: urls.archived,
    finalUrl: urls.archived,
    title: 'Survey of 2024',
    body: bytes('archived'),
    status: 404,
    archived,
  });
}

interface Cited {
  name: string;
  url: string;
}

async function cite(log: DebateLog, { name, url }: Cited): Promise<number> {
  const { body: words, claim, says } = turns[name] ?? { body: quote, claim: quote, says: quote };
  const turn: Draft = {
    phase: 'rebuttal',
    speaker: name === 'unreliable' ? 'bob' : 'ada',
    type: 'new_point',
    content: words,
    sources: [{ url, title: titles[name] ?? '', accessed: '2026-11-04', quote: says, claim }],
  };
  const [entry] = await log.append([turn]);
  if (entry === undefined) throw new Error('The turn was not logged.');
  await log.append([result(entry.seq, { name, url })]);
  return entry.seq;
}

const titles: Partial<Record<string, string>> = {
  verified: 'Otters return to the estuary',
  unreliable: 'Notes from the field',
  archived: 'Survey of 2024',
  blocked: 'Members of the club',
};

const turns: Partial<Record<string, { body: string; claim: string; says: string }>> = {
  verified: {
    body: `The animals are back. ${quote}. A basin that is closed in summer is a small price for that.`,
    claim: 'Wardens counted 41 otters in May.',
    says: quote,
  },
  unreliable: {
    body: 'The number rests on a single report, and the literature says so.',
    claim: 'The literature doubts the number.',
    says: cited,
  },
  archived: {
    body: 'Two years before there were fewer than half as many.',
    claim: 'The number has more than doubled.',
    says: quote,
  },
  blocked: {
    body: 'Even the anglers want the basin closed in summer.',
    claim: 'Anglers agree.',
    says: 'Most members would accept a closed season from May to August',
  },
  fabricated: {
    body: 'And the seals have come back with them, nine hundred of them in one night.',
    claim: 'Nine hundred seals came.',
    says: 'nine hundred seals came in one night',
  },
};

function result(seq: number, { name, url }: Cited): Draft {
  const data = results(name, url);
  return {
    phase: 'system',
    speaker: 'verifier',
    type: 'verification_result',
    target_seq: seq,
    content: `Verification of seq ${seq}, ${name}: ${data.status}. ${data.explanation ?? ''}`,
    data: { ...data },
  };
}

const hashOf = (name: string): string => sha256(new TextEncoder().encode(`<html><!-- ${name} -->${pageText}</html>`));

function results(name: string, url: string): VerificationData {
  const at = { start: inBody, end: inBody + quote.length };
  switch (name) {
    case 'verified':
      return {
        url,
        status: 'verified',
        confidence: 'high',
        checks: pass,
        snapshot: hashOf(name),
        passage: at,
        notes: { support: 'The passage gives the very number.', attribution: 'Title, authors and year agree.' },
        explanation: 'The quotation stands verbatim at the cited place. The passage gives the very number.',
      };
    case 'unreliable':
      return {
        url,
        status: 'unreliable',
        confidence: 'low',
        checks: { ...pass, quote: 'fail', support: 'not_judged' },
        snapshot: hashOf(name),
        passage: { start: inList, end: inList + cited.length },
        notes: { quote: 'The words stand only in the bibliography: they are a title of other people’s work.' },
        explanation: 'The words stand only in the bibliography: they are a title of other people’s work.',
      };
    case 'archived':
      return {
        url,
        status: 'unverified',
        confidence: 'low',
        checks: { ...pass, support: 'not_judged' },
        snapshot: hashOf(name),
        passage: at,
        http_status: 404,
        archived: { by: 'the Web Archive', url: `https://archive.example/2024/${url}`, date: '2024-05-17' },
        notes: { exists: 'The page is gone; the copy of an archive was read.' },
        explanation: 'The page is gone; the copy of an archive was read. Whether it supports the claim was not judged.',
      };
    case 'fabricated':
      return {
        url,
        status: 'fabricated',
        confidence: 'high',
        checks: { ...notJudged, exists: 'fail' },
        snapshot: null,
        passage: null,
        refusal: 'dead',
        http_status: 404,
        explanation: 'There is no such page, and by two witnesses there never was.',
      };
    default:
      return {
        url,
        status: 'unverified',
        confidence: 'low',
        checks: notJudged,
        snapshot: null,
        passage: null,
        refusal: 'blocked',
        http_status: 403,
        notes: { exists: 'The site refused the page (403).' },
        explanation:
          'The source could not be checked: the site refused the page (403). It may be there all the same: open it in a browser, and say so with I Read It.',
      };
  }
}

async function strike(log: DebateLog, seq: number, url: string): Promise<number> {
  const reason = 'There is no such page, and there never was.';
  const [redaction] = await log.append([
    {
      phase: 'system',
      speaker: 'chair',
      type: 'redaction',
      target_seq: seq,
      content: `REDACTED: seq ${seq} (ada). Reason: ${reason} Entry is struck from the record.`,
      data: { kind: 'fabricated', rule: '12', reason, url },
    },
  ]);
  return redaction?.seq ?? 0;
}
