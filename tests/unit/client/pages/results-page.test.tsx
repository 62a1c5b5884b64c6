import { describe, expect, it } from 'vitest';
import type { ResultsPage } from '../../../../shared/pages/results.ts';
import { byId, byTag } from '../../../helpers/markup.ts';
import { samplePage } from '../../../helpers/sample-pages.ts';
import { renderPage } from './render-page.tsx';

const resultsPage = (name: string): ResultsPage => {
  const page = samplePage(name);
  if (page.kind !== 'results') throw new Error(`"${name}" is no results page`);
  return page;
};

describe('the results page', () => {
  it('keeps the page’s language when its GET form is submitted', () => {
    const [form] = byTag(renderPage(resultsPage('results'), { langPrefix: '/hi' }), 'form');
    expect(form?.attributes).toMatchObject({ action: '/hi/results', method: 'get' });
    expect(
      byTag(form ?? byId(renderPage(resultsPage('results')), 'none'), 'select', 'input').map(
        ({ attributes }) => attributes['name'],
      ),
    ).toEqual(['game', 'from', 'to']);
  });

  it('limits both date fields to days up to today', () => {
    const root = renderPage(resultsPage('results'));
    expect(byId(root, 'filter-from').attributes).toMatchObject({ value: '2026-11-14', max: '2026-11-21' });
    expect(byId(root, 'filter-to').attributes).toMatchObject({
      value: '2026-11-21',
      min: '2026-11-14',
      max: '2026-11-21',
    });
  });

  it('keeps the chosen game selected and names it in the heading', () => {
    const root = renderPage(resultsPage('results of one game, middle page'));
    const selected = byTag(byId(root, 'filter-game'), 'option').filter(
      ({ attributes }) => 'selected' in attributes,
    );
    expect(selected.map(({ attributes }) => attributes['value'])).toEqual(['keno']);
    expect(byTag(root, 'h1')[0]?.text).toContain('Golden Keno 20/80');
  });

  it('shows 50 results as cards and rows, and links to the older and the newest results', () => {
    const root = renderPage(resultsPage('results of one game, middle page'));
    expect(byTag(root, 'article').filter(({ attributes }) => attributes['data-draw'])).toHaveLength(6);
    const rows = byTag(root, 'tbody').flatMap(({ children }) => children);
    expect(rows.map((row) => byTag(row, 'a')[0]?.attributes['href']).filter(Boolean)).toHaveLength(44);
    const links = byTag(root, 'a').map(({ attributes }) => [attributes['href'], attributes['rel']]);
    expect(links).toContainEqual(['/results?game=keno&cursor=20064', 'next']);
    expect(links).toContainEqual(['/results?game=keno', undefined]);
  });

  it('shows a note for a period without results', () => {
    const root = renderPage(resultsPage('results without any draw'));
    expect(root.text).toContain('No results in these days');
    expect(byTag(root, 'article')).toEqual([]);
  });

  it('shows each error at the invalid field and in a summary', () => {
    const page = resultsPage('results with invalid filters');
    const root = renderPage(page);
    for (const { field, text } of page.filter.errors) {
      const control = byId(root, `filter-${field}`);
      expect(control.attributes['aria-invalid']).toBe('true');
      expect(byId(root, control.attributes['aria-describedby'] ?? '').text).toBe(text);
    }
    const alert = byTag(root, 'div').find(({ attributes }) => attributes['role'] === 'alert');
    expect(byTag(alert ?? root, 'a').map(({ attributes }) => attributes['href'])).toEqual([
      '#filter-game',
      '#filter-from',
      '#filter-to',
    ]);
    expect(byId(root, 'filter-from').attributes['value']).toBe('2026-12-31');
    expect(root.text).not.toContain('No results in these days');
  });

  it('leaves a date field empty if the input is not a date', () => {
    const page = resultsPage('results with invalid filters');
    const root = renderPage({ ...page, filter: { ...page.filter, from: '"><b>yesterday' } });
    expect(byId(root, 'filter-from').attributes['value']).toBe('');
    expect(byId(root, 'filter-to').attributes['min']).toBe('');
  });

  it('does not mark valid fields as invalid', () => {
    const root = renderPage(resultsPage('results'));
    for (const { attributes } of byTag(root, 'input', 'select')) {
      expect(attributes).not.toHaveProperty('aria-invalid');
      expect(attributes).not.toHaveProperty('aria-describedby');
    }
  });
});
