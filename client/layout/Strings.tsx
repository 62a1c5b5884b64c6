import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Frame } from '../../shared/pages/frame.ts';
import type { Translate } from '../../shared/translate.ts';

const Strings = createContext<{ t: Translate; frame: Frame } | null>(null);

/**
 * Provides translated texts and the page's frame to server-rendered components. Islands receive the texts and data of
 * the frame as props instead.
 */
export function StringsProvider({ t, frame, children }: { t: Translate; frame: Frame; children: ReactNode }) {
  const strings = useMemo(() => ({ t, frame }), [t, frame]);
  return <Strings value={strings}>{children}</Strings>;
}

function useStrings(): { t: Translate; frame: Frame } {
  const strings = useContext(Strings);
  if (!strings) throw new Error('There is no StringsProvider around this component.');
  return strings;
}

export const useT = (): Translate => useStrings().t;

export const useFrame = (): Frame => useStrings().frame;
