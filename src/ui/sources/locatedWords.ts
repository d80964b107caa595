import * as l10n from '@vscode/l10n';
import type { Located } from './locatePassage';
import { cutText } from '../../matching/text/shortText';

export type Remedy =
  | { kind: 'entry'; label: string; seq: number }
  | { kind: 'file'; label: string }
  | { kind: 'browser'; label: string; address: string }
  | { kind: 'copy'; label: string; address: string }
  | { kind: 'check'; label: string };

interface LocatedMessage {
  readonly message: string;
  readonly remedies: readonly Remedy[];
}

export type Unopened = Exclude<Located, { kind: 'file' | 'snapshot' }>;

export function locatedMessage(located: Unopened): LocatedMessage {
  switch (located.kind) {
    case 'unfetched':
      return unfetched(located);
    case 'redacted':
      return redacted(located);
    case 'invented':
      return invented(located);
    case 'changed':
      return {
        message: l10n.t(
          '{0} has changed since the debate began, and no snapshot was kept of what was cited.',
          located.file,
        ),
        remedies: [{ kind: 'file', label: l10n.t('Show the File as It Is Now') }, entryRemedy(located.facts.seq)],
      };
    case 'missing':
      return missing(located);
    case 'invalid':
      return {
        message: l10n.t('The source {0} cannot be opened: {1}.', shortened(located.url), located.reason),
        remedies: [entryRemedy(located.seq)],
      };
    case 'unknown':
      return {
        message: l10n.t('There is no entry {0} in this debate, so its source cannot be opened.', located.seq),
        remedies: [],
      };
  }
}

/** No text of it is kept: the Verifier could not read it, or has not looked at it yet. */
function unfetched({ facts, address }: Extract<Unopened, { kind: 'unfetched' }>): LocatedMessage {
  const place = shortened(facts.shownUrl);
  const browser: Remedy = { kind: 'browser', label: l10n.t('Open in Browser'), address };
  if (facts.explanation === '') {
    return {
      message: l10n.t(
        'No text of {0} is kept, because the Verifier has not read it. A browser can open the page and look for the quotation.',
        place,
      ),
      remedies: [browser, { kind: 'copy', label: l10n.t('Copy Address'), address }],
    };
  }
  return {
    message: l10n.t('No text of {0} is kept. {1}', place, facts.explanation),
    remedies: [browser, { kind: 'check', label: l10n.t('Check Again') }],
  };
}

function redacted({ seq, by, reason, isInvented }: Extract<Unopened, { kind: 'redacted' }>): LocatedMessage {
  const message = isInvented
    ? l10n.t(
        'The source that seq {0} cites never was there to be read: it was found fabricated. The entry is struck by seq {1}.',
        seq,
        by,
      )
    : l10n.t('Seq {0} is struck from the record by seq {1}, and its sources with it: {2}', seq, by, reason);
  return { message, remedies: [rulingRemedy(by)] };
}

function invented({ facts, place, isWeb, ruling }: Extract<Unopened, { kind: 'invented' }>): LocatedMessage {
  const message = isWeb
    ? l10n.t(
        '{0} was found fabricated: the page is not there, and never was as far as an archive knows.',
        shortened(place),
      )
    : l10n.t('{0} never was among the evidence files of this debate, so that there is nothing to open.', place);
  return { message, remedies: [ruling === undefined ? entryRemedy(facts.seq) : rulingRemedy(ruling)] };
}

function missing({ facts, path, root }: Extract<Unopened, { kind: 'missing' }>): LocatedMessage {
  const message =
    root === null
      ? l10n.t(
          '{0} is in none of the open folders, and no snapshot of it was kept. Open the folder that holds it and try again.',
          path,
        )
      : l10n.t(
          '{0} is no longer there, and no snapshot of it was kept. It was in {1}: put it back, or open the folder that holds it, and try again.',
          path,
          root,
        );
  return { message, remedies: [entryRemedy(facts.seq)] };
}

const entryRemedy = (seq: number): Remedy => ({ kind: 'entry', label: l10n.t('Show Entry'), seq });
const rulingRemedy = (seq: number): Remedy => ({ kind: 'entry', label: l10n.t('Show the Ruling'), seq });

const longestShown = 120;
const shortened = (text: string): string => cutText(text, longestShown);
