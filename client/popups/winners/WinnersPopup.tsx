import { Dialog } from '../../ui/Dialog.tsx';
import { loadSection, SectionContent } from '../page-section.tsx';
import type { PopupContext } from '../popup.ts';

/**
 * Shows the winners of a draw (spec §2, winners-count popup). The link that opens the popup points to the draw's page,
 * and the popup shows a section of this page.
 * @throws if the page or the section cannot be loaded; the browser then follows the link
 */
export async function prepareWinners({ t, opener, close }: PopupContext) {
  if (!(opener instanceof HTMLAnchorElement)) throw new Error('The winners popup needs a link to a draw');
  const { pathname, search, hash } = opener;
  const { section, heading } = await loadSection(pathname + search, hash || '#winners');
  return (
    <Dialog
      title={heading ?? t('popup.winners')}
      closeLabel={t('popup.close')}
      width="general"
      onClose={close}
    >
      <SectionContent section={section} />
    </Dialog>
  );
}
