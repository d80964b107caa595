import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { large } from './behaviours';
import type { HostPlan } from './localHost';
import { bridge, lantern } from './pages/texts';
import { typed, type FixedPage } from './webPage';

const article = `<!doctype html><title>${bridge.title}</title><body><p>${bridge.sentences.reopened}</p></body>`;

const packed = (coding: string, body: Uint8Array): FixedPage =>
  typed('text/html; charset=utf-8', body, { headers: { 'content-encoding': coding } });

/** 64 MiB of spaces, packed. Brotli at its best takes seconds, for the same hundred bytes. */
const vast = Buffer.alloc(64 * 1024 * 1024, ' ');
const gzipBomb = gzipSync(vast);
const brotliBomb = brotliCompressSync(vast, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

/** 港の橋は十四か月ぶりに再開した。 in the tables of JIS X 0208, because Node.js itself only decodes. */
const shiftJis = Buffer.from('8d6082cc8bb482cd8f5c8e6c82a98c8e82d482e882c98dc48a4a82b582bd8142', 'hex');

const utf16 = (text: string, isLittle: boolean): Buffer => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  return isLittle ? bytes : bytes.swap16();
};

const inGerman = `<!doctype html><title>Fähre</title><body><p>${lantern.latin}</p></body>`;

/** Pages as servers pack, label and encode them, well and badly. */
export const encodedHost: HostPlan = {
  pages: {
    '/latin1': typed('text/html; charset=iso-8859-1', Buffer.from(inGerman, 'latin1')),
    '/latin1-unsaid': typed('text/html', Buffer.from(inGerman, 'latin1')),
    '/shift-jis': typed(
      'text/html; charset=Shift_JIS',
      Buffer.concat([Buffer.from('<!doctype html><title>-</title><body><p>'), shiftJis, Buffer.from('</p></body>')]),
    ),
    '/shift-jis-meta': typed(
      'text/html',
      Buffer.concat([
        Buffer.from('<!doctype html><meta charset="shift_jis"><title>-</title><body><p>'),
        shiftJis,
        Buffer.from('</p></body>'),
      ]),
    ),
    '/utf16le': typed('text/html', utf16(inGerman, true)),
    '/utf16be': typed('text/html; charset=utf-8', utf16(inGerman, false)),
    '/typographic': typed('text/plain; charset=utf-8', lantern.typographic),
    '/gzip': packed('gzip', gzipSync(article)),
    '/br': packed('br', brotliCompressSync(article)),
    '/deflate': packed('deflate', deflateSync(article)),
    '/deflate-raw': packed('deflate', deflateRawSync(article)),
    '/gzip-damaged': packed('gzip', gzipSync(article).subarray(0, 60)),
    '/zstd': packed('zstd', Buffer.from(article)),
    '/gzip-bomb': packed('gzip', gzipBomb),
    '/br-bomb': packed('br', brotliBomb),
    '/gzip-in-gzip-bomb': packed('gzip, gzip', gzipSync(gzipBomb)),
    '/eleven-mib': large(11 * 1024 * 1024),
    '/eleven-mib-told': typed('text/plain', 'short', { headers: { 'content-length': String(11 * 1024 * 1024) } }),
    '/nine-mib': large(9 * 1024 * 1024),
    '/called-image': typed('image/png', article),
    '/film': typed('video/mp4', Buffer.alloc(1_000)),
    '/no-type': { headers: {}, body: article },
    '/no-type-binary': { headers: {}, body: Buffer.from([0, 1, 2, 3, 0, 255]) },
    '/binary-as-text': typed('text/plain', Buffer.from([72, 0, 105, 0, 255, 254])),
    '/unknown-charset': typed('text/html; charset=klingon-1', article),
  },
};
