import type { ReactElement } from 'react';
import type { Page } from '../../shared/pages/document.ts';
import { AccountPage } from './AccountPage.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { CheckPage } from './CheckPage.tsx';
import { DevelopersPage } from './DevelopersPage.tsx';
import { DrawPage } from './DrawPage.tsx';
import { DrawStatisticsPage } from './DrawStatisticsPage.tsx';
import { DynamicPage } from './DynamicPage.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { ExcludedPage } from './ExcludedPage.tsx';
import { FairnessPage } from './FairnessPage.tsx';
import { FormPage } from './FormPage.tsx';
import { GamePage } from './GamePage.tsx';
import { GamesPage } from './GamesPage.tsx';
import { HomePage } from './HomePage.tsx';
import { ListPage } from './ListPage.tsx';
import { MenuGroupPage } from './MenuGroupPage.tsx';
import { ResultsPage } from './ResultsPage.tsx';
import { SearchPage } from './SearchPage.tsx';
import { VerifyPage } from './VerifyPage.tsx';
import { WinnersPage } from './WinnersPage.tsx';

export function pageOf(page: Page): ReactElement {
  switch (page.kind) {
    case 'home':
      return <HomePage page={page} />;
    case 'results':
      return <ResultsPage page={page} />;
    case 'draw':
      return <DrawPage page={page} />;
    case 'games':
      return <GamesPage page={page} />;
    case 'game':
      return <GamePage page={page} />;
    case 'winners':
      return <WinnersPage page={page} />;
    case 'fairness':
      return <FairnessPage page={page} />;
    case 'excluded':
      return <ExcludedPage page={page} />;
    case 'developers':
      return <DevelopersPage page={page} />;
    case 'verify':
      return <VerifyPage page={page} />;
    case 'statistics':
      return <DrawStatisticsPage page={page} />;
    case 'search':
      return <SearchPage page={page} />;
    case 'check':
      return <CheckPage page={page} />;
    case 'list':
      return <ListPage page={page} />;
    case 'dynamic':
      return <DynamicPage page={page} />;
    case 'group':
      return <MenuGroupPage page={page} />;
    case 'form':
      return <FormPage page={page} />;
    case 'account':
      return <AccountPage page={page} />;
    case 'article':
      return <ArticlePage page={page} />;
    // Only error pages reach this line. If another kind of page has no case above, this line does not compile.
    default:
      return <ErrorPage page={page} />;
  }
}
