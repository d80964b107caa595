import { plainLine } from '../../matching/text/shortText';
import type { HostsData } from '../log/entryData';

/** One sentence on seats that agents of a client answered for: what is known, and what is the client's word. */
export function hostWords({ seats, client, model }: Pick<HostsData, 'seats' | 'client' | 'model'>): string {
  const name = `“${said(client.name)} ${said(client.version)}”`;
  const on = model === undefined ? '' : `, on “${said(model)}”`;
  return `Seats ${seats.join(', ')} were answered by agents of ${name}${on}, as it says of itself. Each task was handed out by itself; that each had an agent of its own, which read neither this folder nor other seats, is the client’s word.`;
}

/** Foreign text, in which nothing can be formatted. */
const said = (text: string): string => plainLine(text).replace(/[^\p{L}\p{N} ._+-]/gu, '');
