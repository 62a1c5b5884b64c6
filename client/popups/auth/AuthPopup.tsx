import { codes } from '../../../shared/contract/codes.ts';
import { sameSitePath } from '../../../shared/domain/same-site-path.ts';
import { forgotPasswordForm } from '../../../shared/forms/forgot-password.ts';
import type { CountryData } from '../../../shared/forms/lists.ts';
import { loginForm } from '../../../shared/forms/login.ts';
import { settingsOf } from '../../../shared/forms/settings.ts';
import { signupForm } from '../../../shared/forms/signup.ts';
import type { FormState } from '../../../shared/forms/submit-form.ts';
import type { Settings } from '../../../shared/public-settings.ts';
import { loadCountries, loadSettings } from '../../api/settings.ts';
import { continueAt } from '../../forms/continue-at.ts';
import { Form } from '../../forms/Form.tsx';
import { returnPath } from '../../stores/return-path.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { leavePage } from '../leave-page.ts';
import { loadSection, SectionContent } from '../page-section.tsx';
import type { PopupContext } from '../popup.ts';

/**
 * The declarations of the three forms in this popup. Each is imported from its own file. With an import of
 * shared/forms/forms.ts, the first click on a login link would load all other forms too.
 */
const forms = { login: loginForm, signup: signupForm, 'forgot-password': forgotPasswordForm };

type AuthForm = keyof typeof forms;

/** Popups 6, 7 and 8 fill the window; 1, 2 and 3 show the same forms in a dialog (spec §2). */
export interface AuthProps {
  isFullPage?: boolean;
  /** Path of this site to open after a login or signup. Without a path, the current page stays open after a login. */
  to?: string;
}

/** The popup waits at most this long for the text beside the form. */
const contentTimeoutMs = 3000;

const noCountries: CountryData = { countries: [], states: [], currencies: [], phonecodes: [] };

/** Codes that the login shows in a message popup (spec §8). The form shows all other codes. */
const messageCodes: ReadonlySet<string> = new Set([codes.loginWrong, codes.accountLocked]);

/**
 * Loads the CMS text from the page of the form, because the text on that page is already sanitised. If loading fails or
 * this language has no text, the popup opens without a text.
 */
async function loadContent(path: string): Promise<Element | null> {
  try {
    return (await loadSection(path, '.form-page__side', contentTimeoutMs)).section;
  } catch {
    return null;
  }
}

/** Popups 1, 2, 3, 6, 7 and 8 of spec §2: login, signup and forgotten password. */
function prepareAuth(name: AuthForm) {
  return async (context: PopupContext, { isFullPage = false, to }: AuthProps) => {
    const settings = await loadSettings();
    const countries = name === 'signup' ? await loadCountries(settings) : noCountries;
    const config = { ...settings, countries };
    const formSettings = settingsOf(forms[name], config, document.documentElement.lang);
    const form = forms[name](formSettings);
    const hasContent = form.beside !== undefined && 'content' in form.beside;
    const content = hasContent ? await loadContent(`${context.langPrefix}${form.path}`) : null;
    // After a login, the player does not stay on a page for visitors, such as `/login`.
    const isVisitorsPage = document.querySelector('[data-enhance="visitors-only"]') !== null;
    const next = sameSitePath(to) ?? (isVisitorsPage ? continueAt(context.langPrefix) : null);
    return <AuthPopup {...context} {...{ name, settings, formSettings, content, isFullPage, to: next }} />;
  };
}

export const prepareLogin = prepareAuth('login');
export const prepareSignup = prepareAuth('signup');
export const prepareForgotPassword = prepareAuth('forgot-password');

interface AuthPopupProps extends PopupContext {
  name: AuthForm;
  settings: Settings;
  formSettings: ReturnType<typeof settingsOf>;
  /** A text from the CMS. Null if it could not be loaded, or if the form shows a banner instead. */
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
  const popupProps = to === null ? {} : { to };
  const onDone = ({ next }: FormState): boolean => {
    const target = to ?? returnPath();
    if (name === 'login') {
      close();
      if (target !== null && target !== location.pathname) leavePage(target);
    } else if (name === 'signup')
      void closeWith({ type: 'signed-up', next: target ?? `${langPrefix}${next ?? ''}` });
    else void closeWith({ type: 'password-changed', ...popupProps });
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
          popupProps={popupProps}
        />
        {/*
         * Render the text after the form. The browser scrolls to the focused form, so a text before it would be out of
         * view.
         */}
        {content ? <SectionContent section={content} className="auth-popup__content" /> : null}
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
