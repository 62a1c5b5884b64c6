/**
 * Texts as WordPress sends them in `content.rendered`, with the markup of its block editor and of older editors.
 * `https://cms.example` is the address at which editors open WordPress.
 */
const uploads = 'https://cms.example/wp-content/uploads/2026/11';

const picture = (name: string, alt: string, classes = 'wp-image-7') =>
  `<img loading="lazy" decoding="async" width="1024" height="683" src="${uploads}/${name}-1024x683.jpg" alt="${alt}" ` +
  `class="${classes}" srcset="${uploads}/${name}-1024x683.jpg 1024w, ${uploads}/${name}-300x200.jpg 300w, ` +
  `${uploads}/${name}-768x512.jpg 768w, ${uploads}/${name}.jpg 1200w" sizes="(max-width: 1024px) 100vw, 1024px" />`;

const image = (name: string, alt: string, { align = '', caption = '', size = 'large' } = {}) =>
  `<figure class="wp-block-image ${align} size-${size}">${picture(name, alt)}` +
  `${caption ? `<figcaption class="wp-element-caption">${caption}</figcaption>` : ''}</figure>`;

const sentence =
  'The draw room is sealed an hour before each draw, and two inspectors compare the machines with the protocol.';

const inline = `
<h2 class="wp-block-heading" id="marks">Marks in a text</h2>
<p class="has-text-align-center has-vivid-red-color has-text-color" style="color:#cf2e2e">A centred paragraph in red.</p>
<p>Prices went from <del>20</del> to <ins>25</ins>, <mark style="background-color:#fcb900" class="has-inline-color">this is
marked</mark>, H<sub>2</sub>O and x<sup>2</sup>, <s>struck</s>, <q>quoted</q>, <kbd>Ctrl</kbd>, <var>n</var>.</p>
<h3 class="wp-block-heading">A heading of level three</h3>
<h4 class="wp-block-heading">A heading of level four</h4>
<h5 class="wp-block-heading has-text-align-right">A heading of level five</h5>
<h6 class="wp-block-heading">A heading of level six</h6>
<p class="has-drop-cap">${sentence} ${sentence}</p>
<p class="has-large-font-size">A large paragraph.</p><p class="has-small-font-size">A small paragraph.</p>
<p class="has-background" style="background-color:#abb8c3">A paragraph with a background.</p>
<dl><dt>Draw</dt><dd>The event that produces a result.</dd><dt>Tier</dt><dd>A class of prizes.</dd></dl>`;

const pictures = `
<h2 class="wp-block-heading" id="pictures">Pictures</h2>
${image('beach', 'A beach at dawn', { caption: 'The beach of <strong>Goa</strong>.' })}
<div class="wp-block-image"><figure class="alignleft size-medium"><img decoding="async" width="300" height="200"
src="${uploads}/river-300x200.jpg" alt="A river" class="wp-image-8" srcset="${uploads}/river-300x200.jpg 300w, ${uploads}/river.jpg 1200w"
sizes="(max-width: 300px) 100vw, 300px" /></figure></div>
<p>${sentence} ${sentence} ${sentence}</p>
${image('forest', 'A forest', { align: 'alignright' })}
<p>${sentence} ${sentence}</p>
${image('city', 'A city at night', { align: 'aligncenter', caption: 'A caption below a centred picture.' })}
${image('coast', 'A coast', { align: 'alignwide' })}
<figure class="wp-block-gallery has-nested-images columns-3 is-cropped wp-block-gallery-1 is-layout-flex">
${image('one', 'First')}${image('two', 'Second', { caption: 'The second picture' })}${image('three', 'Third')}
${image('four', '')}<figcaption class="blocks-gallery-caption wp-element-caption">Four pictures</figcaption></figure>
<div id='gallery-1' class='gallery galleryid-5 gallery-columns-3 gallery-size-thumbnail'><dl class='gallery-item'>
<dt class='gallery-icon landscape'><a href='https://cms.example/blogs/a/beach/'><img width="150" height="150"
src="${uploads}/beach-150x150.jpg" alt="Small beach" /></a></dt><dd class='wp-caption-text gallery-caption'>Caption</dd></dl>
<dl class='gallery-item'><dt class='gallery-icon landscape'><a href='${uploads}/river.jpg'><img width="150" height="150"
src="${uploads}/river-150x150.jpg" alt="" /></a></dt></dl><br style="clear: both" /></div>
<figure id="attachment_9" style="width: 300px" class="wp-caption alignright"><img src="${uploads}/river-300x200.jpg" alt="River"
/><figcaption class="wp-caption-text">A caption of the classic editor</figcaption></figure>
<p>${sentence}</p>
<p><img src="https://i0.wp.com/elsewhere.example/photo.jpg" alt="A photo of another host" /> and <img src="${uploads}/logo.svg" alt="A logo" />.</p>`;

/** A picture that the reader can enlarge by a click, as WordPress 6.8 sends it. */
const lightbox = `
<figure data-wp-context="{&quot;imageId&quot;:&quot;6a1&quot;}" data-wp-interactive="core/image" class="wp-block-image size-large
wp-lightbox-container">${picture('beach', 'A beach that grows')}<button class="lightbox-trigger" type="button"
aria-haspopup="dialog" aria-label="Enlarge" data-wp-init="callbacks.initTriggerButton"><svg xmlns="http://www.w3.org/2000/svg"
width="12" height="12" fill="none" viewBox="0 0 12 12"><path fill="#fff" d="M2 0a2 2 0 0 0-2 2v2h1.5V2Z" /></svg></button></figure>`;

