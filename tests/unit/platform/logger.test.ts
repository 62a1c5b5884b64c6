import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { errorFields } from '../../../platform/logger.ts';

it('a failed statement is logged by its cause, without the values it was made with', () => {
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const error = new DrizzleQueryError('select * from players where email = $1', ['asha@example.org'], cause);
  const logged = errorFields(error);
  expect(logged).toMatchObject({
    message: 'a statement failed',
    cause: { message: 'connection refused', code: 'ECONNREFUSED' },
  });
  expect(JSON.stringify(logged)).not.toContain('asha');
});
