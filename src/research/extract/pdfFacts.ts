import type { getDocument } from 'unpdf/pdfjs';
import type { PageFacts } from './extractPage';
import { namedAuthors } from './namedAuthors';
import { publishedDate } from './publishedDate';
import { oneLine } from './readableText';

export interface PdfFacts extends Pick<PageFacts, 'authors' | 'site' | 'published'> {
  title?: string;
}

export type PdfDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

/**
 * What a document says of itself. The day on which the file was made is none of it: a paper of 1998 may have been scanned in
 * 2010.
 */
export async function pdfFacts(document: PdfDocument): Promise<PdfFacts> {
  // Damaged metadata is no reason to give up the text.
  const found = await document.getMetadata().catch(() => undefined);
  if (found === undefined) return {};
  const info = found.info as Readonly<Record<string, unknown>>;
  // There is none without XMP, whatever the types say.
  const xmp = found.metadata as { get(name: string): unknown } | null;
  const said = (name: string): string[] => strings(xmp?.get(name));
  const title = [...said('dc:title'), ...strings(info['Title'])].map(oneLine).find(isTitle);
  const authors = namedAuthors(said('dc:creator')) ?? namedAuthors(strings(info['Author']));
  const [site] = said('prism:publicationname')
    .map(oneLine)
    .filter((name) => name !== '');
  const published = [...said('prism:publicationdate'), ...said('prism:coverdate')]
    .map(publishedDate)
    .find((date) => date !== undefined);
  return {
    ...(title === undefined ? {} : { title }),
    ...(authors === undefined ? {} : { authors }),
    ...(site === undefined ? {} : { site }),
    ...(published === undefined ? {} : { published }),
  };
}

function strings(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value.slice(0, 200) : [value];
  return values.filter((item) => typeof item === 'string').map((item) => item.slice(0, 2_000));
}

/** Programs write the name of the file, or of themselves. */
function isTitle(title: string): boolean {
  return (
    title.length > 2 &&
    /\p{L}{2}/u.test(title) &&
    !/^(?:untitled|microsoft \w+ - |powerpoint|document\d*$|slide \d)|\.(?:docx?|pptx?|xlsx?|tex|dvi|pdf|rtf|indd|qxd|odt|ps)$/i.test(
      title,
    )
  );
}
