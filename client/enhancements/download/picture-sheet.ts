import { languagePrefix } from '../../i18n/language-prefix.ts';
import { loadTexts } from '../../i18n/texts.ts';
import { qrPicture } from '../../ui/qr-picture.ts';
import '../../styles/picture-sheet.css';

/**
 * Puts a copy of a result card next to the card, outside of the visible page, for the capture. Below the copy are the
 * site's name and address, the 18+ mark, and a QR code that leads to the check of the draw.
 * @returns the element to capture. The caller must remove the element after the capture
 * @throws if the texts cannot be loaded
 */
export async function addPictureSheet(card: HTMLElement): Promise<HTMLElement> {
  const t = await loadTexts(['site']);
  const copy = card.cloneNode(true);
  if (!(copy instanceof HTMLElement)) throw new Error('The card is not an HTML element');
  // Remove `data-draw`, because live results look for cards by this attribute. Without `is-fresh`, the copy does not
  // repeat the animation of a new result.
  delete copy.dataset['draw'];
  copy.removeAttribute('aria-busy');
  copy.classList.remove('is-fresh');
  const check = new URL(`${languagePrefix()}/verify/${card.dataset['draw'] ?? ''}`, location.origin).href;
  const sheet = element('div', 'picture-sheet', [
    copy,
    element('div', 'picture-sheet__foot', [
      element('div', 'picture-sheet__texts', [
        element('strong', 'picture-sheet__brand', [t('site.name')]),
        element('span', 'picture-sheet__host', [location.host]),
        element('span', 'picture-sheet__adults', [
          element('span', 'age-mark', ['18+']),
          t('layout.adults_only'),
        ]),
      ]),
      element('span', 'picture-sheet__scan', [t('layout.card.scan')]),
      qrCode(check),
    ]),
  ]);
  sheet.inert = true;
  sheet.style.width = `${card.getBoundingClientRect().width}px`;
  card.after(sheet);
  return sheet;
}

function element(tag: string, className: string, content: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...content);
  return made;
}

function qrCode(text: string): SVGElement {
  const { size, path } = qrPicture(text);
  const picture = drawing('svg', {
    class: 'picture-sheet__code',
    viewBox: `0 0 ${size} ${size}`,
    'shape-rendering': 'crispEdges',
  });
  picture.append(drawing('path', { d: path }));
  return picture;
}

function drawing(tag: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
