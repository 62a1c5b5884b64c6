import { copyText } from './copy.ts';
import { sharePage } from './share.ts';

/**
 * Performs the action of a control: copy, share or download. These actions are not in the first script, because most
 * visitors never use them.
 */
export async function pressControl(control: HTMLElement): Promise<void> {
  if ('copy' in control.dataset) await copyText(control);
  else if ('share' in control.dataset) await sharePage(control);
  else await import('./download/download.ts').then((module) => module.downloadCard(control));
}
