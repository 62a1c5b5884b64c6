import { resources } from '../../../shared/resources.ts';
import { focusProps } from '../../forms/focus-props.ts';
import { useT } from '../../layout/Strings.tsx';

const inputId = 'search-keyword';
const errorId = 'search-error';

/** The search box. The form uses GET, so that each search has its own address and works without script. */
export function SearchForm({
  action,
  keyword,
  error,
  isStart,
}: {
  action: string;
  keyword: string;
  error: string | null;
  /** True if the visitor has not searched yet. The search box then has the focus. */
  isStart: boolean;
}) {
  const t = useT();
  return (
    <search>
      <form
        className="filter search__form"
        action={action}
        method="get"
        data-enhance="search"
        data-when="idle"
        data-failed={t('search.failed')}
      >
        <div className="filter__field">
          <label className="filter__label" htmlFor={inputId}>
            {t('search.label')}
          </label>
          <input
            className="filter__control"
            id={inputId}
            name={resources.search.typedText}
            type="search"
            defaultValue={keyword}
            maxLength={resources.search.query.keyword}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            enterKeyHint="search"
            {...focusProps(isStart, true)}
            {...(error === null ? {} : { 'aria-invalid': true, 'aria-describedby': errorId })}
          />
          {error === null ? null : (
            <p className="filter__error" id={errorId}>
              {error}
            </p>
          )}
        </div>
        <div className="filter__actions">
          <button className="button button--primary" type="submit">
            {t('search.submit')}
          </button>
        </div>
      </form>
    </search>
  );
}
