import { Illustration } from './Illustration.tsx';

/**
 * A decorative picture of an article or promotion.
 * @param props.name the path of a photo of the CMS, or the name of an illustration
 * @param props.isFirst whether the photo is at the top of the page, so that it loads at once
 */
export function Picture({ name, isFirst = false }: { name: string; isFirst?: boolean }) {
  if (!name.startsWith('/')) return <Illustration name={name} />;
  const loading = isFirst ? 'eager' : 'lazy';
  // The styles crop every photo to the proportions of an illustration.
  return (
    <img className="photo" src={name} alt="" width={320} height={200} loading={loading} decoding="async" />
  );
}
