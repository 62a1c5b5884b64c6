import type { accountCalls } from '../accounts.ts';
import type { ExamplesOf } from './example.ts';

export const otpExamples: ExamplesOf<
  Pick<
    typeof accountCalls,
    | 'accounts/sendOtp'
    | 'accounts/resendOtp'
    | 'accounts/sendEmailOtp'
    | 'accounts/smsMobileOtp'
    | 'accounts/verifyOtp'
    | 'accounts/verifyOtp/signup'
    | 'accounts/verifyEmailOtp'
    | 'accounts/changeForgotPassword'
    | 'accounts/confirmPassword'
  >
> = {
  'accounts/sendOtp': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      notification_type: 2,
    },
    response: {
      resendAfterSeconds: 0,
      expiresInSeconds: 600,
    },
  },
  'accounts/resendOtp': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      notification_type: 2,
    },
    response: {
      resendAfterSeconds: 0,
      expiresInSeconds: 600,
    },
  },
  'accounts/sendEmailOtp': {
    request: {},
    response: {
      resendAfterSeconds: 0,
      expiresInSeconds: 600,
    },
  },
  'accounts/smsMobileOtp': {
    request: {},
    response: {
      resendAfterSeconds: 0,
      expiresInSeconds: 600,
    },
  },
  'accounts/verifyOtp': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      notification_type: 2,
      otp: '482913',
    },
    response: {},
  },
  'accounts/verifyOtp/signup': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      notification_type: 2,
      otp: '482913',
    },
    response: {},
  },
  'accounts/verifyEmailOtp': {
    request: {
      otp: '482913',
    },
    response: {},
  },
  'accounts/changeForgotPassword': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      otp: '482913',
      password: 'Kite-river-42',
      confirm_password: 'Kite-river-42',
    },
    response: {},
  },
  'accounts/confirmPassword': {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      otp: '482913',
      password: 'Kite-river-42',
      confirm_password: 'Kite-river-42',
    },
    response: {},
  },
};
