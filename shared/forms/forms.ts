import { avatarForm } from './avatar.ts';
import { depositForm, withdrawForm } from './cashier.ts';
import { changeEmailForm, changeMobileForm } from './change-contact.ts';
import { claimStatusForm } from './claim-status.ts';
import { addDestinationForm, removeDestinationForm } from './destinations.ts';
import { forgotPasswordForm } from './forgot-password.ts';
import type { Form, FormSettings } from './form.ts';
import { requestVerificationForm } from './identity.ts';
import { confirmLimitForm, excludeForm, removeLimitForm, setLimitForm, timeOutForm } from './limits.ts';
import { loginForm } from './login.ts';
import { logoutForm } from './logout.ts';
import { loyaltyExchangeForm } from './loyalty-exchange.ts';
import { stopInvitationsForm, takeBackContactForm, unsubscribeForm } from './mail-link.ts';
import { playForm } from './play.ts';
import { profileForm } from './profile.ts';
import { referFriendForm } from './refer-friend.ts';
import { changePasswordForm, endSessionForm } from './security.ts';
import { signupForm } from './signup.ts';
import { contactForm, scheduleDemoForm } from './support.ts';
import { verifyEmailForm, verifyMobileForm } from './verify-contact.ts';

/** All forms that have their own page. */
export const forms = {
  login: loginForm,
  signup: signupForm,
  logout: logoutForm,
  'forgot-password': forgotPasswordForm,
  contact: contactForm,
  'schedule-demo': scheduleDemoForm,
  'claim-status': claimStatusForm,
  'stop-invitations': stopInvitationsForm,
  'take-back-contact': takeBackContactForm,
  unsubscribe: unsubscribeForm,
  play: playForm,
  profile: profileForm,
  deposit: depositForm,
  withdraw: withdrawForm,
  'add-destination': addDestinationForm,
  'remove-destination': removeDestinationForm,
  'request-verification': requestVerificationForm,
  'end-session': endSessionForm,
  'change-password': changePasswordForm,
  'refer-friend': referFriendForm,
  'loyalty-exchange': loyaltyExchangeForm,
  avatar: avatarForm,
  'change-email': changeEmailForm,
  'change-mobile': changeMobileForm,
  'verify-email': verifyEmailForm,
  'verify-mobile': verifyMobileForm,
  'set-limit': setLimitForm,
  'remove-limit': removeLimitForm,
  'confirm-limit': confirmLimitForm,
  'time-out': timeOutForm,
  exclude: excludeForm,
} as const satisfies Record<string, (settings: FormSettings) => Form>;

export type FormName = keyof typeof forms;

export function isFormName(name: string): name is FormName {
  return Object.hasOwn(forms, name);
}

export const formNames: readonly FormName[] = Object.keys(forms).filter(isFormName);
