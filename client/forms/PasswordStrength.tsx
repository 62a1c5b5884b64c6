import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import { passwordStrength } from '../../shared/domain/input-rules.ts';
import type { Translate } from '../../shared/translate.ts';

/** Names the strength of the typed password (spec §2). */
export function PasswordStrength({
  password,
  bounds,
  t,
}: {
  password: string;
  bounds: InputBounds;
  t: Translate;
}) {
  const strength = password === '' ? null : passwordStrength(password, bounds);
  return (
    <p className="strength" data-strength={strength} aria-live="polite">
      {strength === null ? null : t(`form.strength_${strength}`)}
    </p>
  );
}
