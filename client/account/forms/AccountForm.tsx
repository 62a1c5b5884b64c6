import { Suspense, useEffect, useRef, useState } from 'react';
import { whenUsed } from '../../when-used.ts';
import type { FormBodyProps } from './FormBody.tsx';
import { hasFormParts, loadFormParts, useFormParts } from './late-forms.ts';

/**
 * Shows a form in a screen of the account area. On the first page of a visit, the form keeps the server's markup, and
 * hydrates only when the player starts to use it. On later screens, the script of all forms is loaded together with the
 * screen's data.
 */
export function AccountForm(props: FormBodyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [{ open, opened }] = useState(createLatch);
  useEffect(() => {
    const element = place.current;
    if (!element || hasFormParts()) return undefined;
    const wake = async () => {
      await tryToLoad();
      if (hasFormParts()) await opened;
    };
    const stop = whenUsed(element, wake);
    // The player may have focused a field before this component was hydrated.
    if (element.matches(':focus-within')) void tryToLoad();
    return stop;
  }, [opened]);
  return (
    <div className="account-form__place" ref={place}>
      <Suspense fallback={<Loading />}>
        <Loaded {...props} onReady={open} />
      </Suspense>
    </div>
  );
}

function Loaded({ onReady, ...props }: FormBodyProps & { onReady: () => void }) {
  const { FormBody } = useFormParts();
  useEffect(onReady, [onReady]);
  return <FormBody {...props} />;
}

/** Loads the script of all forms. This component is shown only if React cannot keep the server's markup. */
function Loading() {
  useEffect(() => void tryToLoad(), []);
  return <span className="skeleton skeleton--card" />;
}

/** Loads the script of all forms. A failure is only reported, because the server's markup works without script. */
async function tryToLoad(): Promise<void> {
  try {
    await loadFormParts();
  } catch (error) {
    reportError(error);
  }
}

/** Creates a promise, and the function that resolves it. */
function createLatch() {
  let release: (() => void) | undefined;
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { open: () => release?.(), opened };
}
