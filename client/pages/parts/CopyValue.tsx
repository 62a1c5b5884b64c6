import { useT } from '../../layout/Strings.tsx';

/** Shows data such as a hash in a monospaced type, with a button that copies it. */
export function CopyValue({ label, text }: { label: string; text: string }) {
  const t = useT();
  return (
    <span className="copy-value">
      <code className="copy-value__text" translate="no">
        {text}
      </code>
      <button
        className="copy-value__button when-scripted"
        type="button"
        data-copy=""
        data-copied={t('copy.copied')}
        data-failed={t('copy.failed')}
        aria-label={t('copy.label', { label })}
      >
        {t('copy.copy')}
      </button>
      <output className="copy-value__notice" />
    </span>
  );
}
