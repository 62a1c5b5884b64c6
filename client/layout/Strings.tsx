import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Frame } from '../../shared/pages/frame.ts';
import type { Translate } from '../../shared/translate.ts';

const Strings = createContext<{ t: Translate; frame: Frame } | null>(null);

/** Texts and frame for the server-rendered components below. Islands receive theirs as props. */
export function StringsProvider({ t, frame, children }: { t: Translate; frame: Frame; children: ReactNode }) {
  const strings = useMemo(() => ({ t, frame }), [t, frame]);
  return <Strings value={strings}>{children}</Strings>;
}

function useStrings(): { t: Translate; frame: Frame } {
  const strings = useContext(Strings);
  if (!strings) throw new Error('There is no StringsProvider around this component.');
  return strings;
}

/** The texts of the page's language. */
export const useT = (): Translate => useStrings().t;

/** Language, path and menus of the page. */
export const useFrame = (): Frame => useStrings().frame;
