import type { Translate } from '../../shared/translate.ts';

/**
 * Explains the captcha. In a browser without script, the note says that the captcha needs script, and names another way
 * to contact the site.
 */
export function CaptchaNote({ t }: { t: Translate }) {
  return (
    <>
      <p className="form__note only-with-script">{t('form.captcha_note')}</p>
      <p className="form__note only-without-script">{t('form.captcha_without_script')}</p>
    </>
  );
}
