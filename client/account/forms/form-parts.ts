import { forms } from '../../../shared/forms/forms.ts';
import { FormBody } from './FormBody.tsx';

/** The script of all forms. The browser loads it on the first use of a form (late-forms.ts). */
export const formParts = { FormBody, forms };

export type FormParts = typeof formParts;
