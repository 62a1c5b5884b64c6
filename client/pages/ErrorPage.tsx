import type { ErrorPage as ErrorPageProps } from '../../shared/pages/error.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';

/** For each reason of an error: the key of the error's texts, its picture, and whether a retry can help. */
const looks = {
  'not-found': { key: 'not_found', picture: 'map', retry: false },
  'bad-request': { key: 'bad_request', picture: 'map', retry: false },
  unavailable: { key: 'unavailable', picture: 'shield', retry: true },
  busy: { key: 'busy', picture: 'ticket', retry: true },
  maintenance: { key: 'maintenance', picture: 'shield', retry: true },
  offline: { key: 'offline', picture: 'map', retry: true },
} as const satisfies Record<ErrorPageProps['reason'], { key: string; picture: string; retry: boolean }>;

/** A link with an empty `href` requests the URL of the current page again. */
const here = '';

/**
 * Shows an error. The page needs only texts and menus. The server can therefore render the pages for 5xx and
 * maintenance in advance.
 */
export function ErrorPage({ page }: { page: ErrorPageProps }) {
  const t = useT();
  const { langPrefix, missingPaths } = useFrame();
  const { key, picture, retry } = looks[page.reason];
  const onward = [
    { label: t('menu.results'), href: `${langPrefix}/results` },
    { label: t('menu.all_games'), href: `${langPrefix}/games` },
    { label: t('menu.winners'), href: `${langPrefix}/winners` },
    ...(missingPaths.includes('/faq') ? [] : [{ label: t('menu.faq'), href: `${langPrefix}/faq` }]),
    { label: t('menu.contact'), href: `${langPrefix}/contactus` },
  ];
  return (
    <>
      <div className="error-page">
        <div className="error-page__inner container">
          <div className="error-page__picture">
            <Illustration name={picture} />
          </div>
          <h1 className="error-page__title">{t(`error.${key}_title`)}</h1>
          <p className="error-page__text">{t(`error.${key}_text`)}</p>
          <p className="error-page__actions">
            {retry ? <LinkButton href={here}>{t('error.retry')}</LinkButton> : null}
            {page.reason === 'maintenance' ? null : (
              <LinkButton href={langPrefix || '/'} look={retry ? 'secondary' : 'primary'}>
                {t('error.home')}
              </LinkButton>
            )}
          </p>
        </div>
      </div>
      {page.reason === 'offline' ? <KeptPages /> : null}
      {page.reason === 'maintenance' || page.reason === 'offline' ? null : (
        <nav className="container page-body onward" aria-label={t('error.onward')}>
          <h2 className="section__title">{t('error.onward')}</h2>
          <ul className="onward__list">
            {onward.map(({ label, href }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/**
 * The list of pages that the service worker keeps for offline use (client/worker/offline-page.ts). The service worker
 * fills the list and makes it visible. The data attributes contain the texts of the service worker's notes, because the
 * service worker has no texts of its own.
 */
function KeptPages() {
  const t = useT();
  const { locale, timeZone } = useFrame();
  const time = '{time}';
  return (
    <nav
      className="container page-body onward"
      aria-label={t('error.kept')}
      hidden
      data-kept=""
      data-offline={t('error.kept_offline', { time })}
      data-slow={t('error.kept_slow', { time })}
      data-locale={locale}
      data-time-zone={timeZone}
    >
      <h2 className="section__title">{t('error.kept')}</h2>
      <ul className="onward__list" data-kept="" />
    </nav>
  );
}
