import { Outlet, type RouteObject } from 'react-router-dom';
import { type ProfileData, ProfileFailed, ProfilePage } from './ProfilePage.tsx';
import { type AccountFrame, frameRoute } from './use-account-frame.ts';

/** Functions that load the data of the routes. Server and browser share the routes but load the data differently. */
export interface AccountLoaders {
  frame(): AccountFrame;
  profile(): ProfileData | Promise<ProfileData>;
}

/** The router's hydration data, keyed by the ids of the routes with loaders. */
export interface AccountLoaderData {
  [frameRoute]: AccountFrame;
  profile: ProfileData;
}

/** The wrapping element is needed: React sends no shell if a pending Suspense boundary is at the top of the tree. */
function AccountRoot() {
  return (
    <div className="profile">
      <Outlet />
    </div>
  );
}

export const accountRoutes = (loaders: AccountLoaders): RouteObject[] => [
  {
    id: frameRoute,
    path: '/my-accounts',
    loader: () => loaders.frame(),
    Component: AccountRoot,
    children: [
      {
        id: 'profile',
        index: true,
        loader: () => loaders.profile(),
        Component: ProfilePage,
        ErrorBoundary: ProfileFailed,
      },
    ],
  },
];
