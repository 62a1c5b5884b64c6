import { useT } from '../layout/Strings.tsx';

/** Shares the address of the page. The button needs script, so browsers without script hide it. */
export function ShareButton() {
  const t = useT();
  return (
    <div className="share-page when-scripted">
      <button className="button button--secondary" type="button" data-share="">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 15V4m-4 4 4-4 4 4M6 12H5v8h14v-8h-1" />
        </svg>
        {t('layout.share.page')}
      </button>
      <output />
    </div>
  );
}
