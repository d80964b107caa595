import { markdownTitle } from '../../research/markdownTitle';

/** As the Verifier names the document: a Markdown file's first heading, else the file's name. */
export function titleOf(path: string, kind: string, text: string): string {
  return (kind === 'markdown' ? markdownTitle(text) : undefined) ?? path.slice(path.lastIndexOf('/') + 1);
}
