import { toPng } from 'html-to-image';
import { embeddedFonts } from './embedded-fonts.ts';
import { steadyDrawings } from './steady-drawings.ts';

/** Spec §9: "Download image scale 2". */
const scale = 2;

/**
 * Saves the result card that contains a download control as a PNG, and names the file by draw date and time. During the
 * capture the cursor is a wait cursor and the card is paler (spec §2). A failure is only logged (spec §8).
 */
export async function downloadCard(control: HTMLElement): Promise<void> {
  const card = control.closest<HTMLElement>('[data-draw]');
  if (!card || card.hasAttribute('aria-busy')) return;
  const restore = steadyDrawings(card);
  // The capture positions letters at fractions of a pixel. The page must do so too, so that lines wrap at the same
  // places in the page and in the picture.
  card.style.textRendering = 'geometricPrecision';
  card.setAttribute('aria-busy', 'true');
  document.documentElement.classList.add('is-capturing');
  try {
    const picture = await toPng(card, {
      pixelRatio: scale,
      fontEmbedCSS: await embeddedFonts(),
      // The picture shows the card in its normal state: opaque, without animation and controls.
      style: { opacity: '1', margin: '0', transform: 'none', animation: 'none' },
      filter: (node) => !(node instanceof HTMLElement && 'download' in node.dataset),
    });
    const link = document.createElement('a');
    link.href = picture;
    link.download = control.dataset['download'] || 'result.png';
    link.click();
  } catch (error) {
    reportError(error);
  } finally {
    restore();
    card.removeAttribute('style');
    card.removeAttribute('aria-busy');
    document.documentElement.classList.remove('is-capturing');
  }
}
