import type { Figure } from '../../shared/pages/winners.ts';

export function Figures({ figures, label }: { figures: readonly Figure[]; label: string }) {
  if (figures.length === 0) return null;
  return (
    <section className="figures" aria-label={label}>
      <dl className="figures__list container">
        {figures.map((figure) => (
          <div className="figures__item" key={figure.label}>
            <dt>{figure.label}</dt>
            <dd>{figure.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
