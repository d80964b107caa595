/** A PDF document of plain lines on several pages, the simplest that readers accept. Characters of Latin-1 only. */
export function pdfOf(pages: readonly (readonly string[])[], title = ''): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const [catalogue, tree, font] = [1, 2, 3];
  add(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  add(''); // Place of the page tree, filled in once the pages are known.
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids = pages.map((lines) => {
    const stream = contents(lines);
    const content = add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${content} 0 R >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] /Count ${kids.length} >>`;
  const info = add(`<< /Title (${escaped(title)}) >>`);
  return written(objects, `/Root ${catalogue} 0 R /Info ${info} 0 R`);
}

function contents(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  return `BT /F1 12 Tf 15 TL 60 780 Td\n${shown}\nET`;
}

const escaped = (text: string): string => text.replace(/[\\()]/g, (char) => `\\${char}`);

function written(objects: readonly string[], roots: string): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} ${roots} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
