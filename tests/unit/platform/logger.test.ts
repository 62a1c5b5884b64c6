import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, it } from 'vitest';
import { errorFields } from '../../../platform/logger.ts';

describe('errorFields', () => {
  it('returns the cause of a failed statement, but not the parameters of the statement', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const error = new DrizzleQueryError(
      'select * from players where email = $1',
      ['asha@example.org'],
      cause,
    );
    const logged = errorFields(error);
    expect(logged).toMatchObject({
      message: 'statement failed',
      cause: { message: 'connection refused', code: 'ECONNREFUSED' },
    });
    expect(JSON.stringify(logged)).not.toContain('asha');
  });
});
