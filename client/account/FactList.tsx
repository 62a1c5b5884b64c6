export function FactList({
  className,
  facts,
}: {
  className: string;
  facts: readonly { label: string; text: string }[];
}) {
  return (
    <dl className={className}>
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
