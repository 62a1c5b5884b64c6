import type { ReactNode } from 'react';

/**
 * The places of a line on the stub. A place without content is a dashed outline. A changed place gets a new key, so
 * that its animation runs.
 */
export function Slots({ marks }: { marks: readonly { name: string; content?: ReactNode }[] }) {
  return marks.map(({ name, content = name }, place) => (
    <span className={name ? 'slot is-filled' : 'slot'} key={`${place} ${name}`}>
      {content}
    </span>
  ));
}
