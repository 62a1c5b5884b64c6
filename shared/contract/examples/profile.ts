import type { accountCalls } from '../accounts.ts';
import type { ExamplesOf } from './example.ts';

export const profileExamples: ExamplesOf<
  Pick<
    typeof accountCalls,
    | 'accounts/getUserProfile'
    | 'accounts/updateUserDetails'
    | 'accounts/getAvatarList'
    | 'accounts/updateAvatar'
    | 'accounts/getCountryStateList'
  >
> = {
  'accounts/getUserProfile': {
    request: {},
    response: {
      username: 'asha42',
      email_address: 'asha42@mail.example',
      emailVerified: true,
      mobile_no: '+919876543210',
      mobileVerified: false,
      firstName: null,
      lastName: null,
      birthDate: null,
      country: null,
      state: null,
      street: null,
      city: null,
      postCode: null,
      currencyCode: 'INR',
      userLanguge: 'en',
      avatarImage: 'avatar-10',
      isPromotion: 0,
      kycStatus: 'none',
      memberSince: '2026-11-22',
    },
  },
  'accounts/updateUserDetails': {
    request: {
      firstName: 'Asha',
      lastName: 'Rao',
      city: 'Pune',
    },
    response: {
      username: 'asha42',
      email_address: 'asha42@mail.example',
      emailVerified: false,
      mobile_no: '+919876543210',
      mobileVerified: false,
      firstName: 'Asha',
      lastName: 'Rao',
      birthDate: null,
      country: null,
      state: null,
      street: null,
      city: 'Pune',
      postCode: null,
      currencyCode: 'INR',
      userLanguge: 'en',
      avatarImage: 'avatar-07',
      isPromotion: 0,
      kycStatus: 'none',
      memberSince: '2026-11-22',
    },
  },
  'accounts/getAvatarList': {
    request: {},
    response: {
      avatarList: [
        {
          avatarImage: 'avatar-01',
        },
        {
          avatarImage: 'avatar-02',
        },
      ],
    },
  },
  'accounts/updateAvatar': {
    request: {
      avatarImage: 'avatar-12',
    },
    response: {
      avatarImage: 'avatar-12',
    },
  },
  'accounts/getCountryStateList': {
    request: {},
    response: {
      countries: [
        {
          CountryID: 'AF',
          CountryName: 'Afghanistan',
          CountryCurrencyCode: 'AFN',
        },
        {
          CountryID: 'AL',
          CountryName: 'Albania',
          CountryCurrencyCode: 'ALL',
        },
      ],
      states: [
        {
          StateID: 'IN-AN',
          StateName: 'Andaman and Nicobar Islands',
          CountryID: 'IN',
        },
        {
          StateID: 'IN-AP',
          StateName: 'Andhra Pradesh',
          CountryID: 'IN',
        },
      ],
    },
  },
};
