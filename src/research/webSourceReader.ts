import { createHash } from 'node:crypto';
import { captureIn, dayOf, isCaptureOf, type Archive, type ArchiveAnswer } from './archive/wayback';
import { hostOf } from './extract/accessBarrier';
import { readPage } from './extract/readings';
import type { FetchRefusal, SafeFetch } from './fetch/fetchedPage';
import type { PageRead, ReadResult, SourceReader } from './sourceReader';
import type { CapturedPage } from './tool';
import { meantUrl, trackingParameter } from '../matching/text/sourceUrl';
import { parsedUrl } from './parsedUrl';
import { unlessAborted } from '../async/deadline';

interface WebReaderOptions {
  fetch: SafeFetch;
  /** Archive to ask about missing pages; undefined if the user has disabled it. */
  archive: Archive | undefined;
  /** Returns milliseconds; default: the process's own clock. */
  clock?: () => number;
}

/**
 * Reads web pages. A missing page is read from an archive's copy. `absent` takes two witnesses: the page's server,
 * asked before and after, and an archive that never saw it.
 */
export function webSourceReader({ fetch, archive, clock }: WebReaderOptions): SourceReader {
  return new WebSources(fetch, archive, new HostBackoff(clock));
}

class WebSources implements SourceReader {
  constructor(
    private readonly fetch: SafeFetch,
    private readonly archive: Archive | undefined,
    private readonly backoff: HostBackoff,
  ) {}

  async read(url: string, signal: AbortSignal, { isAgain = false }: { isAgain?: boolean } = {}): Promise<ReadResult> {
    const fetched = await this.backoff.ask({ url, isAgain }, signal, () => readPage(this.fetch, url, signal));
    if (fetched.outcome === 'read') return pageReceived(url, fetched.page);
    if (fetched.outcome === 'dead' || fetched.outcome === 'no_host') return await this.#gone(url, fetched, signal);
    const came = 'came' in fetched ? { came: pageReceived(url, fetched.came) } : {};
    return { outcome: 'failed', ...factsOf(fetched), reason: fetched.reason, ...came };
  }

  async #gone(url: string, refusal: FetchRefusal, signal: AbortSignal): Promise<ReadResult> {
    const undecided = (more: string): ReadResult => undecidedBy(refusal, more);
    const { archive } = this;
    if (archive === undefined) return undecided('; no archive was asked whether it ever was there');
    const { name } = archive;
    const answer = await archive.lookUp(url, signal);
    switch (answer.outcome) {
      case 'silent':
        return undecided(`; ${name} could not say whether it ever was there: ${answer.reason}`);
      case 'copy':
        return await this.#copy({ url, refusal, archive, answer }, signal);
      case 'never_seen':
        if (answer.isHostUnknown === true && refusal.outcome === 'dead')
          return undecided(`; ${name} never saw it, but it never came by that host at all`);
        return await this.#absent({ url, refusal, archive }, signal);
    }
  }

  async #copy(
    { url, refusal, archive, answer }: Gone & { answer: Extract<ArchiveAnswer, { outcome: 'copy' }> },
    signal: AbortSignal,
  ): Promise<ReadResult> {
    const by = archive.name;
    const failed = (why: string): ReadResult =>
      undecidedBy(refusal, `; the copy of ${answer.date} in ${by} could not be read: ${why}`);
    const copy = await readPage(archive.fetch ?? this.fetch, answer.url, signal);
    if (copy.outcome !== 'read') return failed(copy.reason);
    const found = copy.page.finalUrl ?? answer.url;
    const isNamed = captureIn(answer.url) !== undefined;
    if (isNamed && !isCaptureOf(url, found)) return failed('what was kept is another page');
    const taken = captureIn(found)?.timestamp;
    const archived = { by, url: found, date: taken === undefined ? answer.date : dayOf(taken) };
    // The page's own status is its server's current answer.
    return {
      ...pageReceived(url, copy.page),
      archived,
      ...(refusal.status === undefined ? {} : { status: refusal.status }),
    };
  }

  /** Tries other spellings, because a typing error is not an invention. */
  async #otherSpelling(url: string, archive: Archive, signal: AbortSignal): Promise<string | undefined> {
    for (const spelling of otherSpellings(url)) {
      const found = await readPage(this.fetch, spelling, signal);
      if (found.outcome === 'read') return `${spelling} is there`;
      // Many sites have no TLS; but a name that has it belongs to somebody.
      const isPlain = found.outcome === 'tls' && hostOf(spelling) === hostOf(url) && url.startsWith('http:');
      if (!isPlain && !notThere.has(found.outcome)) return `of ${spelling} it is not known (${found.reason})`;
      const isSameThere = isCaptureOf(url, `/00000000000000/${spelling}`);
      if (!isSameThere && (await archive.lookUp(spelling, signal)).outcome !== 'never_seen')
        return `${archive.name} may have ${spelling}`;
    }
    return undefined;
  }

  async #absent({ url, refusal, archive }: Gone, signal: AbortSignal): Promise<ReadResult> {
    const { name } = archive;
    const undecided = (more: string): ReadResult => undecidedBy(refusal, `; ${name} never saw it, but ${more}`);
    const doubt = doubtOf(url, refusal);
    if (doubt !== undefined) return undecided(doubt);
    // The network may have been down for the first answer only.
    const again = await readPage(this.fetch, url, signal);
    if (again.outcome === 'read') return pageReceived(url, again.page);
    if (again.outcome !== refusal.outcome)
      return undecided(`asked again, its server gave another answer: ${again.reason}`);
    const other = await this.#otherSpelling(url, archive, signal);
    if (other !== undefined) return undecided(`it may be misspelled: ${other}`);
    return {
      outcome: 'absent',
      ...factsOf(refusal),
      neverSeenBy: name,
      reason: `${refusal.reason}, and ${name} never saw it`,
    };
  }
}

