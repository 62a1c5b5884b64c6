import { accountPlace } from '../../shared/pages/account.ts';
import { useT } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';

/** The frame of the account area. The server streams the app into its place; the browser hydrates it there. */
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
