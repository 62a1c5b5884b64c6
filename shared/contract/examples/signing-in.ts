import type { accountCalls } from '../accounts.ts';
import type { ExamplesOf } from './example.ts';

export const signingInExamples: ExamplesOf<
  Pick<
    typeof accountCalls,
    | 'accounts/signup'
    | 'accounts/login'
    | 'authenticate'
    | 'accounts/autoLogin'
    | 'accounts/logout'
    | 'accounts/checkUserDetails'
    | 'accounts/validateUserName'
    | 'accounts/validateEmail'
    | 'accounts/validateMobileNo'
  >
> = {
  'accounts/signup': {
    request: {
      type: 2,
      username: 'asha42',
      password: 'Kite-river-42',
      email_address: 'asha42@mail.example',
      country_code: '+91',
      mobile_no: '9876543210',
      currency: 'INR',
      ageconfirm: 1,
      agree: 1,
    },
    response: {
      userData: {
        authToken: 'mD0p1sYk3hJ5vC8xZ2bN7qW4eR6tU9iO1aS3dF5gH7j',
        username: 'asha42',
        currencyCode: 'INR',
        totalbalance: 0,
        useremail: 'asha42@mail.example',
        avatarImage: 'avatar-10',
      },
      depositPopupShow: true,
      minimumWalletAmount: 10000,
    },
  },
  'accounts/login': {
    request: {
      type: 2,
      username: 'asha42',
      password: 'Kite-river-42',
    },
    response: {
      userData: {
        authToken: 'mD0p1sYk3hJ5vC8xZ2bN7qW4eR6tU9iO1aS3dF5gH7j',
        username: 'asha42',
        currencyCode: 'INR',
        totalbalance: 0,
        useremail: 'asha42@mail.example',
        avatarImage: 'avatar-01',
      },
      depositPopupShow: true,
      minimumWalletAmount: 10000,
    },
  },
  authenticate: {
    request: {
      type: 2,
      username: 'asha42',
      password: 'Kite-river-42',
    },
    response: {
      userData: {
        authToken: 'mD0p1sYk3hJ5vC8xZ2bN7qW4eR6tU9iO1aS3dF5gH7j',
        username: 'asha42',
        currencyCode: 'INR',
        totalbalance: 0,
        useremail: 'asha42@mail.example',
        avatarImage: 'avatar-01',
      },
      depositPopupShow: true,
      minimumWalletAmount: 10000,
    },
  },
  'accounts/autoLogin': {
    request: {},
    response: {
      userData: {
        username: 'asha42',
        currencyCode: 'INR',
        totalbalance: 0,
        useremail: 'asha42@mail.example',
        avatarImage: 'avatar-10',
      },
      depositPopupShow: true,
      minimumWalletAmount: 10000,
    },
  },
  'accounts/logout': {
    request: {},
    response: {},
  },
  'accounts/checkUserDetails': {
    request: {
      checkUserDetailsType: 1,
      username: 'asha42',
    },
    response: {},
  },
  'accounts/validateUserName': {
    request: {
      username: 'asha42',
    },
    response: {},
  },
  'accounts/validateEmail': {
    request: {
      email_address: 'asha42@mail.example',
    },
    response: {},
  },
  'accounts/validateMobileNo': {
    request: {
      country_code: '+91',
      mobile_no: '9876543210',
    },
    response: {},
  },
};
