interface DebateLink {
  folder: string;
  seq?: number | undefined;
}

const extensionId = 'rostrum.rostrum';
const linkPath = '/debate';

/**
 * Link `vscode://rostrum.rostrum/debate?folder=…&seq=4`. The folder is encoded twice, because the editor decodes the
 * query once before it passes the link on.
 */
export function debateLink(scheme: string, { folder, seq }: DebateLink): string {
  const path = encodeURIComponent(encodeURIComponent(folder).replaceAll('%2F', '/')).replaceAll('%2F', '/');
  return `${scheme}://${extensionId}${linkPath}?folder=${path}${seq === undefined ? '' : `&seq=${seq}`}`;
}

/** `query` is decoded already. Undefined if it is not a link to a debate. */
export function parseDebateLink({ path, query }: { path: string; query: string }): DebateLink | undefined {
  if (path.replace(/(?<!\/)\/+$/, '') !== linkPath) return undefined;
  const fields = new Map(
    query.split('&').map((field) => [field.split('=', 1)[0] ?? '', field.slice(field.indexOf('=') + 1)]),
  );
  const folder = decoded(fields.get('folder') ?? '');
  if (folder === undefined || !isAbsolute(folder)) return undefined;
  const seq = fields.get('seq');
  if (seq === undefined) return { folder };
  return /^\d{1,15}$/.test(seq) ? { folder, seq: Number(seq) } : undefined;
}

/**
 * Whether the path is absolute on this machine. Network shares are excluded, because merely looking at one sends the
 * user's credentials to the author of the link.
 */
const isAbsolute = (path: string): boolean => /^(?:\/(?![\\/])|[a-z]:[\\/])/i.test(path) && !path.includes('\0');

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // A `%` that was not encoded.
  }
}
