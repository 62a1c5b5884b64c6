import { useRouteLoaderData } from 'react-router-dom';
import type { Translate } from '../../shared/translate.ts';

/** Data that every page of the account area needs. The server sends it to the browser. */
export interface AccountFrame {
  langPrefix: string;
  loginHref: string;
  pageHref: string;
  texts: ReturnType<typeof accountTexts>;
}

export function accountTexts(t: Translate) {
  return {
    loading: t('account.loading'),
    expiredTitle: t('account.expired_title'),
    expiredText: t('account.expired_text'),
    logIn: t('account.log_in'),
    failedTitle: t('account.failed_title'),
    tryAgain: t('account.try_again'),
  };
}

/** Id of the route whose loader returns the frame. */
export const frameRoute = 'account';

export function useAccountFrame(): AccountFrame {
  const frame = useRouteLoaderData<AccountFrame>(frameRoute);
  if (!frame) throw new Error('This component must be rendered inside the account routes.');
  return frame;
}
