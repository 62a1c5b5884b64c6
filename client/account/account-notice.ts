import { useEffect, useRef, useState } from 'react';
import { useLocation, useOutletContext } from 'react-router-dom';

/** Shows a message in the screen that opens next. */
export type ShowNotice = (text: string) => void;

/** Returns the function that a form calls to show its message after a success. */
export const useNotice = (): ShowNotice => useOutletContext<ShowNotice>();

/**
 * Returns the message that the current screen shows, and a function that sets the message of the next screen.
 * @param first the message that the server rendered into the page
 */
export function useNotices(first: string | null): { text: string | null; showNext: ShowNotice } {
  const { key } = useLocation();
  const [text, setText] = useState(first);
  const shown = useRef(key);
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    setText(next.current);
    next.current = null;
  }, [key]);
  return {
    text,
    showNext: (given) => {
      next.current = given;
    },
  };
}
