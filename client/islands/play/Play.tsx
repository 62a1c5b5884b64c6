import { useCallback, useEffect, useState } from 'react';
import type { PlayView } from '../../../shared/pages/game.ts';
import { chunk } from '../../chunk.ts';
import { isPlainClick } from '../../plain-click.ts';
import { hasKeptTicket, hasLinesInAddress } from '../../play/ticket-places.ts';

const loadForm = chunk(
  () => import('../../play/open-ticket.ts'),
  (module) => module.openTicket,
);

const load = async () => (await loadForm())();

/**
 * Loads the ticket form in advance. Errors are ignored, because a click on the link loads the same files again and
 * shows the error.
 */
const prefetch = (): void => void load().catch(() => undefined);

/**
 * The ticket form of a game page. Its scripts and texts are loaded when the player opens the form. If the tab's storage
 * or the page's URL contains ticket lines, the scripts and texts are loaded at once.
 */
export function Play({ view }: { view: PlayView }) {
  const { game, texts, langPrefix } = view;
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null);
  const [state, setState] = useState<'asleep' | 'loading' | 'failed'>('asleep');

  const show = useCallback(() => {
    load().then(setLoaded, (error: unknown) => {
      setState('failed');
      reportError(error);
    });
  }, []);

  useEffect(() => {
    if (hasKeptTicket(game.gameId) || hasLinesInAddress()) show();
  }, [game.gameId, show]);

  return (
    <section className="play panel" id="play" aria-labelledby="play-title">
      <h2 className="panel__title play__title" id="play-title">
        {texts.title}
      </h2>
      {loaded ? (
        <loaded.TicketForm view={view} t={loaded.t} />
      ) : (
        <>
          <p className="play__lead">{texts.lead}</p>
          <p>
            {/* Before hydration and without script, the link opens the plain form of the account area. */}
            <a
              className="button button--primary"
              href={`${langPrefix}/my-accounts/play?game=${game.gameId}`}
              aria-busy={state === 'loading'}
              onPointerEnter={prefetch}
              onFocus={prefetch}
              onClick={(event) => {
                if (!isPlainClick(event.nativeEvent)) return;
                event.preventDefault();
                setState('loading');
                show();
              }}
            >
              {texts.open}
            </a>
          </p>
          <p className="play__failed" role="alert">
            {state === 'failed' ? texts.failed : ''}
          </p>
        </>
      )}
    </section>
  );
}
