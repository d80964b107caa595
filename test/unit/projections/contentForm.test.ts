import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { argumentContent } from '../../../src/debate/formats/dialectic/arguments';
import { assessmentText, rulingText } from '../../../src/debate/formats/tribunal/judgeTexts';
import { contentForm, entryContent, withListsEnded } from '../../../src/projections/contentForm';
import { entryMarkdown } from '../../../src/reports/contents';
import { markdownTree, plainText, type MarkdownNode } from '../../../src/shared/markdown';
import { seeded } from '../../support/seeded';

/** What begins a block or a span somewhere, and words around it. */
const motifs = [
  ...[
    '---',
    '===',
    '# x',
    '## ',
    '> q',
    '```',
    '~~~',
    '* a',
    '+ b',
    '1. c',
    '2) d',
    '| a | b |',
    '|--|--|',
    ':-- | --:',
    'a | b',
  ],
  ...[
    '**',
    '_',
    '`',
    '[a]: https://e.org ',
    '[a](https://e.org)',
    '![p](https://e.org/p.png)',
    '<h1>',
    '<!--',
    '&amp;',
    '\\',
    '~~',
  ],
  ...[
    '\t',
    '    ',
    '\n',
    '\n\n',
    'The words differ: “',
    '”.',
    'seq 4 ',
    ' https://e.org/a_b ',
    'word ',
    '\u2028',
    '  ',
  ],
];
const random = seeded(41);
const anyOf = (): string => motifs[Math.floor(random() * motifs.length)] ?? '';
const samples = Array.from({ length: 400 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 10) }, anyOf).join(''),
);
const byCode = ['ruling', 'note', 'redaction', 'verification_result', 'handoff'];
const withLists = ['setup', 'announcement', 'conclusion', 'judgment'];

const tagsIn = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node.tag, ...('children' in node ? tagsIn(node.children) : [])],
  );
const signs = (text: string): string => text.replaceAll(/\s/gu, '');

describe('a sentence behind a list', () => {
  const content = 'Open:\n- the levy\n  of 2020\n- the ferry\nBoth sides know it.\n\n1. one\n\nLast.';

  it('is none of its items, in the panel and in documents', () => {
    expect(withListsEnded(content)).toBe(content.replace('\nBoth', '\n\nBoth'));
    const written = { type: 'announcement', content, data: {} };
    for (const text of [entryContent(written), entryMarkdown(written)]) {
      const tokens = new MarkdownIt().parse(text, {});
      const at = tokens.findIndex((token) => token.content.startsWith('Both sides'));
      expect([tokens[at]?.content, tokens[at]?.level]).toEqual(['Both sides know it.', 1]);
    }
  });
});

