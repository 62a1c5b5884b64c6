import { useFrame, useT } from './Strings.tsx';

/** Opens the logout popup. Without script it links to the logout page. */
export function LogoutLink() {
  const t = useT();
  const { langPrefix } = useFrame();
  return (
    <a
      className="menu__link"
      href={`${langPrefix}/logout`}
      data-popup="5"
      data-popup-props='{"type":"logout","showCancelButton":true}'
    >
      {t('layout.log_out')}
    </a>
  );
}
