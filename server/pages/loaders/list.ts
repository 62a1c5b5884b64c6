import { configuredTitle, metaOf, notFound, type PageLoader } from '../loader.ts';
import { type Group, loadItem } from './article.ts';
import { blockOf, teaserOf } from './teasers.ts';

/** Creates the loader of a list page such as `/blogs`. The page contains every item that the CMS lists. */
const listOf =
  (group: Group): PageLoader =>
  async (request) => {
    const { sources, config } = request;
    const names = config.boot.runtimePages[group];
    const [page, list] = await Promise.all([sources.content(names.default), sources.content(names.list)]);
    if (!page || !list) return notFound;
    return {
      status: 200,
      page: {
        kind: 'list',
        group,
        intro: blockOf(page.page),
        items: list.items.map((item) => teaserOf(item, group, request.words)),
      },
      meta: metaOf(request, {
        title: configuredTitle(request, group),
        cms: page.page.head,
        canonicalPath: `/${group}`,
      }),
    };
  };

export const loadPromotions = listOf('promotions');
const loadBlogList = listOf('blogs');

/** Loads `/blogs`, or one item as `/blogs?blog=name`. Slashes in the name are removed (spec §2). */
export const loadBlogs: PageLoader = (request) => {
  const blog = request.query['blog'];
  return blog === undefined ? loadBlogList(request) : loadItem(request, 'blogs', blog.replaceAll('/', ''));
};
