/**
 * Runs in the page. The editor draws selections and highlights as boxes behind its text; this reads the text that lies in the boxes
 * that match a selector, one string per box, from top to bottom. It is a text because it is written for the browser, whose types
 * these tests do not load.
 */
export const underBoxes = (selector: string): string => `(() => {
  const editor = document.querySelector('.editor-group-container.active .monaco-editor');
  if (!editor) return [];
  const boxes = [...editor.querySelectorAll(${JSON.stringify(selector)})]
    .map((box) => box.getBoundingClientRect())
    .filter((box) => box.width > 0)
    .sort((a, b) => a.top - b.top || a.left - b.left);
  const texts = [];
  for (const line of editor.querySelectorAll('.view-lines .view-line')) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
  }
  const range = document.createRange();
  const isInside = (box, letter) => {
    const x = (letter.left + letter.right) / 2, y = (letter.top + letter.bottom) / 2;
    return letter.width > 0 && x > box.left && x < box.right && y > box.top && y < box.bottom;
  };
  return boxes.map((box) => {
    let text = '';
    for (const node of texts) {
      for (let at = 0; at < node.length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        if (isInside(box, range.getBoundingClientRect())) text += node.data[at];
      }
    }
    return text.replaceAll('\\u00a0', ' ');
  }).filter((text) => text !== '');
})()`;
