import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import type { FormView } from '../../../shared/pages/form.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import { FormSkeleton, formScreen } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, unanswered } from '../screen.ts';
import { type ContactKind, contactToVerify, emailContact, mobileContact } from './contact.ts';

/** `/my-accounts/email` and `/my-accounts/mobile`: the form for a new contact. */
export const changeEmailScreen = formScreen('change-email');
export const changeMobileScreen = formScreen('change-mobile');

/**
 * `/my-accounts/verify-email` and `/my-accounts/verify-mobile`: the form for the one-time password that verifies a
 * contact.
 */
export const verifyEmailScreen = verifyScreen(emailContact);
export const verifyMobileScreen = verifyScreen(mobileContact);

export interface VerifyView {
  /** The form for the one-time password. Null if the player has no contact to verify. */
  form: FormView | null;
  /** If there is no form, the note explains why. */
  note: { text: string; isVerified: boolean };
  link: { path: string; label: string };
}

function verifyScreen({ name, changedAt, verifiedBy, of }: ContactKind): Screen {
  return {
    async load(request): Promise<ScreenAnswer<VerifyView>> {
      const { call, wording, submitted } = request;
      const { t } = wording;
      const back = { path: accountRoutes.profile.path, label: t('account.profile.back') };
      const note = { text: '', isVerified: false };
      const withForm = async (identifier: string): Promise<ScreenAnswer<VerifyView>> => {
        const form = await loadForm(verifiedBy, request, { values: { identifier } });
        return form.kind === 'shown' ? { kind: 'shown', view: { form: form.view, note, link: back } } : form;
      };
      if (submitted?.name === verifiedBy) return withForm('');
      const profile = await call('accounts/getUserProfile', {});
      if (profile.kind !== 'ok') return unanswered(profile, wording);
      const contact = of(profile.data);
      const toVerify = contactToVerify(contact);
      if (toVerify !== null) return withForm(toVerify);
      const { current } = contact;
      const view: VerifyView =
        current === null
          ? {
              form: null,
              note: { text: t(`account.profile.no_${name}`), isVerified: false },
              link: { path: accountRoutes[changedAt].path, label: t('account.profile.add') },
            }
          : {
              form: null,
              note: { text: t('account.profile.is_verified', { contact: current }), isVerified: true },
              link: back,
            };
      return { kind: 'shown', view };
    },
    Component: () => <ScreenContent Content={VerifyPanel} skeleton={<FormSkeleton />} />,
  };
}

function VerifyPanel({ view: { form, note, link } }: { view: VerifyView }) {
  return (
    <div className="account-form">
      {form ? (
        <AccountForm view={form} />
      ) : (
        <p className={note.isVerified ? 'account-form__verified' : 'account-form__note'}>{note.text}</p>
      )}
      <Link className="form__link" to={link.path}>
        {link.label}
      </Link>
    </div>
  );
}
