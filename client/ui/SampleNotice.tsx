import { useT } from '../layout/Strings.tsx';

/** Says that sample players are among the winners, so that no visitor takes them for real ones. */
export function SampleNotice() {
  const t = useT();
  return <p className="sample-notice container">{t('page.winners.sample')}</p>;
}
