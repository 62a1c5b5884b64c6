import { useId } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Countdown, type CountdownProps } from '../../../../client/islands/countdown/Countdown.tsx';
import { countdownLabels } from '../../../../client/islands/countdown/countdown-labels.ts';
import { Island } from '../../../../client/islands/island.tsx';
import { type MarkupElement, parseMarkup } from '../../../helpers/markup.ts';
import { sampleTranslate } from '../../../helpers/sample-document.ts';

const props: CountdownProps = {
  startsAt: '2026-11-21T15:00:00.000Z',
  startsText: 'Sat 21 Nov · 20:30 IST',
  variant: 'hero',
  labels: countdownLabels(sampleTranslate),
};

const countdown = (more: Partial<CountdownProps> = {}) => (
  <Island name="countdown" of={Countdown} when="visible" props={{ ...props, ...more }} />
);

const Labelled = ({ startsText }: CountdownProps) => <p id={useId()}>{startsText}</p>;

const all = (element: MarkupElement): MarkupElement[] => [
  element,
  ...element.children.flatMap((child) => all(child)),
];
const parts = (html: string) => all(parseMarkup(html));
const islandsOf = (html: string) => parts(html).filter(({ attributes }) => 'data-island' in attributes);

describe('an island in a document', () => {
  afterEach(() => void vi.useRealTimers());

  test('contains its name, its props and its start condition', () => {
    const html = renderToString(countdown());
    const [island] = islandsOf(html);
    expect(island?.attributes).toMatchObject({ 'data-island': 'countdown', 'data-when': 'visible' });
    const data = parts(html).find(({ tag }) => tag === 'script');
    expect(data?.attributes).toEqual({ type: 'application/json' });
    expect(JSON.parse(data?.text ?? '')).toEqual(props);
    expect(html.indexOf('<script')).toBeGreaterThan(html.lastIndexOf('</time></div></div>'));
  });

  test('is rendered to the same bytes at any time', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
    const early = renderToString(countdown());
    vi.setSystemTime(Date.parse('2027-01-01T00:00:00Z'));
    expect(renderToString(countdown())).toBe(early);
  });

  test('has a unique key, and the ids of its elements contain this key', () => {
    const html = renderToString(
      <>
        <Island name="countdown" of={Labelled} when="load" props={props} />
        <div>
          <Island name="countdown" of={Labelled} when="load" props={props} />
          <Island name="countdown" of={Labelled} when="load" props={props} />
        </div>
      </>,
    );
    const keys = islandsOf(html).map(({ attributes }) => attributes['data-key'] ?? '');
    const ids = parts(html).flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(new Set(keys).size).toBe(3);
    expect(ids.map((id, index) => id.includes(keys[index] ?? '?'))).toEqual([true, true, true]);
  });

  test('escapes hostile text in the props and in the markup', () => {
    const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028"\'';
    const html = renderToString(countdown({ startsText: hostile }));
    expect(parts(html).filter(({ tag }) => tag === 'script')).toHaveLength(1);
    expect(parts(html).some(({ tag }) => tag === 'img')).toBe(false);
    const data = parts(html).find(({ tag }) => tag === 'script');
    expect(JSON.parse(data?.text ?? '')).toMatchObject({ startsText: hostile });
  });
});

describe('a server-rendered countdown', () => {
  test.for(['hero', 'chip'] as const)('shows the start time, and dashes instead of digits: %s', (variant) => {
    const html = renderToString(<Countdown {...props} variant={variant} />);
    const timer = parts(html).find(({ attributes }) => attributes['role'] === 'timer');
    expect(timer?.attributes).toMatchObject({ 'aria-live': 'off', 'aria-label': props.startsText });
    expect(timer?.text).toMatch(/^(--|[^\d])+$/);
    const time = parts(html).find(({ tag }) => tag === 'time');
    expect(time).toMatchObject({ attributes: { dateTime: props.startsAt }, text: props.startsText });
  });
});
