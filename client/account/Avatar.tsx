const accents = ['amber', 'blue', 'gold', 'red', 'violet', 'teal', 'green'] as const;

/** The player's initial in the accent colour of the chosen avatar (`avatar-07`). */
export function Avatar({ image, name }: { image: string; name: string }) {
  const number = Number(/\d+/.exec(image)?.[0] ?? 0);
  return (
    <svg
      className={`profile__avatar profile__avatar--${accents[number % accents.length]}`}
      viewBox="0 0 64 64"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="30" />
      <text x="32" y="43" textAnchor="middle">
        {Array.from(name)[0]?.toUpperCase()}
      </text>
    </svg>
  );
}
