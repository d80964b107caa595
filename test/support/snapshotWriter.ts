import { SnapshotStore, type NewSnapshot } from '../../src/record/snapshots';

// A process of its own: writes the same pages as its siblings at the same time, each as another version of an extractor read them.

/** The reading of page `index` by version `version`: other text, other parts. */
export function pageBy(version: number, index: number): NewSnapshot {
  const [body, comment] = [`Version ${version} read this. `.repeat(version), 'A reader wrote that.'];
  return {
    url: `https://a.example/${index}`,
    finalUrl: `https://b.example/${index}`,
    title: 'A page',
    contentType: 'text/html',
    accessed: '2026-07-21',
    body: Buffer.from(`page ${index}`),
    text: `${body}${comment}`,
    extractor: { name: 'readability', version },
    layout: { parts: [{ kind: 'comments', start: body.length, end: body.length + comment.length }] },
  };
}

const [folder, version, pages] = process.argv.slice(2);
if (folder !== undefined && process.send !== undefined) {
  const store = new SnapshotStore(folder);
  process.once('message', () => {
    void (async () => {
      const all = Array.from({ length: Number(pages) }, (_, index) => store.add(pageBy(Number(version), index)));
      process.send?.((await Promise.all(all)).map(({ text }) => text));
      process.disconnect();
    })();
  });
  process.send('ready');
}
