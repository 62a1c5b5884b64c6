import type { ReactNode } from 'react';

/**
 * Shows the positions of a line on the ticket's stub. A position without content is a dashed outline. A changed
 * position gets a new React key, so that its animation runs.
 */
export function Slots({ marks }: { marks: readonly { name: string; content?: ReactNode }[] }) {
  return marks.map(({ name, content = name }, place) => (
    <span className={name ? 'slot is-filled' : 'slot'} key={`${place} ${name}`}>
      {content}
    </span>
  ));
}
