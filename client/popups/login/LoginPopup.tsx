import { loginForm } from '../../../shared/forms/login.ts';
import { loadSettings, type Settings } from '../../api/settings.ts';
import { Form } from '../../forms/Form.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { loadSection, SectionContent } from '../page-section.tsx';
import type { PopupContext } from '../popup.ts';

/** Popup 1 of spec §2. The configuration chooses what is beside the form: a CMS text or a banner. */
export async function prepareLogin(context: PopupContext) {
  const settings = await loadSettings();
  // The text comes from the login page, where the server has sanitised it.
  const content =
    settings.setup.pattern.login === 'content'
      ? (await loadSection(`${context.langPrefix}/login`, '.form-page__side')).section
      : null;
  return <LoginPopup {...context} settings={settings} content={content} />;
}

interface LoginPopupProps extends PopupContext {
  settings: Settings;
  /** The CMS text; null for the variant with the banner. */
  content: Element | null;
}

function LoginPopup({ t, langPrefix, close, settings, content }: LoginPopupProps) {
  const { boot, setup } = settings;
  const { lang } = document.documentElement;
  const onDone = (): boolean => {
    forgetCampaign();
    close();
    return true;
  };
  return (
    <Dialog
      title={t('form.login.title')}
      closeLabel={t('popup.close')}
      width={content ? 'default' : 'general'}
      initialFocus="input[name='username']"
      className="login-popup"
      onClose={close}
    >
      <div className="login-popup__form">
        {content ? <SectionContent section={content} className="login-popup__content" /> : null}
        <Form
          form={loginForm({ pattern: setup.pattern, bounds: boot.inputsMaxLength })}
          bounds={boot.inputsMaxLength}
          t={t}
          langPrefix={langPrefix}
          phoneCodes={boot.phoneCodes}
          formats={{
            locale: boot.languages.find(({ code }) => code === lang)?.locale ?? lang,
            timeZone: boot.timeZone,
            currency: boot.currencyFormat,
          }}
          onDone={onDone}
        />
      </div>
      {content ? null : (
        <div className="login-popup__banner">
          <p className="login-popup__greeting">{t('form.login.banner_title')}</p>
          <p>{t('form.login.banner_text')}</p>
        </div>
      )}
    </Dialog>
  );
}

/**
 * Deletes the campaign's cookie, because only the first signup or login after following a campaign's link counts (spec
 * §4).
 */
function forgetCampaign(): void {
  document.cookie = 'campaigncode=; Max-Age=0; Path=/';
}
