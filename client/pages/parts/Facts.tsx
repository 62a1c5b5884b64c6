/** Shows labels with their values. Long values such as hashes can break at any character. */
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
