import { useT } from '../layout/Strings.tsx';

/** Says that some of the winners are sample players, so that no visitor takes them for real players. */
export function SampleNotice() {
  const t = useT();
  return <p className="sample-notice container">{t('page.winners.sample')}</p>;
}
