import type { SafeHtml } from '../../shared/pages/content.ts';

/** All elements that a CMS text can contain. The table and the long word are wider than the screen of a small phone. */
export const sampleArticleHtml: SafeHtml = {
  __html: `<p>A draw is worth watching when <strong>anyone can check it</strong>. Read <a href="/faq">the questions</a> first, or <em>go on</em>.</p>
<h2 id="how-it-goes">How it goes</h2>
<ol><li>A secret seed is made.</li><li>Its fingerprint is published: <code>9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5</code></li><li>Sales close.<ul><li>All tickets are bound together.</li><li>Nothing can be added.</li></ul></li></ol>
<h3 id="in-figures">In figures</h3>
<table><thead><tr><th scope="col">Promise</th><th scope="col">How you can tell</th><th scope="col">Where</th><th scope="col">Since</th></tr></thead>
<tbody><tr><td>Draws are fixed before sales open</td><td>The fingerprint is published with each draw</td><td><a href="/results">Results</a></td><td>2026</td></tr>
<tr><td>Odds are shown</td><td>Each prize table states the chance of one line</td><td><a href="/games">Games</a></td><td>2026</td></tr></tbody></table>
<blockquote><p>Decide what you can spare before you play.</p></blockquote>
<pre><code>sha256(seed) = 9f2c4be1a07d55c3e8b6f1d2a4907c3be5d81f60a2b94c7d3e6f8091a2b3c4d5</code></pre>
<hr>
<h2 id="what-stays-open">What stays open</h2>
<ul><li>Whether the seed was chosen at random.</li><li>Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz</li></ul>`,
};

const question = (index: number): string =>
  `<details id="question-${index}"><summary>Question ${index}: when is the next draw held?</summary><p>Each game has its own times. They stand on the page of the game.</p></details>`;

/** Twenty collapsed questions under two headings. */
export const sampleQuestionsHtml: SafeHtml = {
  __html: `<p>Short answers. Nothing here? Write to us.</p><h2 id="draws">Draws</h2>${[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(question).join('')}<h2 id="prizes-and-payments">Prizes and payments</h2>${[11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(question).join('')}`,
};

export const sampleRulesHtml: SafeHtml = {
  __html: `<h2 id="how-to-play">How to play</h2><p>Choose six numbers from 1 to 49. The draw takes six, and a bonus ball.</p><h2 id="rollover">When nobody has all six</h2><p>The jackpot goes on to the next draw, and grows.</p>`,
};
