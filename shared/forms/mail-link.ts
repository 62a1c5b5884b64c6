import { type Form, type Sending, sending } from './form.ts';

/**
 * Declares the page that a link in a mail opens. The page has a question and a button. Opening the page changes
 * nothing, because mail programs open links automatically.
 */
function mailLinkForm({
  token,
  sends,
  ...own
}: Pick<Form, 'name' | 'path' | 'picture'> & {
  /** Format of the token in the page's URL. */
  token: RegExp;
  sends: Sending;
  isOneClick?: boolean;
  link?: { label: string; href: string };
}): Form {
  const { link, ...page } = own;
  const texts = `form.${page.name}`;
  return {
    ...page,
    layout: 'stacked',
    fields: [
      {
        name: 'token',
        control: 'address',
        input: 'text',
        label: `${texts}.title`,
        check: (value) => (token.test(value) ? null : { key: 'field.wrong' }),
      },
    ],
    steps: [{ fields: ['token'], text: `${texts}.question`, submit: `${texts}.submit`, sends }],
    follow: {
      kind: 'message',
      title: `${texts}.done_title`,
      text: `${texts}.done_text`,
      ...(link ? { link } : {}),
    },
    links: [],
  };
}

/** Declares the page on which the recipient of an invitation stops further invitations. */
export function stopInvitationsForm(): Form {
  return mailLinkForm({
    name: 'stop-invitations',
    path: '/account/stop-invitations',
    picture: 'heart',
    isOneClick: true,
    token: /^[A-Za-z0-9_-]{20,100}$/,
    sends: sending('transaction/stopInvitations', ({ token = '' }) => ({ token })),
  });
}

/**
 * Declares the page on which players unsubscribe from one kind of mails. If the player presses the unsubscribe button
 * of a mail program, the program itself sends the POST of this page (RFC 8058).
 */
export function unsubscribeForm(): Form {
  return mailLinkForm({
    name: 'unsubscribe',
    path: '/account/unsubscribe',
    picture: 'heart',
    isOneClick: true,
    token: /^[A-Za-z0-9_-]{100,200}$/,
    sends: sending('accounts/unsubscribe', ({ token = '' }) => ({ token })),
    link: { label: 'form.unsubscribe.preferences', href: '/my-accounts/edit' },
  });
}

/** Declares the page that reverts a change of an account's e-mail address or mobile number. */
export function takeBackContactForm(): Form {
  return mailLinkForm({
    name: 'take-back-contact',
    path: '/account/take-back-contact',
    picture: 'shield',
    token: /^[A-Za-z0-9_-]{43}$/,
    sends: sending('accounts/takeBackContact', ({ token = '' }) => ({ token })),
    link: { label: 'form.take-back-contact.reset', href: '/forgot-password' },
  });
}
