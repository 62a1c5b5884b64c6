import { Outlet, type RouteObject } from 'react-router-dom';
import { type ProfileData, ProfileFailed, ProfilePage } from './ProfilePage.tsx';
import { type AccountFrame, frameRoute } from './use-account-frame.ts';

/** Server and browser use the same routes, with different data sources. */
export interface AccountLoaders {
  frame(): AccountFrame;
  profile(): ProfileData | Promise<ProfileData>;
}

/** Ids of routes with data: the keys of the router's hydration data. */
export interface AccountLoaderData {
  [frameRoute]: AccountFrame;
  profile: ProfileData;
}

/** React sends no shell while a Suspense boundary without an element around it is pending. */
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
