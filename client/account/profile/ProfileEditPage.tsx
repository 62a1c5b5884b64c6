import { formScreen } from '../forms/form-screen.tsx';

/** `/my-accounts/edit`: the form with which players edit their profile. */
export const profileEditScreen = formScreen('profile');
