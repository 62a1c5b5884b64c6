import { Illustration } from './Illustration.tsx';

/**
 * A decorative picture of an article or promotion.
 * @param props.name the path of a photo of the CMS, or the name of an illustration
 */
export function Picture({ name }: { name: string }) {
  if (!name.startsWith('/')) return <Illustration name={name} />;
  return <img className="photo" src={name} alt="" loading="lazy" decoding="async" />;
}
