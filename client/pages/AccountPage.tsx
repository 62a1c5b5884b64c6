import { type AccountPage as AccountPageProps, accountPlace } from '../../shared/pages/account.ts';
import { useT } from '../layout/Strings.tsx';
import { PageHead } from './parts/PageHead.tsx';

/**
 * The empty element of the account area. The server streams the account area into this element, and the browser
 * hydrates it there.
 */
export function AccountPage({ page }: { page: AccountPageProps }) {
  const t = useT();
  return (
    <>
      <PageHead title={t('account.title')} />
      <div
        className="container"
        data-enhance="account"
        data-route={page.route}
        data-when="load"
        dangerouslySetInnerHTML={{ __html: accountPlace }}
      />
    </>
  );
}
