import { loadCountries, loadSettings } from '../api/settings.ts';
import { chunk } from '../chunk.ts';
import type { AuthProps } from './auth/AuthPopup.tsx';
import type { MessageProps } from './message/message-props.ts';
import type { PopupEntry } from './popup.ts';

/** Props of each popup. A key is the popup's code in spec §2, or a name if the spec defines no code for the popup. */
export interface PopupProps {
  1: AuthProps;
  2: AuthProps;
  3: AuthProps;
  4: object;
  5: MessageProps;
  /** Codes 6, 7 and 8 are the same forms as 1, 2 and 3, as full pages. */
  6: AuthProps;
  7: AuthProps;
  8: AuthProps;
  9: object;
  10: object;
  11: object;
  winners: object;
  'reality-check': object;
}

export type PopupCode = keyof PopupProps;

const loadAuth = () => import('./auth/AuthPopup.tsx');
const auth = {
  who: 'visitor',
  isLinkable: true,
  texts: ['popups', 'forms', 'codes'],
  prefetch: loadSettings,
} as const;
const login = { ...auth, load: chunk(loadAuth, (module) => module.prepareLogin) };
const signup = {
  ...auth,
  load: chunk(loadAuth, (module) => module.prepareSignup),
  prefetch: async () => loadCountries(await loadSettings()),
};
const forgotPassword = { ...auth, load: chunk(loadAuth, (module) => module.prepareForgotPassword) };

function fullPage(entry: PopupEntry<AuthProps>): PopupEntry<AuthProps> {
  return {
    ...entry,
    load: async () => {
      const prepare = await entry.load();
      return (context) => prepare(context, { isFullPage: true });
    },
  };
}

/** All popups by code. Each popup is a separate chunk, but the popups that use `loadAuth` share one. */
export const popups: { readonly [Code in PopupCode]: PopupEntry<PopupProps[Code]> } = {
  1: login,
  2: signup,
  3: forgotPassword,
  4: {
    who: 'player',
    isLinkable: true,
    texts: ['popups', 'codes', 'wallet'],
    load: chunk(
      () => import('./wallet/WalletPopup.tsx'),
      (module) => module.prepareWallet,
    ),
    prefetch: loadSettings,
  },
  5: {
    texts: ['popups', 'codes'],
    load: chunk(
      () => import('./message/MessagePopup.tsx'),
      (module) => module.prepareMessage,
    ),
  },
  6: fullPage(login),
  7: fullPage(signup),
  8: fullPage(forgotPassword),
  9: {
    who: 'player',
    isLinkable: true,
    texts: ['popups', 'codes'],
    load: chunk(
      () => import('./notifications/NotificationsPopup.tsx'),
      (module) => module.prepareNotifications,
    ),
    prefetch: loadSettings,
  },
  10: {
    isLinkable: true,
    texts: ['popups'],
    load: chunk(
      () => import('./theme/ThemePopup.tsx'),
      (module) => module.prepareTheme,
    ),
    prefetch: loadSettings,
  },
  11: {
    who: 'player',
    isLinkable: true,
    texts: ['popups', 'codes', 'wallet'],
    load: chunk(
      () => import('./wallet/WalletModal.tsx'),
      (module) => module.prepareWalletModal,
    ),
    prefetch: loadSettings,
  },
  winners: {
    texts: ['popups'],
    load: chunk(
      () => import('./winners/WinnersPopup.tsx'),
      (module) => module.prepareWinners,
    ),
  },
  'reality-check': {
    who: 'player',
    texts: ['popups', 'codes'],
    load: chunk(
      () => import('./reality-check/RealityCheckPopup.tsx'),
      (module) => module.prepareRealityCheck,
    ),
    prefetch: loadSettings,
  },
};

/** Codes of the popups that need no props. */
type LinkableCode = Exclude<PopupCode, 5>;

export function isLinkable(code: PopupCode): code is LinkableCode {
  return popups[code].isLinkable === true;
}

export function isPopupCode(code: string | number): code is PopupCode {
  return Object.hasOwn(popups, code);
}
