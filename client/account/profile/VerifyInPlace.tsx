import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation, useNavigate } from 'react-router-dom';
import { isPlainClick } from '../../plain-click.ts';
import { useNotice } from '../account-notice.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import type { ScreenData } from '../screen.ts';
import type { VerifyView } from './contact-pages.tsx';

interface VerifyProps {
  /** Path of the screen that verifies the contact, without the language prefix. */
  path: string;
  label: string;
  /** Accessible name of the link: its label and the name of the contact. */
  name: string;
  loading: string;
}

/**
 * A link to the screen that verifies a contact. With script, a click shows the form of that screen in the current
 * screen. The form and its texts are loaded after the click.
 */
export function VerifyInPlace({ path, label, name, loading }: VerifyProps) {
  const { load, data, state } = useFetcher<ScreenData<VerifyView>>();
  const [isOpen, setOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // In the browser, `answer` is never a promise, because the loader has awaited it.
  const answer = data && !(data.answer instanceof Promise) ? data.answer : null;
  const isLoaded = answer !== null;
  useEffect(() => {
    if (isOpen && isLoaded) panel.current?.focus();
  }, [isOpen, isLoaded]);

  const view = answer?.kind === 'shown' ? answer.view : null;
  const form = view?.form ?? null;
  const { pathname, search } = useLocation();
  const showNotice = useNotice();
  const navigate = useNavigate();
  const noted = useRef<VerifyView>(null);
  // If the view has no form, no contact remains to be verified, for example because the player has verified it in
  // another tab. Load the current screen again, with a message that explains why no form appears.
  useEffect(() => {
    if (view === null || view.form !== null || noted.current === view) return;
    noted.current = view;
    showNotice(view.note.text);
    void navigate(`${pathname}${search}`, { replace: true });
  }, [view, showNotice, navigate, pathname, search]);

  const open = (event: MouseEvent): void => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setOpen(true);
    void load(path);
  };

  if (!isOpen || (isLoaded && form === null && state === 'idle'))
    return (
      <>
        <Link className="button button--secondary profile__verify" to={path} aria-label={name} onClick={open}>
          {label}
        </Link>
        {isOpen && answer?.kind === 'failed' ? (
          <p className="field__error" role="alert">
            {answer.text}
          </p>
        ) : null}
      </>
    );
  return (
    <section className="profile__panel" ref={panel} tabIndex={-1} aria-label={name}>
      {form ? <AccountForm view={form} staysHere /> : <output className="profile__waiting">{loading}</output>}
    </section>
  );
}
