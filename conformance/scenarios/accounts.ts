import { codes } from '../../shared/contract/codes.ts';
import { refusalProblems } from '../answers.ts';
import {
  freshMobile,
  freshName,
  freshPassword,
  mainPlayer,
  remembered,
  signUp,
  signupForm,
  Untested,
} from '../run.ts';
import { type Scenario, type Scenarios, unless } from './scenario.ts';

const whoLogsIn = remembered(signUp);

const login: Scenario<'accounts/login' | 'authenticate'> = {
  async request(run) {
    const { username, password } = await whoLogsIn(run);
    return { type: 2, username, password };
  },
  async means({ userData }, { run, data }) {
    const wrong = await run.ask('accounts/login', { ...data, password: freshPassword() });
    const stranger = await run.ask('accounts/login', { ...data, username: freshName() });
    const own = await run.ask('accounts/autoLogin', {}, userData.authToken);
    return [
      ...unless(userData.username === data.username, 'the answer names somebody else'),
      ...unless(own.status === 200, 'the token opens nothing'),
      ...refusalProblems(wrong, codes.loginWrong, 'a wrong password'),
      ...refusalProblems(stranger, codes.loginWrong, 'an unknown name'),
    ];
  },
};

/** Who somebody is; codes stand in one-time-passwords.ts. */
export const accountScenarios: Scenarios = {
  'accounts/signup': {
    request: () => signupForm(),
    async means({ userData }, { run, data }) {
      const again = (change: object) => run.ask('accounts/signup', { ...data, ...change });
      const other = {
        username: freshName(),
        email_address: `${freshName()}@conformance.example`,
        ...freshMobile(),
      };
      const { username, email_address, country_code, mobile_no } = data;
      return [
        ...unless(userData.username === username, 'the answer names somebody else'),
        ...unless(
          (await run.ask('accounts/autoLogin', {}, userData.authToken)).status === 200,
          'the token opens nothing',
        ),
        ...refusalProblems(
          await again({ ...other, username: username.toUpperCase() }),
          codes.usernameTaken,
          'a name that is taken',
        ),
        ...refusalProblems(await again({ ...other, email_address }), codes.emailInUse, 'an address in use'),
        ...refusalProblems(
          await again({ ...other, country_code, mobile_no }),
          codes.mobileInUse,
          'a mobile in use',
        ),
      ];
    },
  },
  'accounts/login': login,
  authenticate: login,
  'accounts/autoLogin': {
    request: () => ({}),
    async means({ userData }, { run }) {
      return unless(userData.username === (await mainPlayer(run)).username, 'the answer names somebody else');
    },
  },
  'accounts/logout': {
    request: () => ({}),
    token: async (run) => (await signUp(run)).token,
    means: async (_answer, { run, token }) =>
      refusalProblems(
        await run.ask('accounts/autoLogin', {}, token),
        codes.sessionExpired,
        'the token after the logout',
      ),
  },
  'accounts/checkUserDetails': {
    request: () => ({ checkUserDetailsType: 1, username: freshName() }),
    async means(_answer, { run }) {
      const { username, email, mobile } = await mainPlayer(run);
      const name = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 1, username });
      const mail = await run.ask('accounts/checkUserDetails', {
        checkUserDetailsType: 2,
        email_address: email,
      });
      const phone = await run.ask('accounts/checkUserDetails', { checkUserDetailsType: 3, ...mobile });
      return [
        ...refusalProblems(name, codes.usernameTaken, 'a name that is taken'),
        ...refusalProblems(mail, codes.emailInUse, 'an address in use'),
        ...refusalProblems(phone, codes.mobileInUse, 'a mobile in use'),
      ];
    },
  },
  'accounts/validateUserName': {
    request: () => ({ username: freshName() }),
    async means(_answer, { run }) {
      const { username } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateUserName', { username }),
        codes.usernameTaken,
        'a name that is taken',
      );
    },
  },
  'accounts/validateEmail': {
    request: () => ({ email_address: `${freshName()}@conformance.example` }),
    async means(_answer, { run }) {
      const { email } = await mainPlayer(run);
      const taken = await run.ask('accounts/validateEmail', { email_address: email.toUpperCase() });
      return refusalProblems(taken, codes.emailInUse, 'an address in use');
    },
  },
  'accounts/validateMobileNo': {
    request: () => freshMobile(),
    async means(_answer, { run }) {
      const { mobile } = await mainPlayer(run);
      return refusalProblems(
        await run.ask('accounts/validateMobileNo', mobile),
        codes.mobileInUse,
        'a mobile in use',
      );
    },
  },
  'accounts/getUserProfile': {
    request: () => ({}),
    async means(profile, { run }) {
      const { username, email } = await mainPlayer(run);
      return [
        ...unless(profile.username === username, 'the profile is of somebody else'),
        ...unless(profile.email_address === email, 'the address is not the one of the signup'),
      ];
    },
  },
  'accounts/updateUserDetails': {
    request: () => ({ firstName: 'Asha', lastName: 'Rao', city: 'Pune' }),
    async means(answer, { run, token }) {
      const profile = await run.need('accounts/getUserProfile', {}, token);
      return [
        ...unless(
          answer.firstName === 'Asha' && answer.city === 'Pune',
          'the answer is not as it was updated',
        ),
        ...unless(
          JSON.stringify(profile) === JSON.stringify(answer),
          'the profile afterwards is another one',
        ),
      ];
    },
  },
  'accounts/getAvatarList': {
    request: () => ({}),
    means: ({ avatarList }) => unless(avatarList.length > 0, 'there is no avatar'),
  },
  'accounts/updateAvatar': {
    async request(run) {
      const { avatarList } = await run.need('accounts/getAvatarList', {}, (await mainPlayer(run)).token);
      const last = avatarList.at(-1);
      if (!last) throw new Untested('needs an avatar to choose, and there is none');
      return { avatarImage: last.avatarImage };
    },
    async means(_answer, { run, data, token }) {
      const { avatarImage } = await run.need('accounts/getUserProfile', {}, token);
      return unless(avatarImage === data.avatarImage, 'the profile afterwards has another one');
    },
  },
  'accounts/getCountryStateList': {
    request: () => ({}),
    means: ({ countries, states }) => {
      const known = new Set(countries.map(({ CountryID }) => CountryID));
      return [
        ...unless(countries.length > 0, 'there is no country'),
        ...unless(
          states.every(({ CountryID }) => known.has(CountryID)),
          'a state is of no country',
        ),
      ];
    },
  },
};
