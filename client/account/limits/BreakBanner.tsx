import { Link } from 'react-router-dom';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';

/** Shows when the player's time-out ends, and what the player can do until then. */
export function BreakBanner({
  text,
  link,
}: {
  /** Text of the banner. Null if no time-out is running. */
  text: string | null;
  /** Label of the link to the player's limits. The screen with the limits omits the link. */
  link?: string;
}) {
  if (text === null) return null;
  return (
    <p className="break-banner" role="note">
      {text} {link === undefined ? null : <Link to={accountRoutes.limits.path}>{link}</Link>}
    </p>
  );
}
