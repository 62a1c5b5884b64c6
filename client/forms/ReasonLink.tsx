import type { RefusalReason } from '../../shared/contract/refusal-reasons.ts';
import type { Translate } from '../../shared/translate.ts';

/** Links to the player's limits, or to the page with help for excluded players, who cannot log in. */
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
