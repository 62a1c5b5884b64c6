import { toPng } from 'html-to-image';
import { embeddedFonts } from './embedded-fonts.ts';
import { steadyDrawings } from './steady-drawings.ts';

/** Spec §9: "Download image scale 2". */
const scale = 2;

/**
 * Saves the result card around a download control as a PNG, named by draw date and time. Meanwhile the pointer
 * waits and the card is paler (spec §2); a failure is only logged (spec §8).
 */
export async function downloadCard(control: HTMLElement): Promise<void> {
  const card = control.closest<HTMLElement>('[data-draw]');
  if (!card || card.hasAttribute('aria-busy')) return;
  const restore = steadyDrawings(card);
  // In a picture letters stand at parts of pixels. Where they do not on the screen, lines would break elsewhere.
  card.style.textRendering = 'geometricPrecision';
  card.setAttribute('aria-busy', 'true');
  document.documentElement.classList.add('is-capturing');
  try {
    const picture = await toPng(card, {
      pixelRatio: scale,
      fontEmbedCSS: await embeddedFonts(),
      // The picture is of the card as it was before the click: opaque, at rest, without its controls.
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
