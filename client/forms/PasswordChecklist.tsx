import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import { type PasswordLack, passwordLacks } from '../../shared/domain/input-rules.ts';
import type { Translate } from '../../shared/translate.ts';

const entries: readonly PasswordLack[] = ['uppercase', 'lowercase', 'number', 'special', 'length'];

/** Lists the password rules while the typed password breaks one of them (spec §5). */
export function PasswordChecklist({
  password,
  bounds,
  t,
}: {
  password: string;
  bounds: InputBounds;
  t: Translate;
}) {
  const lacks = passwordLacks(password, bounds);
  if (password === '' || lacks.length === 0) return null;
  return (
    <ul className="checklist" aria-label={t('form.password_rules')}>
      {entries.map((entry) => {
        const isDone = !lacks.includes(entry);
        const text = t(`form.password_${entry}`, { min: bounds.password_min, max: bounds.password_max });
        return (
          <li key={entry} className={isDone ? 'checklist__entry checklist__entry--done' : 'checklist__entry'}>
            {text} <span className="visually-hidden">{t(isDone ? 'form.rule_done' : 'form.rule_open')}</span>
          </li>
        );
      })}
    </ul>
  );
}
