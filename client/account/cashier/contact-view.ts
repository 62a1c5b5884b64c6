import type { Profile } from '../../../shared/contract/profile.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { loadForm } from '../forms/load-form.ts';
import { contactToVerify, emailContact, mobileContact } from '../profile/contact.ts';
import type { ScreenRequest } from '../screen.ts';
import type { ContactView } from './withdraw-view.ts';

/**
 * Returns the form that verifies the player's e-mail address, or else their phone number. If both can be verified, adds
 * a link for the phone number. If neither can be verified, returns a link to add an e-mail address.
 */
export async function loadContact(profile: Profile, request: ScreenRequest): Promise<ContactView> {
  const { t } = request.wording;
  const [first, ...others] = [emailContact, mobileContact].flatMap((kind) => {
    const contact = contactToVerify(kind.of(profile));
    return contact === null ? [] : [{ kind, contact }];
  });
  if (!first)
    return {
      text: t('account.withdraw.contact_text'),
      form: null,
      links: [{ path: accountRoutes.changeEmail.path, label: t('account.page.changeEmail') }],
    };
  const { kind, contact } = first;
  const form = await loadForm(kind.verifiedBy, request, { values: { identifier: contact } });
  return {
    // The form itself names the contact that receives the code, so no instruction is necessary.
    text: null,
    form: form.kind === 'shown' ? form.view : null,
    links: others.map((other) => ({
      path: accountRoutes[other.kind.verifiedAt].path,
      label: t('account.withdraw.other_contact', { contact: other.contact }),
    })),
  };
}
