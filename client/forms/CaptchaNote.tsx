import type { Translate } from '../../shared/translate.ts';

/** What the check against programs does; without script, that it cannot be done and where else to write to. */
export function CaptchaNote({ t }: { t: Translate }) {
  return (
    <>
      <p className="form__note only-with-script">{t('form.captcha_note')}</p>
      <p className="form__note only-without-script">{t('form.captcha_without_script')}</p>
    </>
  );
}
