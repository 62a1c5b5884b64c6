import { Dialog } from '../../ui/Dialog.tsx';
import { loadSection, SectionContent } from '../page-section.tsx';
import type { PopupContext } from '../popup.ts';

/**
 * The winners of a draw (spec §2, winners-count popup): a section of the draw's own page, which the link names.
 * @throws where the page or the section cannot be loaded; the link is followed then
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
