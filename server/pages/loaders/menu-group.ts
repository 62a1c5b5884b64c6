import { formNames, forms } from '../../../shared/forms/forms.ts';
import { settingsOf } from '../../../shared/forms/settings.ts';
import type { MenuGroupPage } from '../../../shared/pages/menu-group.ts';
import type { MenuItem } from '../../config/site-config.ts';
import { labelOf, menuHref } from '../frame.ts';
import { type LoadedPage, metaOf, type PageRequest } from '../loader.ts';
import { childId, type MenuGroup } from '../menu-groups.ts';

/**
 * Loads the page of a group in the footer menu, such as `/help-and-support`: the menu items of the group, each with a
 * short text.
 */
export async function loadMenuGroup(request: PageRequest, { path, item }: MenuGroup): Promise<LoadedPage> {
  const { words } = request;
  const title = labelOf(item, words);
  const children = item.children ?? [];
  const entries = await Promise.all(
    children.map(
      async (child): Promise<MenuGroupPage['entries'][number]> => ({
        id: childId(child),
        label: labelOf(child, words),
        href: menuHref(child, words) ?? path,
        text: await textOf(request, child),
      }),
    ),
  );
  return {
    status: 200,
    page: { kind: 'group', title, entries },
    meta: metaOf(request, {
      title,
      description: words.tOr(`menu_group.${path.slice(1)}`, entries.map(({ label }) => label).join(' · ')),
      canonicalPath: path,
    }),
  };
}

/** Returns the short text of a menu item: the site's own text, the introduction of its form, or the CMS's excerpt. */
async function textOf({ words, sources, config }: PageRequest, { url, labelKey }: MenuItem): Promise<string> {
  const own = words.tOr(`menu_text.${labelKey?.split('.').at(-1)}`, '');
  if (own !== '') return own;
  const form = formNames.find(
    (name) => forms[name](settingsOf(forms[name], config, words.lang)).path === url,
  );
  if (form) return words.t(`form.${form}.lead`);
  const content = await sources.optional(sources.content(url.split('/').filter(Boolean).join('-')));
  return content?.page.excerpt ?? '';
}
