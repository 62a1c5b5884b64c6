import { toPng } from 'html-to-image';
import { embeddedFonts } from './embedded-fonts.ts';
import { fixDrawings } from './fix-drawings.ts';
import { addPictureSheet } from './picture-sheet.ts';

/** Spec §9: "Download image scale 2". */
const scale = 2;

/**
 * Saves a result card as a PNG, and names the file after the draw's date and time. During the capture, the cursor is a
 * wait cursor and the card is paler (spec §2). A failure is only logged (spec §8).
 * @param control the clicked download control, which is inside the card
 */
export async function downloadCard(control: HTMLElement): Promise<void> {
  const card = control.closest<HTMLElement>('[data-draw]');
  if (!card || card.hasAttribute('aria-busy')) return;
  card.setAttribute('aria-busy', 'true');
  document.documentElement.classList.add('is-capturing');
  let sheet: HTMLElement | undefined;
  try {
    sheet = await addPictureSheet(card);
    fixDrawings(sheet);
    const picture = await toPng(sheet, {
      pixelRatio: scale,
      fontEmbedCSS: await embeddedFonts(),
      style: { position: 'static' },
      filter: (node) => !(node instanceof HTMLElement && 'download' in node.dataset),
    });
    const link = document.createElement('a');
    link.href = picture;
    link.download = control.dataset['download'] || 'result.png';
    link.click();
  } catch (error) {
    reportError(error);
  } finally {
    sheet?.remove();
    card.removeAttribute('aria-busy');
    document.documentElement.classList.remove('is-capturing');
  }
}
