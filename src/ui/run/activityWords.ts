import * as l10n from '@vscode/l10n';
import { plainLine } from '../plainLine';
import { cutText } from '../../debate/shortText';

const longest = 120;

/** What an agent does beside writing, from the detail of a progress event: `searching QUERY`, `reading URL`, `using TOOL`. */
export function activityWords(detail: string): string {
  const [, verb, about = ''] = /^(searching|reading|using) ([\s\S]*)$/.exec(detail) ?? [];
  switch (verb) {
    case 'searching':
      return l10n.t('searching “{0}”', short(about));
    case 'reading':
      return l10n.t('reading {0}', short(placeName(about)));
    case 'using':
      return l10n.t('using {0}', short(about));
    default:
      return short(detail);
  }
}

/** The site of a page, which says more of it than a long address does; the path of a file. */
function placeName(url: string): string {
  const file = /^workspace:([^#]*)/.exec(url)?.[1];
  if (file !== undefined) return decoded(file);
  return URL.canParse(url) ? new URL(url).host || url : url;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A stray % that nobody encoded.
  }
}

const short = (text: string): string => cutText(plainLine(text), longest);
