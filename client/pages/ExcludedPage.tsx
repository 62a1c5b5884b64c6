import type { ExcludedPage as ExcludedPageProps } from '../../shared/pages/excluded.ts';
import { Illustration } from '../cards/Illustration.tsx';
import { useFrame, useT } from '../layout/Strings.tsx';
import { LinkButton } from '../ui/Button.tsx';

const points = ['login', 'money', 'tickets', 'end'] as const;

/**
 * The page after a self-exclusion. It states when the exclusion ends, what happens to the player's money, and which
 * organisations help.
 */
export function ExcludedPage({ page }: { page: ExcludedPageProps }) {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <>
      <div className="error-page">
        <div className="error-page__inner container">
          <div className="error-page__picture">
            <Illustration name="heart" />
          </div>
          <h1 className="error-page__title">{t('excluded.title')}</h1>
          <p className="error-page__text">{page.text}</p>
          <p className="error-page__actions">
            <LinkButton href={`${langPrefix}/healthyplay`}>{t('excluded.help')}</LinkButton>
            <LinkButton href={`${langPrefix}/contactus`} look="secondary">
              {t('menu.contact')}
            </LinkButton>
          </p>
        </div>
      </div>
      <div className="container page-body">
        <div className="panel">
          <ul className="excluded__points">
            {points.map((point) => (
              <li key={point}>{t(`excluded.${point}`)}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}
