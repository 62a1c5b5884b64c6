import { useCombobox } from 'downshift';
import { useState } from 'react';
import { filterSearch, searchOptions } from './combobox-search.ts';
import type { SelectOption, SelectProps } from './select-props.ts';
import '../styles/combobox.css';

const { stateChangeTypes } = useCombobox;

/** The searchable variant of Select. A hidden input holds the chosen value; the text field is only for the search. */
export function Combobox({
  id,
  name,
  options,
  defaultValue,
  search,
  label,
  notFound,
  required,
  onValue,
  'data-focus': focusMark,
  'aria-invalid': isInvalid,
  'aria-describedby': describedBy,
}: SelectProps) {
  const [found, setFound] = useState<readonly SelectOption[]>(options);
  const combobox = useCombobox<SelectOption>({
    inputId: id,
    items: [...found],
    itemToString: (item) => item?.label ?? '',
    defaultHighlightedIndex: 0,
    itemToKey: (item) => item?.value,
    initialSelectedItem: options.find(({ value }) => value === defaultValue) ?? options[0] ?? null,
    stateReducer(state, { type, changes }) {
      switch (type) {
        case stateChangeTypes.InputChange: {
          const inputValue = filterSearch(changes.inputValue ?? '', search);
          const isFound = searchOptions(options, inputValue, search).length > 0;
          return { ...changes, inputValue, highlightedIndex: isFound ? 0 : -1 };
        }
        case stateChangeTypes.InputBlur:
        case stateChangeTypes.InputKeyDownEnter:
        case stateChangeTypes.InputKeyDownEscape: {
          // The typed text is only a search. The value does not change until the player chooses another option.
          const selectedItem = changes.selectedItem ?? state.selectedItem;
          return { ...changes, selectedItem, inputValue: selectedItem?.label ?? '' };
        }
        default:
          return changes;
      }
    },
    onSelectedItemChange: ({ selectedItem: item }) => onValue?.(item?.value ?? ''),
    onStateChange({ type, isOpen }) {
      if (type !== stateChangeTypes.InputChange && isOpen !== undefined) setFound(options);
    },
  });
  const { isOpen, selectedItem, highlightedIndex } = combobox;
  const isEmpty = isOpen && found.length === 0;

  return (
    <div className="combobox">
      <input type="hidden" name={name} value={selectedItem?.value ?? ''} />
      <input
        {...combobox.getInputProps({
          className: 'field__input',
          inputMode: search === 'phone-code' ? 'tel' : 'text',
          autoComplete: 'off',
          required,
          'data-focus': focusMark,
          'aria-invalid': isInvalid,
          'aria-describedby': describedBy,
          'aria-labelledby': undefined,
          onFocus: ({ currentTarget }) => currentTarget.select(),
          // Search in `onChange`, because Downshift calls `onStateChange` only after rendering. An Enter key
          // immediately after the typed text would otherwise choose an option from the outdated list.
          onChange: ({ currentTarget }) =>
            setFound(searchOptions(options, filterSearch(currentTarget.value, search), search)),
          onKeyDown(event) {
            // The first Escape closes only the list. A second Escape closes the dialog that contains the combobox.
            if (event.key === 'Escape' && isOpen) event.preventDefault();
          },
        })}
      />
      <ul
        {...combobox.getMenuProps({ 'aria-label': label })}
        className="combobox__list"
        hidden={!isOpen || isEmpty}
      >
        {isOpen
          ? found.map((item, index) => (
              <li
                key={item.value}
                {...combobox.getItemProps({ item, index })}
                className="combobox__option"
                data-highlighted={index === highlightedIndex || undefined}
              >
                {item.label}
              </li>
            ))
          : null}
      </ul>
      {/* Screen readers announce the text `notFound` here. In the list, this text would count as an option. */}
      <output className={isEmpty ? 'combobox__list combobox__none' : undefined}>
        {isEmpty ? notFound : null}
      </output>
    </div>
  );
}
