import { checkLoginPassword, checkUsername, loginBounds } from '../domain/input-rules.ts';
import { type Form, type FormSettings, messageOf, sending } from './form.ts';

/** Declares the form of popup 1, popup 6 and the page `/login`, in two variants (spec §2, §5). */
export function loginForm({ pattern, bounds }: FormSettings): Form {
  return {
    name: 'login',
    path: '/login',
    picture: 'balls',
    beside:
      pattern.login === 'content'
        ? { content: 'loginPopupContent' }
        : { title: 'form.login.banner_title', text: 'form.login.banner_text' },
    layout: 'stacked',
    visitorsOnly: true,
    fields: [
      {
        name: 'username',
        control: 'text',
        input: 'username',
        label: 'form.username',
        autocomplete: 'username',
        maxLength: bounds.username_max,
        check: (value, _values, at) => {
          const own = loginBounds(bounds, pattern.login, at);
          return messageOf(checkUsername(value, own), own);
        },
      },
      {
        name: 'password',
        control: 'password',
        input: 'password',
        label: 'form.password',
        autocomplete: 'current-password',
        maxLength: bounds.password_max,
        check: (value, _values, at) => {
          const own = loginBounds(bounds, pattern.login, at);
          return messageOf(checkLoginPassword(value, own, pattern.login), own);
        },
      },
    ],
    steps: [
      {
        fields: ['username', 'password'],
        submit: 'form.login.submit',
        sends: sending('accounts/login', ({ username = '', password = '' }) => ({
          type: 2,
          username,
          password,
        })),
      },
    ],
    follow: { kind: 'go' },
    failure: 'form.login.failed',
    links: [
      { label: 'form.login.forgot', href: '/forgot-password', popup: 3 },
      { label: 'form.login.signup', href: '/signup', popup: 2 },
    ],
  };
}
