import * as z from 'zod';
import type { SnapshotMetadata } from '../../record/snapshots';
import { plainLine } from '../../debate/plainLine';

const text = z.string().transform(plainLine).optional().catch(undefined);
const factsSchema = z.looseObject({
  authors: z.array(z.string()).optional().catch(undefined),
  site: text,
  published: text,
  status: z.int().optional().catch(undefined),
  via: z.string().optional().catch(undefined),
  archived: z.looseObject({ by: z.string(), url: z.string(), date: z.string() }).optional().catch(undefined),
});

/** What is told of a page above its text. Pages write most of it themselves: each is one line without marks that turn text. */
export interface SnapshotFacts {
  readonly title: string;
  readonly authors: readonly string[];
  readonly site: string | undefined;
  readonly published: string | undefined;
  readonly url: string;
  /** Where it was found, if that is elsewhere. */
  readonly finalUrl: string | undefined;
  readonly status: number | undefined;
  readonly contentType: string;
  readonly accessed: string;
  readonly archived: { readonly by: string; readonly url: string; readonly date: string } | undefined;
  readonly isProxied: boolean;
  readonly extractor: string;
  readonly sha256: string;
}

const longest = 500;
const line = (value: string): string => plainLine(value).slice(0, longest);

/** Fields that a snapshot of an earlier version lacks, or that somebody spoilt, are left out. */
export function snapshotFacts(metadata: SnapshotMetadata): SnapshotFacts {
  const { authors = [], site, published, status, via, archived } = factsSchema.parse(metadata);
  return {
    title: line(metadata.title),
    authors: authors
      .map(line)
      .filter((author) => author !== '')
      .slice(0, 20),
    site: site === '' ? undefined : site,
    published: published === '' ? undefined : published,
    url: line(metadata.url),
    finalUrl: metadata.final_url === metadata.url ? undefined : line(metadata.final_url),
    status,
    contentType: line(metadata.content_type),
    accessed: line(metadata.accessed),
    archived:
      archived === undefined
        ? undefined
        : { by: line(archived.by), url: line(archived.url), date: line(archived.date) },
    isProxied: via === 'proxy',
    extractor: `${line(metadata.extractor)} ${metadata.extractor_version}`,
    sha256: metadata.sha256,
  };
}

/** The address at which a browser finds what was read: the archive's, where the page itself is gone. */
export function readableAddress(metadata: SnapshotMetadata, cited: string): string {
  const { archived } = snapshotFacts(metadata);
  return archived !== undefined && /^https?:\/\/\S+$/i.test(archived.url) ? archived.url : cited;
}
