import { type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { announce, networkFailed } from '../api/announcements.ts';
import { useAccountFrame } from './account-frame.ts';
import type { ScreenAnswer, ScreenData } from './screen.ts';

interface ContentProps<View> {
  Content: ComponentType<{ view: View }>;
  /** A placeholder as large as the content, so that the layout does not shift when the content arrives. */
  skeleton: ReactNode;
}

/** Renders the skeleton of a screen while its data loads, then the content, or an error if the data cannot be shown. */
export function ScreenContent<View>({ Content, skeleton }: ContentProps<View>) {
  const { answer } = useLoaderData<ScreenData<View>>();
  const { texts } = useAccountFrame();
  const loading = (
    <div className="account-area__loading">
      <output className="visually-hidden">{texts.loading}</output>
      <div aria-hidden="true">{skeleton}</div>
    </div>
  );
  return (
    <Suspense fallback={loading}>
      <Arrived answer={answer} Content={Content} />
    </Suspense>
  );
}

/** Placeholders for the cards of a screen that is loading. */
export function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <span key={index} className="skeleton skeleton--card" />
  ));
}

function Arrived<View>({ answer, Content }: ScreenData<View> & Pick<ContentProps<View>, 'Content'>) {
  const settled = answer instanceof Promise ? use(answer) : answer;
  return settled.kind === 'shown' ? <Content view={settled.view} /> : <NotShown answer={settled} />;
}

/** Error page for a screen that the router cannot load. While the browser is offline, the network popup opens too. */
export function ScreenFailed() {
  useEffect(() => {
    if (!navigator.onLine) announce(networkFailed);
  }, []);
  return <NotShown answer={{ kind: 'failed', text: '' }} />;
}

function NotShown({ answer }: { answer: Exclude<ScreenAnswer, { kind: 'shown' }> }) {
  const { texts, langPrefix } = useAccountFrame();
  const { pathname, search } = useLocation();
  const here = `${langPrefix}${pathname}${search}`;
  const isExpired = answer.kind === 'expired';
  return (
    <div className="account-none" role="alert">
      <h3>{isExpired ? texts.expiredTitle : texts.failedTitle}</h3>
      <p>{isExpired ? texts.expiredText : answer.text}</p>
      {/* These links open separate documents, so the router must not handle them. */}
      <a
        className="button button--primary"
        href={isExpired ? `${langPrefix}/login?to=${encodeURIComponent(here)}` : here}
      >
        {isExpired ? texts.logIn : texts.tryAgain}
      </a>
    </div>
  );
}
