import { readLined } from '../../src/matching/text/linedText';
import { htmlLines } from '../../src/research/extract/htmlPage';

export const tramsPage = `<!doctype html>
<html lang="en"><head>
<title>Trams &amp; people</title>
<meta name="author" content="Ann Lee"><meta property="og:site_name" content="The Survey"><meta name="date" content="2024-05-17">
<script>
const hidden = "Words of a script are nobody's words in the survey.";
</script>
</head>
<body>
<nav class="menu"><ul><li><a href="/a">Every tram line of the city is listed here</a></li><li><a href="/b">All other pages of the survey</a></li></ul></nav>
<h1>Trams</h1>
<p>Trams carried <em>41&nbsp;percent</em> of all
  <a class="link"
     href="/passengers">passengers</a> in the year that the <b>sur</b>vey covers.</p>
<!-- A comment says that trams are slower than horses. -->
<p>R&amp;D took 7&#8239;% of the budget &mdash; less than <i>anybody</i> thought.<br>It was never <span style="display:none">not</span> more.</p>
<p hidden>Nobody sees that the trams were always late that year.</p>
<div class="newsletter-signup">Subscribe to the newsletter of the tram survey now.</div>
<p>The drivers were asked twice, and most of them said that the new line is better than the old one was.</p>
<h2>References</h2>
<ol><li>Smith, A. (2019). A history of trams in large cities. Journal of Rails 3.</li><li>Jones, B. (2020). On buses and their drivers. Press.</li></ol>
</body></html>
`;

/** The text of a page as the checks read it. */
export function read(html: string): string {
  const { text, layout } = htmlLines(html);
  return readLined(text, layout).text;
}
