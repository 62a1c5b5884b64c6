import { useFrame, useT } from './Strings.tsx';

export function Brand() {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <a className="brand" href={langPrefix || '/'}>
      <span className="brand__ball" aria-hidden="true" />
      <span className="brand__name">{t('site.name')}</span>
    </a>
  );
}
