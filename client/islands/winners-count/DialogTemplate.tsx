/** Markup of the winners-count dialog, once a document; the script copies it, so that words stay on the server. */
export function DialogTemplate({ title, closeLabel }: { title: string; closeLabel: string }) {
  return (
    <template data-dialog="">
      <dialog className="dialog" aria-labelledby="dialog-title">
        <header className="dialog__head">
          <h2 className="dialog__title" id="dialog-title" data-title="">
            {title}
          </h2>
          <button className="dialog__close" type="button" data-close="" aria-label={closeLabel}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          </button>
        </header>
        <div className="dialog__content" data-content="" />
      </dialog>
    </template>
  );
}
