import { test as base } from '../../helpers/form-site.ts';

/** A `test` whose site uses the form variants that walks.test.ts does not cover. */
export const test = base
  .extend('pattern', { scope: 'file' }, () => ({ login: 'content', forgot: 'popup' }) as const)
  .extend(
    'open',
    ({ site, visitor }) =>
      (path: string) =>
        visitor.open(`${site.origin}${path}`),
  );
