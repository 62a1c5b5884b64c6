import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { IslandRoot } from './IslandRoot.tsx';
import type { IslandNameOf, WakeTime } from './registry.ts';
import { serialiseProps } from './serialise-props.ts';

interface IslandProps<Props extends object> {
  /** The component's name in the registry. */
  name: IslandNameOf<Props>;
  of: ComponentType<Props>;
  when: WakeTime;
  /** Sent to the browser as JSON: no functions, no elements, nothing secret. */
  props: Props;
  className?: string;
}

/**
 * A part of the page that hydrates. The server renders it as a root of its own, with a prefix that the browser
 * uses again: ids made inside the page's tree would not match. Contexts do not reach into it.
 * Server only. An island never contains another island; its parts are plain components.
 */
export function Island<Props extends object>({
  name,
  of: Component,
  when,
  props,
  className,
}: IslandProps<Props>) {
  const key = useId();
  const html = renderToString(
    <IslandRoot>
      <Component {...props} />
    </IslandRoot>,
    { identifierPrefix: key },
  );
  return (
    <>
      <div
        className={className ? `island ${className}` : 'island'}
        data-island={name}
        data-when={when}
        data-key={key}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <script type="application/json" dangerouslySetInnerHTML={{ __html: serialiseProps(props) }} />
    </>
  );
}
