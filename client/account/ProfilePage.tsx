import { Suspense, use } from 'react';
import { useLoaderData } from 'react-router-dom';
import { Avatar } from '../ui/Avatar.tsx';
import type { ProfileAnswer, ProfileRow, ProfileView } from './profile-view.ts';
import { useAccountFrame } from './use-account-frame.ts';

export interface ProfileData {
  /** A promise during the server's streaming render; the resolved profile in the browser. */
  answer: ProfileAnswer | Promise<ProfileAnswer>;
}

/** `/my-accounts`: all profile data of the player, read-only. */
export function ProfilePage() {
  const { answer } = useLoaderData<ProfileData>();
  const { texts } = useAccountFrame();
  return (
    <Suspense fallback={<ProfileSkeleton label={texts.loading} />}>
      <ProfileContent answer={answer} />
    </Suspense>
  );
}

function ProfileContent({ answer }: ProfileData) {
  const settled = answer instanceof Promise ? use(answer) : answer;
  return settled.kind === 'profile' ? <ProfileCards view={settled.view} /> : <NoProfile answer={settled} />;
}

/** Error page for a profile that the router cannot reload. */
export function ProfileFailed() {
  return <NoProfile answer={{ kind: 'failed', text: '' }} />;
}

function ProfileCards({ view }: { view: ProfileView }) {
  const { username, avatarImage, memberSince, groups } = view;
  return (
    <>
      <div className="profile__head">
        <Avatar image={avatarImage} className="profile__avatar" />
        <div>
          <h2 className="profile__name">{username}</h2>
          <p className="profile__since">{memberSince}</p>
        </div>
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

function Row({ row: { label, text, isMissing, mark } }: { row: ProfileRow }) {
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
      </dd>
    </div>
  );
}

function NoProfile({ answer }: { answer: Exclude<ProfileAnswer, { kind: 'profile' }> }) {
  const { texts, loginHref, pageHref } = useAccountFrame();
  const isExpired = answer.kind === 'expired';
  return (
    <div className="profile__none" role="alert">
      <h2>{isExpired ? texts.expiredTitle : texts.failedTitle}</h2>
      <p>{isExpired ? texts.expiredText : answer.text}</p>
      {/* These links open separate documents, so the router must not handle them. */}
      <a className="button button--primary" href={isExpired ? loginHref : pageHref}>
        {isExpired ? texts.logIn : texts.tryAgain}
      </a>
    </div>
  );
}

/** The placeholder is as large as the profile, so that the layout does not shift when the profile arrives. */
function ProfileSkeleton({ label }: { label: string }) {
  return (
    <div className="profile__skeleton">
      <output className="visually-hidden">{label}</output>
      <div className="profile__head" aria-hidden="true">
        <span className="skeleton skeleton--round" />
        <span className="skeleton skeleton--line" />
      </div>
      <div className="profile__groups" aria-hidden="true">
        <span className="skeleton skeleton--card" />
        <span className="skeleton skeleton--card" />
        <span className="skeleton skeleton--card" />
        <span className="skeleton skeleton--card" />
      </div>
    </div>
  );
}
