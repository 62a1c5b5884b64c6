import type { Option } from '../../shared/forms/lists.ts';
import type { Translate } from '../../shared/translate.ts';
import { Avatar } from '../ui/Avatar.tsx';
import type { ControlProps } from './control-props.ts';

/** A choice between avatars. It consists of radio buttons, which work without script. */
export function AvatarChoice({
  field,
  id,
  value,
  focus,
  isWrong,
  describedBy,
  problemText,
  options,
  t,
}: ControlProps & { problemText: string; options: readonly Option[]; t: Translate }) {
  return (
    <fieldset
      className="avatars"
      role="radiogroup"
      aria-invalid={isWrong || undefined}
      aria-describedby={describedBy}
    >
      <legend className="visually-hidden">{t(field.label)}</legend>
      <div className="avatars__grid">
        {options.map((option, index) => (
          <label className="avatars__option" key={option.value}>
            <input
              className="avatars__radio"
              type="radio"
              name={field.name}
              value={option.value}
              defaultChecked={option.value === value}
              {...(index === 0 ? focus : {})}
            />
            <Avatar image={option.value} className="avatars__picture" />
            <span className="visually-hidden">{option.label}</span>
          </label>
        ))}
      </div>
      {problemText ? (
        <p className="field__error" id={`${id}-error`}>
          {problemText}
        </p>
      ) : null}
    </fieldset>
  );
}
