import { describe, expect, it } from 'vitest';
import { byTag, elementsOf, isHidden, type MarkupElement } from '../../../helpers/markup.ts';
import { sampleHomes } from '../../../helpers/sample-home.ts';
import { samplePages } from '../../../helpers/sample-pages.ts';
import { renderPage } from './render-page.tsx';

const nameOf = (element: MarkupElement): string =>
  element.attributes['aria-label'] ??
  [
    element.text,
    ...byTag(element, 'img').map(({ attributes }) => attributes['alt']),
    ...byTag(element, 'svg').map(({ attributes }) => attributes['aria-label']),
  ].join('');

const referring = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for'];

describe.each([...samplePages, ...sampleHomes])('the page $name', ({ page }) => {
  const root = renderPage(page);
  const all = elementsOf(root);

  it('has one h1 and skips no heading level', () => {
    const levels = byTag(root, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6').map(({ tag }) => Number(tag[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels[0]).toBe(1);
    const steps = levels.slice(1).map((level, index) => level - (levels[index] ?? 0));
    expect(Math.max(0, ...steps)).toBeLessThanOrEqual(1);
  });

  it('contains no inline style, script or event handler', () => {
    expect(
      all
        .flatMap(({ attributes }) => Object.keys(attributes))
        .filter((name) => name === 'style' || name.startsWith('on')),
    ).toEqual([]);
    expect(byTag(root, 'style')).toEqual([]);
    for (const { attributes } of byTag(root, 'script'))
      expect(attributes['type']).toMatch(/^application\/(?:ld\+)?json$/);
  });

  it('has unique element ids and no reference to a missing id', () => {
    const ids = all.flatMap(({ attributes }) => attributes['id'] ?? []);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const wanted = all.flatMap(({ attributes }) =>
      referring
        .flatMap((name) => attributes[name]?.split(' ') ?? [])
        .concat(attributes['href']?.startsWith('#') ? attributes['href'].slice(1) : []),
    );
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('has a label for every form control', () => {
    const labelled = new Set(byTag(root, 'label').map(({ attributes }) => attributes['for']));
    const shown = byTag(root, 'input', 'select', 'textarea').filter(
      ({ attributes }) => attributes['type'] !== 'hidden',
    );
    for (const { attributes } of shown) expect(labelled).toContain(attributes['id']);
  });

  it('has an accessible name for every link, button, region and picture', () => {
    const nameless = byTag(root, 'a', 'button').filter(
      (element) => !isHidden(element) && nameOf(element).trim() === '',
    );
    expect(nameless).toEqual([]);
    for (const { attributes } of byTag(root, 'nav', 'section'))
      expect(attributes['aria-label'] ?? attributes['aria-labelledby']).toBeTruthy();
    for (const { attributes } of byTag(root, 'img')) expect(attributes).toHaveProperty('alt');
    for (const svg of byTag(root, 'svg'))
      expect(isHidden(svg) || (svg.attributes['role'] === 'img' && nameOf(svg).trim() !== '')).toBe(true);
  });

  it('has a name for every table, and a scope for every header cell', () => {
    for (const table of byTag(root, 'table')) {
      const caption = byTag(table, 'caption')[0]?.text ?? table.parent?.attributes['aria-label'] ?? '';
      expect(caption.trim()).not.toBe('');
      const headers = byTag(table, 'th');
      expect(headers.length).toBeGreaterThan(0);
      for (const { attributes } of headers) expect(attributes['scope']).toMatch(/^(col|row)$/);
    }
  });

  it('has only list items inside its lists', () => {
    for (const { children } of byTag(root, 'ul', 'ol'))
      for (const { tag } of children) expect(tag).toBe('li');
    for (const { children } of byTag(root, 'dl'))
      for (const { tag } of children) expect(['div', 'dt', 'dd']).toContain(tag);
  });

  it('has machine-readable times', () => {
    for (const { attributes } of byTag(root, 'time'))
      expect(Number.isNaN(Date.parse(attributes['datetime'] ?? attributes['dateTime'] ?? ''))).toBe(false);
  });
});
