import { loadTexts } from '../i18n/texts.ts';

const shownMs = 5000;

/** Shows for some seconds that the network is back. */
export async function showNetworkBack(): Promise<void> {
  const t = await loadTexts(['popups']);
  document.querySelector('.toast')?.remove();
  const toast = document.createElement('output');
  toast.className = 'toast';
  // Append the message to an open dialog, because everything outside the dialog is hidden from screen readers.
  const dialogs = document.querySelectorAll('dialog[open]');
  (dialogs[dialogs.length - 1] ?? document.body).append(toast);
  // Set the text later, because screen readers only read changes of an element that is already on the page.
  requestAnimationFrame(() => {
    toast.textContent = t('network_back');
  });
  setTimeout(() => toast.remove(), shownMs);
}
