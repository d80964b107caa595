/** A page of pieces with their positions. */
export interface PlacedPage {
  /** Degrees by which viewers turn the page. */
  rotate?: number;
  pieces: readonly PlacedText[];
}

/** Points from the left and the bottom of the page; `angle` is in degrees. */
export interface PlacedText {
  text: string;
  x: number;
  y: number;
  size: number;
  angle?: number;
}

/** A hand-written PDF document, with enough of the format for readers to accept it. */
export interface PdfFile {
  /** The lines of each page, or its pieces. A page without lines shows no text, like a scan. */
  pages: readonly (readonly string[] | PlacedPage)[];
  info?: Readonly<Record<string, string>>;
  /** XMP: elements below `rdf:Description`. */
  xmp?: string;
  /** The font's dictionary; default Helvetica. */
  font?: string;
  /** Character that `a` shows, as a font's `/ToUnicode 5 0 R` says. */
  shownByA?: string;
  /** Marks the document as encrypted, with an unknown key. */
  isProtected?: boolean;
}

export function pdfFile({
  pages,
  info = {},
  xmp,
  font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  shownByA = 'a',
  isProtected = false,
}: PdfFile): Uint8Array {
  const objects: string[] = [
    '',
    '',
    font,
    `<< ${Object.entries(info)
      .map(([name, text]) => `/${name} ${literal(text)}`)
      .join(' ')} >>`,
    stream(characterMap(shownByA)),
  ];
  const add = (object: string): string => `${objects.push(object)} 0 R`;
  const kids = pages.map((page) => {
    const isPlaced = 'pieces' in page;
    const content = add(stream(isPlaced ? page.pieces.map(placed).join(' ') : contentOf(page)));
    const box = isPlaced ? `0 0 612 792] /Rotate ${page.rotate ?? 0}` : `0 0 612 ${heightFor(page)}]`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box} /Resources << /Font << /F1 3 0 R >> >> /Contents ${content} >>`,
    );
  });
  const metadata = xmp === undefined ? '' : ` /Metadata ${add(stream(packet(xmp), '/Type /Metadata /Subtype /XML '))}`;
  objects[0] = `<< /Type /Catalog /Pages 2 0 R${metadata} >>`;
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`;
  const lock = isProtected
    ? ` /Encrypt ${add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`)} /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`
    : '';
  return assembled(objects, lock);
}

function assembled(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R /Info 4 0 R${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const literal = (text: string): string => `(${text.replace(/[\\()]/g, '\\$&')})`;

const stream = (content: string, entries = ''): string =>
  `<< ${entries}/Length ${content.length} >>\nstream\n${content}\nendstream`;

function placed({ text, x, y, size, angle = 0 }: PlacedText): string {
  const [cosine, sine] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)].map((n) =>
    n.toFixed(6),
  );
  return `BT /F1 ${size} Tf ${cosine} ${sine} ${-Number(sine)} ${cosine} ${x} ${y} Tm ${literal(text)} Tj ET`;
}

/** Words outside a page are invisible. */
const heightFor = (lines: readonly string[]): number => Math.max(792, 104 + 14 * lines.length);

const contentOf = (lines: readonly string[]): string =>
  lines.length === 0
    ? '0 0 10 10 re f'
    : `BT /F1 11 Tf 14 TL 60 ${heightFor(lines) - 52} Td ${lines.map((line) => `${literal(line)} Tj T*`).join(' ')} ET`;

const characterMap = (shown: string): string =>
  `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <${shown.charCodeAt(0).toString(16).padStart(4, '0')}> endbfchar endcmap end end`;

const packet = (elements: string): string =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