const layout = `
<h2 class="wp-block-heading" id="layout">Layout</h2>
<div class="wp-block-columns is-layout-flex wp-container-core-columns-is-layout-1"><div class="wp-block-column is-layout-flow"
style="flex-basis:66.66%"><p>The wide column. ${sentence}</p></div><div class="wp-block-column is-vertically-aligned-center
is-layout-flow" style="flex-basis:33.33%"><p>The narrow column.</p></div></div>
<div class="wp-block-columns has-background is-layout-flex"><div class="wp-block-column"><p>One</p></div><div
class="wp-block-column"><p>Two</p></div><div class="wp-block-column"><p>Three</p></div></div>
<div class="wp-block-media-text has-media-on-the-right is-stacked-on-mobile" style="grid-template-columns:auto 40%"><div
class="wp-block-media-text__content"><p>Text beside a picture. ${sentence}</p></div><figure class="wp-block-media-text__media">
${picture('tower', 'A tower', 'wp-image-7 size-full')}</figure></div>
<div class="wp-block-cover alignwide" style="min-height:300px"><span aria-hidden="true" class="wp-block-cover__background
has-background-dim"></span><img decoding="async" width="1200" height="800" class="wp-block-cover__image-background wp-image-7"
alt="" src="${uploads}/night.jpg" data-object-fit="cover" /><div class="wp-block-cover__inner-container is-layout-flow"><p
class="has-text-align-center has-large-font-size">Words on a picture</p></div></div>
<div class="wp-block-buttons is-layout-flex"><div class="wp-block-button"><a class="wp-block-button__link wp-element-button"
href="https://cms.example/faq/">Questions</a></div><div class="wp-block-button is-style-outline"><a
class="wp-block-button__link wp-element-button" href="https://elsewhere.example/">Elsewhere</a></div></div>
<div class="wp-block-group has-background"><p>A group with a background.</p></div>
<hr class="wp-block-separator has-alpha-channel-opacity is-style-dots"/>
<div style="height:100px" aria-hidden="true" class="wp-block-spacer"></div>
<blockquote class="wp-block-quote is-layout-flow"><p>${sentence}</p><cite>An inspector</cite></blockquote>
<figure class="wp-block-pullquote"><blockquote><p>Nobody touches the machines.</p><cite>The rules</cite></blockquote></figure>
<pre class="wp-block-code"><code>draw(seed, rules)</code></pre>
<pre class="wp-block-preformatted">Column one    Column two
1             2</pre>
<pre class="wp-block-verse">Six numbers in a row,
nobody knows where they go.</pre>
<figure class="wp-block-table is-style-stripes"><table class="has-fixed-layout"><thead><tr><th>Game</th><th
class="has-text-align-right" data-align="right">Price</th></tr></thead><tbody><tr><td>Keno</td><td class="has-text-align-right"
data-align="right">20</td></tr><tr><td>Daily</td><td class="has-text-align-right">10</td></tr></tbody></table><figcaption
class="wp-element-caption">Prices of tickets</figcaption></figure>
<details class="wp-block-details is-layout-flow"><summary>More</summary><p>Hidden text.</p></details>`;

const embeds = `
<h2 class="wp-block-heading" id="embeds">Embeds and links</h2>
<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper">
<iframe title="How a draw works" width="500" height="281" src="https://www.youtube.com/embed/SQEQr7c0-dw?feature=oembed"
allowfullscreen></iframe></div><figcaption class="wp-element-caption">A film</figcaption></figure>
<figure class="wp-block-video"><video controls src="${uploads}/draw.mp4"></video></figure>
<div class="wp-block-file"><a id="wp-block-file--media-1" href="${uploads}/terms.pdf">Terms</a><a href="${uploads}/terms.pdf"
class="wp-block-file__button wp-element-button" download>Download</a></div>
<form role="search" method="get" action="https://cms.example/" class="wp-block-search"><label>Search</label><input type="search"
name="s" /><button type="submit">Search</button></form>
<p><a href="https://cms.example/blogs/odds-explained/#high">post</a> <a href="http://cms.example/hi/games/golden-keno/">Hindi page</a>
<a href="/faq/?utm_source=mail">relative</a> <a href="https://cms.example/2026/11/20/dated-post/">dated</a>
<a href="https://cms.example/news/#top">post by its name</a> <a href="/news">relative post</a> <a href="https://cms.example/nowhere/">unknown name</a> <a
href="#marks">anchor</a> <a href="https://cms.example/wp-admin/post.php?post=3">admin</a> <a
href="https://cms.example/?p=12">short</a> <a href="https://cms.example/blogs/odds-explained/feed/">feed</a> <a
href="https://cms.example/category/news/">category</a> <a href="https://elsewhere.example/page">other host</a> <a
href="javascript:alert(1)">script</a></p>
<p onclick="alert(1)">Safe<script>alert(1)</script><style>p{color:red}</style></p>`;

export const blockText = inline + pictures + lightbox + layout + embeds;
