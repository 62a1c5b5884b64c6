/**
 * Copies the text that precedes a copy button (client/pages/parts/CopyValue.tsx). The element after the button then
 * shows whether the browser has copied the text.
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
    // The browser forbids the clipboard, for example without https. Select the text, so that the visitor can copy it.
    getSelection()?.selectAllChildren(value);
    notice.textContent = button.dataset['failed'] ?? '';
  }
}
