/** Labels and values. Long values such as hashes may break anywhere. */
export function Facts({ facts }: { facts: { label: string; text: string }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, text }) => (
        <div className="facts__row" key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
