/** Shows links to parts of a list, and marks the current part. */
export function Choices({
  label,
  links,
}: {
  label: string;
  links: readonly { label: string; href: string; isCurrent: boolean }[];
}) {
  return (
    <nav aria-label={label}>
      <ul className="game-selector">
        {links.map(({ label: text, href, isCurrent }) => (
          <li key={text}>
            <a className="game-selector__link" href={href} aria-current={isCurrent ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
