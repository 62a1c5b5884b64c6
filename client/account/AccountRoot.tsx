import { useEffect, useRef } from 'react';
import { Link, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { type AccountFrame, useAccountFrame, useCurrentRoute } from './account-frame.ts';
import { useNotices } from './account-notice.ts';

/** The layout of every page of the account area: navigation, heading and content. */
export function AccountRoot() {
  const { texts, routes, siteName, notice, sessionLine } = useAccountFrame();
  const current = useCurrentRoute();
  const { key } = useLocation();
  const { text, showNext } = useNotices(notice);
  const heading = useArrival(`${current.title} · ${siteName}`);
  // Keep the wrapping element. Without it, React sends no HTML while a Suspense boundary at the top of the tree is
  // pending.
  return (
    <div className="account-area">
      <nav className="account-nav" aria-label={texts.area}>
        {/* The key changes with each navigation, so that React replaces the open menu with a closed one. */}
        <details className="account-nav__fold" key={key}>
          <summary className="account-nav__summary">
            {current.title}
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <path d="m2 4 4 4 4-4" />
            </svg>
          </summary>
          <RouteLinks routes={routes} current={current} />
        </details>
        <div className="account-nav__side">
          <RouteLinks routes={routes} current={current} />
        </div>
      </nav>
      <div className="account-area__main">
        <h2 className="account-area__title" tabIndex={-1} ref={heading}>
          {current.title}
        </h2>
        <output className="account-area__notice">{text}</output>
        {/*
         * Only browsers without script show the session time here. With script, the header shows it, and a dialog
         * reports the net result.
         */}
        {sessionLine === null ? null : (
          <noscript>
            <p className="account-area__session">{sessionLine}</p>
          </noscript>
        )}
        <Outlet context={showNext} />
      </div>
    </div>
  );
}

function RouteLinks({
  routes,
  current,
}: Pick<AccountFrame, 'routes'> & { current: AccountFrame['routes'][number] }) {
  return (
    <ul className="account-nav__list">
      {routes
        .filter(({ within }) => within === null)
        .map(({ name, path, title }) => (
          <li key={name}>
            <Link
              className="account-nav__link"
              to={path}
              {...(name === current.name ? { 'aria-current': 'page' } : {})}
              {...(name === current.within ? { 'aria-current': 'true' } : {})}
            >
              {title}
            </Link>
          </li>
        ))}
    </ul>
  );
}

/**
 * Sets the document's title after a navigation within the account area. After a click on a link, the function also
 * scrolls to the top and focuses the heading, as if the page were a new document. After the back button, the browser
 * restores the scroll position.
 */
function useArrival(documentTitle: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const arrival = useNavigationType();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    document.title = documentTitle;
    if (arrival === NavigationType.Pop) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [key, documentTitle, arrival]);
  return heading;
}
