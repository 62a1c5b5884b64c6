import { describe, expect, it } from 'vitest';
import { refusedByConfiguration } from '../../../../server/calls/configured-rules.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';

const { boot, setup } = readSiteConfig('config');
const configured = (changes: Partial<typeof setup>) => ({ boot, setup: { ...setup, ...changes } });

describe('refusedByConfiguration', () => {
  it('rejects purchases with 10609 while sales are disabled', () => {
    expect(refusedByConfiguration(configured({ sales: false }), 'tickets/buy', {})).toEqual({
      success: false,
      firstCode: '10609',
    });
    expect(refusedByConfiguration(configured({ sales: true }), 'tickets/buy', {})).toBeNull();
  });

  it('if multiCurrency is disabled, rejects a sign-up in a currency that is not the default', () => {
    const one = configured({ multiCurrency: false });
    expect(refusedByConfiguration(one, 'accounts/signup', { currency: 'EUR' })).toMatchObject({
      firstCode: '10400',
      data: { fields: { currency: 'currency_required' } },
    });
    expect(refusedByConfiguration(one, 'accounts/signup', { currency: boot.defaultCurrency })).toBeNull();
    expect(
      refusedByConfiguration(configured({ multiCurrency: true }), 'accounts/signup', { currency: 'EUR' }),
    ).toBeNull();
  });

  it('accepts every currency in calls other than sign-up', () => {
    expect(
      refusedByConfiguration(configured({ multiCurrency: false }), 'wallet', { currency: 'EUR' }),
    ).toBeNull();
  });
});
