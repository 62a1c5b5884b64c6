import type { ReactElement } from 'react';
import type { DrawnMark, GameMark } from '../../shared/pages/cards.ts';
import type { BrandPicture, DrawPicture, Picture, TopicPicture } from '../../shared/pages/picture.ts';
import { glyphOf } from '../cards/GameEmblem.tsx';
import { sceneOf } from '../cards/Illustration.tsx';
import tokens from '../styles/tokens.css?inline';
import styles from './picture.css?inline';

type Mark = Pick<GameMark, 'iconName' | 'accent'>;

/** The style sheets of all pictures. */
export const pictureStyles: readonly string[] = [tokens, styles];

/**
 * Returns the elements of a picture. They use neither hooks nor context, because the renderer of pictures is not React.
 */
export function createPicture(picture: Picture): ReactElement {
  const game = gameOf(picture);
  const color = tokenOf(game ? `accent-${game.accent}` : 'red-600');
  return (
    <div className="picture" lang={picture.lang} style={{ borderTopColor: color }}>
      <div className="head">
        <span className="brand-ball">
          <span className="brand-ball__letter">G</span>
        </span>
        <span className="brand-name">{picture.siteName}</span>
        <span className="age">18+</span>
      </div>
      {bodyOf(picture)}
      <div className="foot">
        <span>{picture.adultsOnly}</span>
        <span className="host">{picture.host}</span>
      </div>
    </div>
  );
}

function gameOf(picture: Picture): Mark | null {
  if (picture.kind === 'draw') return picture.card;
  return picture.kind === 'topic' ? picture.game : null;
}

function bodyOf(picture: Picture): ReactElement {
  if (picture.kind === 'draw') return drawBody(picture);
  return picture.kind === 'topic' ? topicBody(picture) : brandBody(picture);
}

/** A title with more characters than this is written in smaller letters. */
const longTitle = 60;

function topicBody({ game, label, title, text, illustration }: TopicPicture) {
  return (
    <div className="topic">
      <div className="topic__texts">
        {game ? emblem(game) : <span className="topic__label">{label}</span>}
        <div className={title.length > longTitle ? 'topic__title is-long' : 'topic__title'}>{title}</div>
        {text ? <div className="topic__text">{text}</div> : null}
      </div>
      <svg viewBox="0 0 320 200" width="480" height="300">
        <style>{artStyles}</style>
        {sceneOf(illustration)}
      </svg>
    </div>
  );
}

function brandBody({ text, games }: BrandPicture) {
  return (
    <div className="body">
      <div className="claim">{text}</div>
      <div className="emblems">{games.map(emblem)}</div>
    </div>
  );
}

function drawBody(picture: DrawPicture) {
  const { card } = picture;
  const isVoid = card.correction?.kind === 'voided';
  return (
    <div className="body">
      <div className="game">
        {emblem(card)}
        <div className="game__texts">
          <div className="title">{card.title}</div>
          <div className="draw">{`${card.drawText} · ${card.dateText}`}</div>
        </div>
        {card.correction ? <span className="note">{card.correction.title}</span> : null}
      </div>
      <div className={isVoid ? 'result is-void' : 'result'}>{drawn(picture)}</div>
      <div className="prize">
        <span>{card.topPrize.label}</span>
        <span className="money">{card.topPrize.text}</span>
      </div>
    </div>
  );
}

function emblem({ iconName, accent }: Mark) {
  const color = tokenOf(`accent-${accent}`);
  return (
    <span className="emblem" key={iconName}>
      <svg viewBox="0 0 32 32" width="84" height="84" fill={color}>
        {/* Embed the styles, because the renderer does not apply its style sheets inside `<svg>`. */}
        <style>
          {`.emblem__line,.emblem__cut{fill:none;stroke:${color};stroke-width:2;stroke-linecap:round}.emblem__cut{stroke:${tokenOf('steel-900')}}`}
        </style>
        {glyphOf(iconName)}
      </svg>
    </span>
  );
}

/** Returns the value of a design token. A token may refer to another token. */
function tokenOf(name: string): string {
  const value = new RegExp(`--${name}:\\s*([^;}]+)`).exec(tokens)?.[1]?.trim() ?? '';
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other ? tokenOf(other) : value;
}

/**
 * Copy of the illustration styles in styles/parts.css, without the CSS functions that the renderer does not support
 * inside `<svg>`.
 */
const artStyles = [
  ...Object.entries({
    red: 'red-600',
    deep: 'red-700',
    gold: 'gold-400',
    amber: 'gold-500',
    light: 'steel-50',
    mid: 'steel-300',
    steel: 'steel-500',
    dark: 'steel-900',
    shade: 'steel-950',
  }).map(([name, token]) => `.art-${name}{fill:${tokenOf(token)}}`),
  '.art-shade{fill-opacity:.32}',
  '.art-line,.art-gold-line,.art-cut,.art-gloss{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}',
  `.art-line{stroke:${tokenOf('steel-300')}}`,
  `.art-gold-line{stroke:${tokenOf('gold-400')};stroke-width:8}`,
  `.art-cut{stroke:${tokenOf('steel-900')};stroke-width:4}`,
  `.art-gloss{stroke:${tokenOf('white')};stroke-opacity:.75}`,
  `.art-text{fill:${tokenOf('steel-900')};font:700 34px "Barlow Condensed";text-anchor:middle}`,
  `.art-text--light{fill:${tokenOf('white')};font-size:52px}`,
].join('');

/** Returns the drawn numbers in the design of the result type. */
function drawn({ card, labels }: DrawPicture) {
  const { type, numbers } = card;
  if (type === 5) return ticket(numbers, labels);
  if (type === 7) return colorNumber(numbers, labels);
  const shape = shapes[type];
  return (
    <div className={`drawn drawn--${shape}`}>
      {numbers.map((mark, place) => (
        <span className={`${shape}${mark.role === 'bonus' ? ' is-bonus' : ''}`} key={place}>
          {mark.image === null ? mark.text : <img src={mark.image} width="92" height="92" alt="" />}
        </span>
      ))}
    </div>
  );
}

const shapes = { 1: 'ball', 2: 'digit', 3: 'ball', 4: 'cell', 6: 'symbol' } as const;

const withRole = (numbers: readonly DrawnMark[], role: DrawnMark['role']) =>
  numbers.find((mark) => mark.role === role);

function ticket(numbers: readonly DrawnMark[], labels: DrawPicture['labels']) {
  const series = withRole(numbers, 'series');
  return (
    <div className="ticket">
      <div className="ticket__caption">
        {series ? `${labels.raffleTicket} · ${labels.series} ${series.text}` : labels.raffleTicket}
      </div>
      <div className="ticket__number">{numbers.map(({ text }) => text).join(' ')}</div>
    </div>
  );
}

function colorNumber(numbers: readonly DrawnMark[], labels: DrawPicture['labels']) {
  const color = withRole(numbers, 'color');
  const key = color?.colorKey ?? '';
  return (
    <div className="drawn">
      <span className={`number is-${key}`}>{withRole(numbers, 'main')?.text ?? ''}</span>
      {color ? <span className={`chip is-${key}`}>{labels.colors[key] ?? color.text}</span> : null}
    </div>
  );
}