describe('words of others in what code puts together', () => {
  it('make nothing of it in the panel, and all of them are shown', () => {
    for (const content of samples)
      for (const type of byCode) {
        const form = contentForm({ type, content });
        expect(form).toBe('text');
        const tree = markdownTree(content, { form }) ?? [];
        const made = new Set(tagsIn(tree));
        expect(
          [...made].filter((tag) => !['p', 'br', 'web', 'seq'].includes(tag)),
          JSON.stringify(content),
        ).toEqual([]);
        expect(signs(plainText(tree)), JSON.stringify(content)).toBe(signs(content));
      }
    for (const content of samples)
      for (const type of withLists) {
        const made = new Set(tagsIn(markdownTree(content, { form: contentForm({ type, content }) }) ?? []));
        const allowed = ['p', 'br', 'web', 'seq', 'ul', 'ol', 'li'];
        expect(
          [...made].filter((tag) => !allowed.includes(tag)),
          JSON.stringify(content),
        ).toEqual([]);
      }
  });

  it('make nothing of it in the documents', () => {
    const viewer = new MarkdownIt({ html: true, linkify: false });
    const allowed = new Set(['inline', 'paragraph_open', 'paragraph_close']);
    const inlines = new Set(['text', 'text_special', 'softbreak', 'hardbreak', 'link_open', 'link_close']);
    const links = { href: (seq: number) => `#seq-${seq}` };
    for (const content of samples) {
      const made = entryMarkdown({ type: 'ruling', content }, { links });
      const tokens = viewer.parse(`Before\n\n${made}\n\n# After`, {}).slice(0, -3);
      const about = JSON.stringify({ content, made });
      expect(
        tokens.filter(({ type }) => !allowed.has(type)).map(({ type }) => type),
        about,
      ).toEqual([]);
      const spans = tokens.flatMap(({ children }) => children ?? []);
      expect(
        spans.filter(({ type }) => !inlines.has(type)).map(({ type }) => type),
        about,
      ).toEqual([]);
      const targets = spans.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href') ?? '');
      expect(
        targets.filter((href) => !/^#seq-\d+$|^https:/.test(String(href))),
        about,
      ).toEqual([]);
    }
  });

  it('are text in a Judge’s words and in an argument that code put together', () => {
    const viewer = new MarkdownIt({ html: true });
    const headings = (text: string): string[] =>
      viewer
        .parse(text, {})
        .flatMap((token, at, all) => (token.type === 'heading_open' ? [all[at + 1]?.content ?? ''] : []));
    const foreign = '**Strong** “\n---\n# Head\n| a |\n|---|\n![p](https://e.org/p.png) <b>';
    const ground = { source: `A page ${foreign}`, content: foreign, url: 'workspace:a.md#L1', quote: foreign };
    const argument = {
      ...({ id: 'prop_001', side: 'proposition', exchange: 1, title: 'Own title', claim: 'Own *claim*.' } as const),
      ...{ grounds: [ground], warrant: 'Own warrant.', attacks: [], defends: [] },
    };
    const said = { type: 'argument', content: argumentContent(argument), data: { argument } };
    expect(headings(said.content).length).toBeGreaterThan(4);
    const shown = entryContent(said);
    expect(headings(shown)).toEqual(['Claim', 'Grounds', expect.stringMatching(/^1\. A page /), 'Warrant']);
    expect(shown).toContain('Own *claim*.');
    const tree = markdownTree(shown) ?? [];
    expect(plainText(tree)).toContain('![p](https://e.org/p.png) <b>');
    expect(tagsIn(tree)).not.toContain('table');
    // An argument of another program's shape is its author's.
    expect(entryContent({ ...said, content: '# Other' })).toBe('# Other');

    const fact = { claim: foreign, verdict: 'CONFIRMED', side: 'critic', explanation: foreign } as const;
    const issue = { id: 'I1', title: foreign, status: 'open', severity: 'Major', reason: 'Own *reason*.' } as const;
    const data = { round: 1, fact_check: [fact], issues: [issue] };
    const assessment = { type: 'assessment', content: assessmentText(data), data };
    expect(headings(assessment.content)).toContain('Head');
    expect(headings(entryContent(assessment))).toEqual(['Assessment, round 1', 'Fact check', 'Issues']);
    expect(entryContent(assessment)).toContain('Own *reason*.');
    const verdict = { issue: 'I1', verdict: 'ACCEPTED', reason: 'Own.' } as const;
    const ruled = { verdicts: [verdict] };
    const ruling = { type: 'judges_ruling', content: rulingText(ruled, () => foreign), data: ruled };
    expect(headings(ruling.content)).toContain('Head');
    expect(headings(entryContent(ruling))).not.toContain('Head');
  });

  it('leave alone what its author wrote, what an import brought, and the lists that code makes', () => {
    const content = '## Title\n\n- **a**';
    for (const type of ['rebuttal', 'document', 'argument', 'assessment', 'of another program'])
      expect(contentForm({ type, content })).toBe('markdown');
    expect(contentForm({ type: 'note', content, data: { imported: { file: 'issue-tracker.md' } } })).toBe('markdown');
    const result = { type: 'verification_result', content: '{"note": "```\\n# x"}' };
    expect(contentForm(result)).toBe('markdown');
    expect(entryMarkdown(result)).toBe('```json\n{"note": "\'\'\'\\n# x"}\n```');
    const said = 'Evaluation:\n- ada: **7/10**\n- bob: 6/10';
    expect(tagsIn(markdownTree(said, { form: contentForm({ type: 'conclusion', content: said }) }) ?? [])).toContain(
      'li',
    );
    expect(entryMarkdown({ type: 'conclusion', content: said })).toBe(
      'Evaluation:\n- ada: \\*\\*7/10\\*\\*\n- bob: 6/10',
    );
    expect(entryMarkdown({ type: 'ruling', content: 'The words:\n- a' })).toBe('The words:\\\n\\- a');
  });
});

it('a judgment that an importer wrote is shown with its ids in bold, and a judgment of code as text', () => {
  const entry = { type: 'judgment', content: '- **prop_000a**: +0.40. Counted.' };
  const score = { argument_id: 'prop_000a', score: 0.4, reasoning: 'Counted.' };
  const imported = { ...score, scored_at: '2025-03-01T10:00:00+00:00' };
  expect(contentForm({ ...entry, data: { scores: [imported] } })).toBe('markdown');
  expect(contentForm({ ...entry, data: { scores: [score] } })).toBe('lines');
});
