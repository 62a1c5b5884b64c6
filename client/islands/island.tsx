import { type ComponentType, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { IslandRoot } from './IslandRoot.tsx';
import type { IslandNameOf, WakeTime } from './registry.ts';
import { serialiseProps } from './serialise-props.ts';

interface IslandProps<Props extends object> {
  /** The component's name in client/islands/registry.ts. */
  name: IslandNameOf<Props>;
  of: ComponentType<Props>;
  when: WakeTime;
  /** Props are sent to the browser as JSON, so they contain no functions, elements or secrets. */
  props: Props;
  className?: string;
}

/**
 * Renders, on the server only, a part of the page that hydrates in the browser. An island is a separate root with its
 * own id prefix, because ids from the page's tree would not match in the browser. An island therefore cannot read the
 * page's contexts. Islands are not nested, so the parts of an island are plain components.
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
