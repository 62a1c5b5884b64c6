export interface FigureView {
  label: string;
  text: string;
  /** Text of a second line in smaller type. */
  detail?: string;
}

/** Shows figures as cards. @param title describes the figures for screen readers */
export function FigureList({ figures, title }: { figures: readonly FigureView[]; title?: string }) {
  return (
    <dl className="statistics__figures" aria-label={title}>
      {figures.map(({ label, text, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{text}</strong>
            {detail ? <span>{detail}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
