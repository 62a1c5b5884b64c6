import { codes } from '../../../shared/contract/codes.ts';
import { sameSitePath } from '../../../shared/domain/same-site-path.ts';
import { type FormName, forms } from '../../../shared/forms/forms.ts';
import type { CountryData } from '../../../shared/forms/lists.ts';
import { settingsOf } from '../../../shared/forms/settings.ts';
import type { FormState } from '../../../shared/forms/submit-form.ts';
import { loadCountries, loadSettings, type Settings } from '../../api/settings.ts';
import { Form } from '../../forms/Form.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { loadSection, SectionContent } from '../page-section.tsx';
import type { PopupContext } from '../popup.ts';

type AuthForm = Extract<FormName, 'login' | 'signup' | 'forgot-password'>;

/** Popups 6, 7 and 8 fill the window; 1, 2 and 3 show the same forms in a dialog (spec §2). */
export interface AuthProps {
  isFullPage?: boolean;
  /** Path of this site to open after a login. Without a path, the current page stays open. */
  to?: string;
}

const noCountries: CountryData = { countries: [], states: [], currencies: [], phonecodes: [] };

/** Codes that the login shows in a message popup (spec §8). The form shows all other codes. */
const messageCodes: ReadonlySet<string> = new Set([codes.loginWrong, codes.accountLocked]);

/** Popups 1, 2, 3, 6, 7 and 8 of spec §2: login, signup and forgotten password. */
function prepareAuth(name: AuthForm) {
  return async (context: PopupContext, { isFullPage = false, to }: AuthProps) => {
    const settings = await loadSettings();
    const countries = name === 'signup' ? await loadCountries(settings) : noCountries;
    const config = { ...settings, countries };
    const formSettings = settingsOf(name, config, document.documentElement.lang);
    const form = forms[name](formSettings);
    const hasContent = form.beside !== undefined && 'content' in form.beside;
    // The text comes from the form's page, where the server has sanitised it.
    const content = hasContent
      ? (await loadSection(`${context.langPrefix}${form.path}`, '.form-page__side')).section
      : null;
    return (
      <AuthPopup
        {...context}
        {...{ name, settings, formSettings, content, isFullPage, to: sameSitePath(to) }}
      />
    );
  };
}

export const prepareLogin = prepareAuth('login');
export const prepareSignup = prepareAuth('signup');
export const prepareForgotPassword = prepareAuth('forgot-password');

interface AuthPopupProps extends PopupContext {
  name: AuthForm;
  settings: Settings;
  formSettings: ReturnType<typeof settingsOf>;
  /** The CMS text; null for the variants with the banner. */
  content: Element | null;
  isFullPage: boolean;
  to: string | null;
}

function AuthPopup(props: AuthPopupProps) {
  const { name, settings, formSettings, content, isFullPage, to } = props;
  const { t, langPrefix, close, closeWith, show } = props;
  const { boot } = settings;
  const form = forms[name](formSettings);
  const banner = form.beside && 'title' in form.beside ? form.beside : null;
  const onDone = ({ next }: FormState): boolean => {
    if (name === 'login') {
      close();
      if (to !== null) location.assign(to);
    } else if (name === 'signup') void closeWith({ type: 'signed-up', next });
    else void closeWith({ type: 'password-changed' });
    return true;
  };
  const onRefused = (code: string): boolean => {
    if (name !== 'login' || !messageCodes.has(code)) return false;
    void show({ type: 'refused', code });
    return true;
  };
  const width = banner ? 'general' : 'default';
  return (
    <Dialog
      title={t(`form.${name}.title`)}
      closeLabel={t('popup.close')}
      width={isFullPage ? 'page' : width}
      initialFocus=".field__input"
      className="auth-popup"
      onClose={close}
    >
      <div className="auth-popup__form">
        {content ? <SectionContent section={content} className="auth-popup__content" /> : null}
        <Form
          form={form}
          settings={formSettings}
          t={t}
          langPrefix={langPrefix}
          formats={{
            locale:
              boot.languages.find(({ code }) => code === formSettings.lang)?.locale ?? formSettings.lang,
            timeZone: boot.timeZone,
            currency: boot.currencyFormat,
          }}
          onDone={onDone}
          onRefused={onRefused}
        />
      </div>
      {banner ? (
        <div className="auth-popup__banner">
          <p className="auth-popup__greeting">{t(banner.title)}</p>
          <p>{t(banner.text)}</p>
        </div>
      ) : null}
    </Dialog>
  );
}
