import { useLocation, useRouteLoaderData } from 'react-router-dom';
import type { AccountWording } from '../../shared/pages/account.ts';
import {
  type AccountRouteName,
  accountRouteNames,
  accountRoutes,
  screenAbove,
} from '../../shared/pages/account-routes.ts';

/** Data that every page of the account area needs. The server sends it to the browser. */
export interface AccountFrame {
  langPrefix: string;
  siteName: string;
  texts: ReturnType<typeof frameTexts>;
  /** All screens, in the order of the navigation. Their paths have no language prefix, because the router adds it. */
  routes: readonly {
    name: AccountRouteName;
    path: string;
    title: string;
    /** The parent screen, or null. A screen with a parent has no entry of its own in the navigation. */
    within: AccountRouteName | null;
  }[];
  /** A message about the form that the player has just submitted without script, or null. */
  notice: string | null;
  /** The session's duration and net result, for browsers without script. Null for all other browsers. */
  sessionLine: string | null;
}

type FixedFrame = Omit<AccountFrame, 'notice' | 'sessionLine'>;

const frameTexts = ({ t }: AccountWording) => ({
  area: t('account.title'),
  loading: t('account.loading'),
  expiredTitle: t('account.expired_title'),
  expiredText: t('account.expired_text'),
  logIn: t('account.log_in'),
  failedTitle: t('account.failed_title'),
  tryAgain: t('account.try_again'),
});

const known = new WeakMap<AccountWording, FixedFrame>();

/**
 * Returns the account frame. The texts that all players share are created only once for each `AccountWording` object.
 */
export function accountFrame(
  wording: AccountWording,
  own: Pick<AccountFrame, 'notice' | 'sessionLine'>,
): AccountFrame {
  const texts = known.get(wording) ?? textsOf(wording);
  known.set(wording, texts);
  return { ...texts, ...own };
}

function textsOf(wording: AccountWording): FixedFrame {
  return {
    langPrefix: wording.langPrefix,
    siteName: wording.t('site.name'),
    texts: frameTexts(wording),
    routes: accountRouteNames.map((name) => ({
      name,
      path: accountRoutes[name].path,
      title: wording.t(`account.page.${name}`),
      within: screenAbove(name),
    })),
  };
}

/** Id of the route whose loader returns the account frame. */
export const frameRoute = 'account';

export function useAccountFrame(): AccountFrame {
  const frame = useRouteLoaderData<AccountFrame>(frameRoute);
  if (!frame) throw new Error('This component must be rendered inside the account routes.');
  return frame;
}

/** Returns the navigation entry of the current page. */
export function useCurrentRoute(): AccountFrame['routes'][number] {
  const { routes } = useAccountFrame();
  const { pathname } = useLocation();
  const current = routes.find(({ path }) => path === pathname);
  if (!current) throw new Error(`There is no account route ${pathname}`);
  return current;
}
