import { useCallback } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import type { PopupContext } from '../popup.ts';

const timeoutMs = 8000;

/**
 * The winners of a draw (spec §2, winners-count popup): a section of the draw's own page, which the link names.
 * @throws where the page or the section cannot be loaded; the link is followed then
 */
export async function prepareWinners({ t, opener, close }: PopupContext) {
  if (!(opener instanceof HTMLAnchorElement)) throw new Error('The winners popup needs a link to a draw');
  const { pathname, search, hash } = opener;
  const response = await fetch(pathname + search, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`The draw's page was answered with ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const section = page.querySelector(hash || '#winners');
  if (!section) throw new Error("The draw's page has no winners");
  // The dialog has a name of its own, and an id of the page could be there already.
  for (const element of [section, ...section.querySelectorAll('[id]')]) element.removeAttribute('id');
  return (
    <WinnersPopup
      title={page.querySelector('h1')?.textContent ?? t('popup.winners')}
      closeLabel={t('popup.close')}
      section={section}
      onClose={close}
    />
  );
}

interface WinnersPopupProps {
  title: string;
  closeLabel: string;
  /** Of this site's own document. */
  section: Element;
  onClose: () => void;
}

function WinnersPopup({ title, closeLabel, section, onClose }: WinnersPopupProps) {
  const show = useCallback(
    (element: HTMLElement | null) => {
      element?.replaceChildren(...[...section.childNodes].map((node) => document.importNode(node, true)));
    },
    [section],
  );
  return (
    <Dialog title={title} closeLabel={closeLabel} width="general" onClose={onClose}>
      <div ref={show} />
    </Dialog>
  );
}
