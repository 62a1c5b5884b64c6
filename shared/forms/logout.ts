import { type Form, sending } from './form.ts';

/**
 * Declares the page that logs players out in browsers without script (spec §4). With script, popup 5 replaces this
 * page.
 */
export function logoutForm(): Form {
  return {
    name: 'logout',
    picture: 'balls',
    path: '/logout',
    layout: 'stacked',
    playersOnly: true,
    fields: [],
    steps: [
      {
        fields: [],
        text: 'form.logout.question',
        submit: 'form.logout.submit',
        sends: sending('accounts/logout', () => ({})),
      },
    ],
    follow: {
      kind: 'message',
      title: 'form.logout.done_title',
      text: 'form.logout.done_text',
      link: { label: 'form.logout.home', href: '/' },
    },
    links: [],
  };
}
