import { type ComponentType, useEffect, useState } from 'react';
import type { Translate } from '../../../shared/translate.ts';
import { chunk } from '../../chunk.ts';
import type { BoardProps } from './board.ts';

const loadNumbers = chunk(
  () => import('./NumbersBoard.tsx'),
  (module) => module.NumbersBoard,
);
const loadDigits = chunk(
  () => import('./DigitsBoard.tsx'),
  (module) => module.DigitsBoard,
);
const loadSymbols = chunk(
  () => import('./SymbolsBoard.tsx'),
  (module) => module.SymbolsBoard,
);
const loadColor = chunk(
  () => import('./ColorBoard.tsx'),
  (module) => module.ColorBoard,
);
const loadRaffle = chunk(
  () => import('./RaffleBoard.tsx'),
  (module) => module.RaffleBoard,
);

/** Renders one line as the ticket of its game. Each kind of ticket is a separate chunk. */
export function Board(props: BoardProps) {
  const { kind } = props;
  switch (kind.kind) {
    case 'digits':
      return <Loaded load={loadDigits} props={{ ...props, kind }} />;
    case 'symbols':
      return <Loaded load={loadSymbols} props={{ ...props, kind }} />;
    case 'color':
      return <Loaded load={loadColor} props={{ ...props, kind }} />;
    case 'raffle':
      return <Loaded load={loadRaffle} props={{ ...props, kind }} />;
    default:
      return <Loaded load={loadNumbers} props={{ ...props, kind }} />;
  }
}

function Loaded<Props extends { t: Translate }>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}) {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const { t } = props;

  useEffect(() => {
    if (hasFailed) return undefined;
    let isShown = true;
    load().then(
      (component) => isShown && setComponent(() => component),
      () => isShown && setHasFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, [load, hasFailed]);

  if (Component) return <Component {...props} />;
  if (!hasFailed) return <output className="skeleton slip-skeleton" aria-label={t('board.loading')} />;
  return (
    <p role="alert">
      {t('board.load_failed')}{' '}
      <button className="button button--secondary" type="button" onClick={() => setHasFailed(false)}>
        {t('board.retry')}
      </button>
    </p>
  );
}
