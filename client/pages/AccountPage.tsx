import { accountPlace } from '../../shared/pages/account.ts';
import { useT } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';

/** The empty frame of the account area. The server streams the app into it, and the browser hydrates the app there. */
export function AccountPage() {
  const t = useT();
  return (
    <>
      <PageHead title={t('account.title')} />
      <div
        className="container"
        data-enhance="account"
        data-when="load"
        dangerouslySetInnerHTML={{ __html: accountPlace }}
      />
    </>
  );
}
