import { type Form, sending } from './form.ts';

/**
 * The page that an invitation's unsubscribe link opens. Only its button unsubscribes, because mail programs open
 * links too.
 */
export function stopInvitationsForm(): Form {
  return {
    name: 'stop-invitations',
    picture: 'heart',
    path: '/account/stop-invitations',
    layout: 'stacked',
    fields: [
      {
        name: 'token',
        control: 'address',
        input: 'text',
        label: 'form.stop-invitations.title',
        check: (value) => (/^[A-Za-z0-9_-]{20,100}$/.test(value) ? null : { key: 'field.wrong' }),
      },
    ],
    steps: [
      {
        fields: ['token'],
        text: 'form.stop-invitations.question',
        submit: 'form.stop-invitations.submit',
        sends: sending('transaction/stopInvitations', ({ token = '' }) => ({ token })),
      },
    ],
    follow: {
      kind: 'message',
      title: 'form.stop-invitations.done_title',
      text: 'form.stop-invitations.done_text',
    },
    links: [],
  };
}
