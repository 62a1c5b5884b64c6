/** Labels with their values. Long values such as a hash break anywhere. */
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
