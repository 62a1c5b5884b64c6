import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useFetcher } from 'react-router-dom';
import { isPlainClick } from '../../wake.ts';
import { AccountForm } from '../forms/AccountForm.tsx';
import type { ScreenData } from '../screen.ts';
import type { VerifyView } from './contact-pages.tsx';

interface VerifyProps {
  /** Path of the screen, without the language. */
  path: string;
  label: string;
  /** The label with the name of the contact, for screen readers. */
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

  const open = (event: MouseEvent): void => {
    if (!isPlainClick(event.nativeEvent)) return;
    event.preventDefault();
    setOpen(true);
    void load(path);
  };
  const form = answer?.kind === 'shown' ? answer.view.form : null;

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
