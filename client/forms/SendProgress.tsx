import type { Translate } from '../../shared/translate.ts';

/**
 * Shows how much of the files has been sent. Its text changes only at the start and at the end, so screen readers
 * announce it only twice.
 */
export function SendProgress({ share, t }: { share: number | null; t: Translate }) {
  return (
    <>
      <output className="form__notice">
        {share === null ? '' : t(share < 1 ? 'document.sending' : 'document.received')}
      </output>
      {share === null ? null : <progress value={share} aria-label={t('document.sending')} />}
    </>
  );
}
