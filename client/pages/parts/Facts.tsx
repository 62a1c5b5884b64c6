import type { Fact } from '../../../shared/pages/facts.ts';

/** Shows labels with their values. Long values such as hashes can break at any character. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, text, isData }) => (
        <div className="facts__row" key={label}>
          <dt>{label}</dt>
          <dd translate={isData ? 'no' : undefined}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
