import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../server/config/project-root.ts';
import { readSiteConfig } from '../../../../server/config/site-config.ts';
import { formTexts } from '../../../../server/words/form-texts.ts';
import { forms } from '../../../../shared/forms/forms.ts';
import { formSettings } from '../../../helpers/form-settings.ts';

const config = readSiteConfig(path.join(projectRoot, 'config'));
const textsOf = (name: 'login' | 'claim-status', lang = 'en') =>
  formTexts(config, lang, forms[name](formSettings()));

describe('formTexts', () => {
  it('contains the labels and messages that a form can show', () => {
    const texts = textsOf('login');
    expect(texts).toMatchObject({
      'form.username': 'Username',
      enter_an_username: 'Enter a username.',
      password_requirement: expect.stringContaining('{{min}} to {{max}}'),
      'code.15111': 'Wrong username or password.',
      'code.15500': expect.any(String),
    });
  });

  it('omits texts that the form cannot show', () => {
    const keys = Object.keys(textsOf('login'));
    expect(keys.filter((key) => /^code\.10(?:496|700)$|^form\.(?:contact|claim-status)\./.test(key))).toEqual(
      [],
    );
  });

  it('contains the names of the games if the form shows a ticket', () => {
    expect(textsOf('claim-status')['game.jaldi']).toBe('Golden Jaldi');
    expect(textsOf('login')['game.jaldi']).toBeUndefined();
  });

  it('returns texts in the language of the page', () => {
    expect(textsOf('login', 'nb')['form.username']).toBe('Brukernavn');
  });
});
