import { useRef, useState } from 'react';
import { useAwake } from '../../forms/use-awake.ts';
import { QrImage } from '../../ui/QrImage.tsx';
import type { ShareView } from './referral-view.ts';

/** The player's link, with buttons that copy and share it. Without script, the player selects the link and copies it. */
export function ShareCard({ view }: { view: ShareView }) {
  const { qr, message, texts } = view;
  const isAwake = useAwake();
  const [notice, setNotice] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const link = isAwake ? new URL(view.link, location.origin).href : view.link;

  const copy = async (): Promise<void> => {
    // Clear the notice of an earlier click first: screen readers announce a notice only when it changes.
    setNotice('');
    try {
      await navigator.clipboard.writeText(link);
      setNotice(texts.copied);
    } catch {
      // The browser forbids the clipboard, for example without https. Select the link, so that the player can copy it.
      field.current?.select();
      setNotice(texts.notCopied);
    }
  };
  const share = (): void => {
    // Ignore a rejection, because the browser rejects the promise whenever the player closes the share dialog.
    navigator.share({ text: message, url: link }).catch(() => undefined);
  };

  return (
    <div className="share">
      <div className="share__main">
        <label className="share__label" htmlFor="share-link">
          {texts.label}
        </label>
        <input
          className="field__input share__link"
          id="share-link"
          ref={field}
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
        <div className="share__actions only-with-script">
          <button className="button share__copy" type="button" onClick={() => void copy()}>
            {texts.copy}
          </button>
          {isAwake && 'share' in navigator ? (
            <button className="button share__other" type="button" onClick={share}>
              {texts.share}
            </button>
          ) : null}
        </div>
        <output className="share__notice">{notice}</output>
      </div>
      {qr ? (
        <figure className="share__qr">
          <QrImage picture={qr} label={texts.qr} />
          <figcaption>{texts.scan}</figcaption>
        </figure>
      ) : null}
    </div>
  );
}
