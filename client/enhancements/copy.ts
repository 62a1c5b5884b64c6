/**
 * Copies the text before a button of client/pages/parts/CopyValue.tsx. The element after the button then shows whether
 * the browser has copied the text.
 */
export async function copyText(button: HTMLElement): Promise<void> {
  const value = button.previousElementSibling;
  const notice = button.nextElementSibling;
  if (!value || !notice) return;
  // Clear the notice of an earlier click first: screen readers announce a notice only when it changes.
  notice.textContent = '';
  try {
    await navigator.clipboard.writeText(value.textContent);
    notice.textContent = button.dataset['copied'] ?? '';
  } catch {
    // The browser forbids the clipboard, for example on a page without https.
    getSelection()?.selectAllChildren(value);
    notice.textContent = button.dataset['failed'] ?? '';
  }
}
