import type { FormView } from '../../../shared/pages/form.ts';
import { FormPanel, FormSkeleton } from '../forms/form-screen.tsx';
import { loadForm } from '../forms/load-form.ts';
import { ScreenContent } from '../ScreenContent.tsx';
import { type Screen, type ScreenAnswer, unanswered } from '../screen.ts';

/** `/my-accounts/avatar`: the avatars from which the player chooses. */
export const avatarScreen: Screen = {
  async load(request): Promise<ScreenAnswer<FormView>> {
    const { call, wording } = request;
    const [list, profile] = await Promise.all([
      call('accounts/getAvatarList', {}),
      call('accounts/getUserProfile', {}),
    ]);
    if (list.kind !== 'ok') return unanswered(list, wording);
    if (profile.kind !== 'ok') return unanswered(profile, wording);
    const options = list.data.avatarList.map(({ avatarImage }, index) => ({
      value: avatarImage,
      label: wording.t('account.profile.avatar_name', { number: index + 1 }),
    }));
    const { avatarImage } = profile.data;
    return loadForm('avatar', request, { choices: { avatarImage: options }, values: { avatarImage } });
  },
  Component: () => <ScreenContent Content={FormPanel} skeleton={<FormSkeleton />} />,
};
