import { type Form, type FormSettings, sending } from './form.ts';

/**
 * Declares the form with which players choose their avatar. The account screen with the form loads the list of avatars.
 */
export function avatarForm({ choices }: FormSettings): Form {
  return {
    name: 'avatar',
    path: '/my-accounts/avatar',
    picture: 'heart',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      {
        name: 'avatarImage',
        control: 'avatar',
        input: 'text',
        label: 'form.avatar.label',
        options: () => choices?.['avatarImage'] ?? [],
        check: (value) => (value === '' ? { key: 'field.wrong' } : null),
      },
    ],
    steps: [
      {
        fields: ['avatarImage'],
        submit: 'form.avatar.submit',
        sends: sending('accounts/updateAvatar', ({ avatarImage = '' }) => ({ avatarImage })),
      },
    ],
    follow: { kind: 'screen', path: '/my-accounts', text: 'form.avatar.done_text' },
    links: [{ label: 'form.profile_back', href: '/my-accounts' }],
  };
}
