import type { RefusalReason } from '../../shared/contract/refusal-reasons.ts';
import type { Translate } from '../../shared/translate.ts';

/**
 * A link to the player's limits. For an excluded player, who cannot log in, the link opens the page with help instead.
 */
export function ReasonLink({
  reason,
  langPrefix,
  t,
}: {
  reason: RefusalReason;
  langPrefix: string;
  t: Translate;
}) {
  const [path, key] =
    reason.kind === 'exclusion'
      ? ['/healthyplay', 'refusal.help']
      : ['/my-accounts/limits', 'refusal.my_limits'];
  return (
    <a className="form__link" href={langPrefix + path}>
      {t(key)}
    </a>
  );
}
