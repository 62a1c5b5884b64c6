import { expect, it } from 'vitest';
import bootConfig from '../../../../config/boot_config.json' with { type: 'json' };
import en from '../../../../config/locale/en/forms.json' with { type: 'json' };
import { readInputBounds } from '../../../../shared/domain/input-bounds.ts';
import { messageValues } from '../../../../shared/domain/input-messages.ts';

const bounds = readInputBounds(bootConfig.inputsMaxLength);

it('messageValues returns a value for each placeholder of a message', () => {
  const texts: [string, string][] = Object.entries(en).flatMap(([key, text]) =>
    typeof text === 'string' ? [[key, text] as [string, string]] : [],
  );
  const mentioned = texts.map(([key, text]) => [
    key,
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).toSorted(),
  ]);
  expect(texts.map(([key]) => [key, Object.keys(messageValues(key, bounds)).toSorted()])).toEqual(mentioned);
});

it('messageValues returns the configured limits that a message mentions, or an empty object for a message without limits', () => {
  expect(messageValues('password_requirement', { ...bounds, password_min: 9 })).toEqual({ min: 9, max: 32 });
  expect(messageValues('enter_an_username', bounds)).toEqual({});
  expect(messageValues('toString', bounds)).toEqual({});
});
