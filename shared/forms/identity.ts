import { type DocumentField, documentTypes } from '../domain/document-file.ts';
import { namesOf } from '../names-of.ts';
import { type Field, type Form, sending } from './form.ts';

/** Whether the value of a file field is the text key of an error message, instead of a file. */
export function isFileProblem(value: string): boolean {
  return value.startsWith('document.');
}

function documentField(name: DocumentField, isOptional: boolean): Field {
  return {
    name,
    control: 'file',
    input: 'text',
    label: `form.request-verification.${name}`,
    hint: `form.request-verification.${name}_hint`,
    accept: namesOf(documentTypes).join(),
    isOptional,
    check: (value) => {
      if (value === '') return isOptional ? null : { key: 'document.required' };
      return isFileProblem(value) ? { key: value } : null;
    },
  };
}

/** Declares the form that requests the identity check. Both its own page and the withdrawal page show the form. */
export function requestVerificationForm(): Form {
  return {
    name: 'request-verification',
    path: '/my-accounts/identity',
    picture: 'shield',
    layout: 'stacked',
    playersOnly: true,
    fields: [
      documentField('identity', false),
      documentField('identityBack', true),
      documentField('address', true),
    ],
    steps: [
      {
        fields: ['identity', 'identityBack', 'address'],
        submit: 'form.request-verification.submit',
        sends: sending('accounts/requestVerification', ({ identity = '', identityBack, address }) => ({
          identity,
          ...(identityBack ? { identityBack } : {}),
          ...(address ? { address } : {}),
        })),
      },
    ],
    follow: {
      kind: 'screen',
      path: '/my-accounts/identity',
      text: 'form.request-verification.done',
      popup: 'kyc-pending',
    },
    links: [],
  };
}
