import { Illustration } from './Illustration.tsx';

/** The `sizes` attributes: for a photo beside the title of a page (head), and for a photo in a list (teaser). */
const headSizes = '(min-width: 64rem) 17rem, (min-width: 42rem) 40rem, 100vw';
const teaserSizes = '(min-width: 40rem) 24rem, 100vw';

/**
 * A decorative picture of an article or promotion.
 * @param props.name the path of a photo of the CMS, or the name of an illustration
 * @param props.set the photo in several widths, as a `srcset`
 * @param props.isFirst whether the photo is at the top of the page; it then loads at once
 */
export function Picture({
  name,
  set = null,
  isFirst = false,
}: {
  name: string;
  set?: string | null;
  isFirst?: boolean;
}) {
  if (!name.startsWith('/')) return <Illustration name={name} />;
  const loading = isFirst ? 'eager' : 'lazy';
  // The styles crop every photo to the proportions of an illustration.
  return (
    <img
      className="photo"
      src={name}
      alt=""
      width={320}
      height={200}
      loading={loading}
      decoding="async"
      {...(set === null ? {} : { srcSet: set, sizes: isFirst ? headSizes : teaserSizes })}
    />
  );
}