interface Gone {
  url: string;
  refusal: FetchRefusal;
  archive: Archive;
}

/** Spellings that did not even reach a server prove nothing. */
const notThere: ReadonlySet<string> = new Set(['dead', 'no_host', 'failed', 'refused']);

/** Why an answer may not come from the requested server. */
function doubtOf(url: string, { finalUrl, via }: FetchRefusal): string | undefined {
  if (via === 'proxy' && !url.startsWith('https:'))
    return 'a proxy stood between, which may have answered in its place';
  if (hostOf(finalUrl) !== hostOf(url)) return `it was ${hostOf(finalUrl)} that said so, to which it redirects`;
  return undefined;
}

const factsOf = ({ outcome, status }: FetchRefusal) => ({ refusal: outcome, status });

const undecidedBy = (refusal: FetchRefusal, more: string): ReadResult => ({
  outcome: 'failed',
  ...factsOf(refusal),
  reason: `${refusal.reason}${more}`,
});

export function pageReceived(url: string, page: CapturedPage): PageRead {
  const { finalUrl = url, body } = page;
  return {
    ...page,
    outcome: 'read',
    url,
    finalUrl: finalUrl.replace(/#.*/s, ''),
    sha256: createHash('sha256').update(body).digest('hex'),
  };
}

/**
 * Addresses that may have been meant, the likeliest first, without the given one: without characters copied along and
 * tracking parameters; with another scheme, `www.`, final slash, lower case.
 */
function otherSpellings(url: string): string[] {
  const bare = url.replace(/#.*/s, '');
  const meant = meantUrl(url);
  // Characters that look copied along may belong to the address.
  const found = [meant, ...[meant, bare].flatMap((each) => variantsOf(parsedUrl(each)))];
  const spelled = (each: string): string => parsedUrl(each)?.href ?? each;
  return [...new Set(found.map(spelled))].filter((each) => each !== spelled(bare));
}

function variantsOf(url: URL | undefined): string[] {
  if (url === undefined) return [];
  const base = changed(url, (each) => {
    for (const name of [...each.searchParams.keys()]) if (trackingParameter.test(name)) each.searchParams.delete(name);
  });
  const of = (change: (each: URL) => void): string => changed(new URL(base), change);
  const isNamed = !/^(?:[\d.]+|\[.*\])$/.test(url.hostname);
  return [
    base,
    of((each) => (each.pathname = each.pathname.endsWith('/') ? each.pathname.slice(0, -1) : `${each.pathname}/`)),
    ...(isNamed ? [of((each) => (each.hostname = withOrWithoutWww(each.hostname)))] : []),
    // A port serves only one of the two schemes.
    ...(url.port !== '' ? [] : [of((each) => (each.protocol = each.protocol === 'https:' ? 'http:' : 'https:'))]),
    of((each) => (each.pathname = each.pathname.toLowerCase())),
  ];
}

const withOrWithoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : `www.${host}`);

function changed(url: URL, change: (each: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

/** Milliseconds for which an unresponsive host is not asked again. */
const leftAloneMs = 5 * 60_000;

/** Failures that concern the host rather than the page, and take time. */
const ofHost: ReadonlySet<string> = new Set(['no_host', 'timeout']);

/**
 * Makes an unresponsive host cost its time limit once: while a host is unknown, one request goes out and the others
 * wait; after a failure all its pages fail for some minutes.
 */
class HostBackoff {
  readonly #failed = new Map<string, { until: number; refusal: FetchRefusal }>();
  readonly #asking = new Map<string, Promise<unknown>>();
  readonly #heardOf = new Set<string>();

  constructor(private readonly clock: () => number = () => performance.now()) {}

  async ask<T extends { outcome: string }>(
    { url, isAgain }: { url: string; isAgain: boolean },
    signal: AbortSignal,
    work: () => Promise<T | FetchRefusal>,
  ): Promise<T | FetchRefusal> {
    const host = serverOf(url);
    if (isAgain) return this.#noted(host, await work());
    for (;;) {
      const known = this.#failed.get(host);
      if (known !== undefined && this.clock() < known.until) return { ...known.refusal, url, finalUrl: url };
      const asking = this.#heardOf.has(host) ? undefined : this.#asking.get(host);
      if (asking === undefined) return await this.#first(host, work);
      await unlessAborted(asking, signal);
    }
  }

  async #first<T extends { outcome: string }>(
    host: string,
    work: () => Promise<T | FetchRefusal>,
  ): Promise<T | FetchRefusal> {
    const working = work();
    const settled = working.catch(() => undefined); // An abort is ignored here: the next caller asks.
    const answered = settled.then((answer) => {
      if (answer !== undefined) this.#noted(host, answer);
      if (this.#asking.get(host) === answered) this.#asking.delete(host);
    });
    this.#asking.set(host, answered);
    return await working;
  }

  #noted<T extends { outcome: string }>(host: string, answer: T | FetchRefusal): T | FetchRefusal {
    if (isRefusal(answer) && ofHost.has(answer.outcome) && serverOf(answer.finalUrl) === host) {
      this.#heardOf.delete(host);
      this.#failed.set(host, { until: this.clock() + leftAloneMs, refusal: answer });
    } else {
      this.#heardOf.add(host);
      this.#failed.delete(host);
    }
    return answer;
  }
}

const isRefusal = (answer: { outcome: string }): answer is FetchRefusal => 'reason' in answer;

const serverOf = (url: string): string => parsedUrl(url)?.host ?? url;
