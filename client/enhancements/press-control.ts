import { copyText } from './copy.ts';
import { sharePage } from './share.ts';

/** Performs the action of a control. The first script does not contain these actions, because most visitors need none. */
export async function pressControl(control: HTMLElement): Promise<void> {
  if ('copy' in control.dataset) await copyText(control);
  else if ('share' in control.dataset) await sharePage(control);
  else await import('./download/download.ts').then((module) => module.downloadCard(control));
}
