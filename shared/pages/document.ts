import type { Translate } from '../translate.ts';
import type { AccountPage } from './account.ts';
import type { ArticlePage } from './article.ts';
import type { CheckPage } from './check.ts';
import type { DevelopersPage } from './developers.ts';
import type { DrawPage } from './draw.ts';
import type { DrawStatisticsPage } from './draw-statistics.ts';
import type { DynamicPage } from './dynamic-page.ts';
import type { ErrorPage } from './error.ts';
import type { ExcludedPage } from './excluded.ts';
import type { FairnessPage } from './fairness.ts';
import type { FormPage } from './form.ts';
import type { Frame } from './frame.ts';
import type { GamePage } from './game.ts';
import type { GamesPage } from './games.ts';
import type { HomePage } from './home.ts';
import type { ListPage } from './list.ts';
import type { MenuGroupPage } from './menu-group.ts';
import type { ResultsPage } from './results.ts';
import type { SearchPage } from './search.ts';
import type { VerifyPage } from './verify.ts';
import type { WinnersPage } from './winners.ts';

export type Page =
  | HomePage
  | ResultsPage
  | DrawPage
  | GamesPage
  | GamePage
  | WinnersPage
  | FairnessPage
  | ExcludedPage
  | VerifyPage
  | DevelopersPage
  | DrawStatisticsPage
  | ListPage
  | SearchPage
  | CheckPage
  | ArticlePage
  | FormPage
  | DynamicPage
  | MenuGroupPage
  | AccountPage
  | ErrorPage;

/** URLs of the client's built files, from Vite's manifest. */
export interface ClientAssets {
  start: string;
  /** Styles of all pages. */
  styles: string[];
  /** Styles of printed pages. */
  printStyles: string;
  /** For each kind of page, the styles that only this kind needs. Kinds without such styles are missing. */
  stylesByKind: Readonly<Partial<Record<Page['kind'], string>>>;
  /** Styles of blocks in CMS texts, which only pages with such texts need. */
  blockStyles: string;
  /** Fonts that the first paint needs. */
  fonts: string[];
}

/** All input of a document. Equal input yields equal bytes. */
export interface DocumentProps {
  frame: Frame;
  page: Page;
  t: Translate;
  assets: ClientAssets;
}
