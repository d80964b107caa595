import * as l10n from '@vscode/l10n';
import { cutText, plainLine, quoted, unquoted } from '../../matching/text/shortText';
import { findingOn, headerOf } from '../../debate/fold/state';
import type { VisibleEntry } from '../../debate/flow/tasks';
import type { RecordView } from '../../debate/fold/view';
import { contentForm, entryContent, type ContentForm } from '../../projections/contentForm';
import { sourcePlace, withPlaces } from '../../projections/sourcePlace';
import { foundAs } from '../../projections/sources';
import { statusWords } from '../../projections/sourceWords';
import { typeName } from '../../projections/typeName';

/** Everything is read through `view`, so that redacted words stay redacted. */
export interface EntryWords {
  speaker: string;
  /** `rebuttal on seq 3`. */
  kind: string;
  /** The content, or why the entry was struck. */
  body: { text: string; form: ContentForm };
  /** A line each: what was found, what is cited, and the words that are quoted. */
  sources: string[];
}

export const typeText = (view: RecordView, type: string): string => view.mask.text(typeName(l10n, type));

/** `header`: of the line, where its seq stands in the log twice. */
export function entryWords(view: RecordView, seq: number, header = headerOf(view.state, seq)): EntryWords | undefined {
  if (header === undefined) return undefined;
  const { speaker, type, rebuttalTo, target } = header;
  const about = rebuttalTo ?? target;
  const kind = typeText(view, type);
  const redacted = view.state.redactions.get(seq);
  return {
    speaker: view.mask.text(speaker),
    kind: about === null ? kind : l10n.t('{0} on seq {1}', kind, about),
    body:
      redacted === undefined
        ? bodyOf(view.visible(seq))
        : {
            text: l10n.t(
              'Struck by seq {0}: {1}',
              redacted.by,
              plainLine(withPlaces(l10n, view.mask.text(redacted.reason))),
            ),
            form: 'text',
          },
    sources: sourcesOf(view, seq),
  };
}

function bodyOf(entry: VisibleEntry | undefined): EntryWords['body'] {
  if (entry === undefined) return { text: '', form: 'text' };
  return { text: withPlaces(l10n, entryContent(entry)), form: contentForm(entry) };
}

function sourcesOf(view: RecordView, seq: number): string[] {
  const sources = view.visible(seq)?.sources ?? [];
  return sources.map(({ url, quote = '' }) => {
    const found = statusWords(l10n, foundAs(view, findingOn(view.state, seq, url)));
    const cited = quote === '' ? '' : ` ${quoted(cutText(plainLine(unquoted(quote)), 200))}`;
    return `${found}: ${plainLine(sourcePlace(l10n, url))}${cited}`;
  });
}

const longestTold = 400;

/** Where only plain text can stand. */
export function entryText(view: RecordView, seq: number): string | undefined {
  const words = entryWords(view, seq);
  if (words === undefined) return undefined;
  const { speaker, kind, body, sources } = words;
  const head = [l10n.t('seq {0}', seq), plainLine(speaker), plainLine(kind)].join(' · ');
  const begins = cutText(plainLine(body.text), longestTold);
  return [head, begins, sources.join('\n')].filter((part) => part !== '').join('\n\n');
}
