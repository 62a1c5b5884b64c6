import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { BreakBanner } from '../limits/BreakBanner.tsx';
import { type BreakView, withBreak } from '../limits/load-break.ts';
import { ScreenContent, SkeletonCards } from '../ScreenContent.tsx';
import type { Screen } from '../screen.ts';
import { loadProfile } from './load-profile.ts';
import type { ProfileRow, ProfileView } from './profile-view.ts';
import { VerifyInPlace } from './VerifyInPlace.tsx';

/** `/my-accounts`: all profile data of the player. */
export const profileScreen: Screen = {
  load: withBreak(loadProfile),
  Component: () => <ScreenContent Content={ProfileCards} skeleton={<ProfileSkeleton />} />,
};

function ProfileCards({ view }: { view: ProfileView & { pause: BreakView } }) {
  const { username, avatarImage, memberSince, edit, changeAvatar, groups, pause } = view;
  return (
    <>
      <BreakBanner {...pause} />
      <div className="profile__head">
        <Avatar image={avatarImage} className="profile__avatar" />
        <div>
          <p className="profile__name">{username}</p>
          <p className="profile__since">{memberSince}</p>
          <Link className="form__link" to={accountRoutes.avatar.path}>
            {changeAvatar}
          </Link>
        </div>
        <Link className="button button--secondary profile__edit" to={accountRoutes.profileEdit.path}>
          {edit}
        </Link>
      </div>
      <div className="profile__groups">
        {groups.map(({ title, rows }) => (
          <section className="profile__group" key={title}>
            <h3>{title}</h3>
            <dl className="profile__rows">
              {rows.map((row) => (
                <Row key={row.label} row={row} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

function Row({ row: { label, text, isMissing, mark, note, contact, link } }: { row: ProfileRow }) {
  return (
    <div className="profile__row">
      <dt>{label}</dt>
      <dd className={isMissing ? 'profile__missing' : undefined}>
        <span className="profile__text">{text}</span>
        {mark ? (
          <span className={mark.isVerified ? 'profile__mark is-verified' : 'profile__mark'}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={mark.isVerified ? 'm3.5 8.5 3 3 6-7' : 'M8 4v5m0 2.5v.5'} />
            </svg>
            {mark.text}
          </span>
        ) : null}
        {contact ? (
          <Link
            className="form__link profile__change"
            to={contact.change.path}
            aria-label={`${contact.change.label}: ${label}`}
          >
            {contact.change.label}
          </Link>
        ) : null}
      </dd>
      {note ? <dd className="profile__note">{note}</dd> : null}
      {link ? (
        <dd>
          <Link className="form__link" to={link.path}>
            {link.label}
          </Link>
        </dd>
      ) : null}
      {contact?.pending ? <dd className="profile__note">{contact.pending}</dd> : null}
      {contact?.verify ? (
        <dd>
          <VerifyInPlace {...contact.verify} name={`${contact.verify.label}: ${label}`} />
        </dd>
      ) : null}
    </div>
  );
}

function ProfileSkeleton() {
  return (
    <>
      <div className="profile__head">
        <span className="skeleton skeleton--round" />
        <span className="skeleton skeleton--line" />
      </div>
      <div className="profile__groups">
        <SkeletonCards count={4} />
      </div>
    </>
  );
}
