import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

/**
 * Tabs that follow the ARIA authoring practices. The Tab key stops only at the selected tab. Arrow keys, Home and End
 * move between the tabs. Focusing a tab shows its panel.
 */
export function Tabs({
  tabs,
  label,
  onChange,
}: {
  tabs: readonly Tab[];
  label: string;
  onChange?: (id: string) => void;
}) {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shownId, setShownId] = useState(tabs[0]?.id);

  const show = (tab: Tab | undefined): void => {
    if (!tab || tab.id === shownId) return;
    setShownId(tab.id);
    onChange?.(tab.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = tabs.findIndex(({ id }) => id === shownId);
    const steps: Record<string, number> = {
      ArrowRight: (place + 1) % tabs.length,
      ArrowLeft: (place - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(tabs[next]);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };

  return (
    <div className="tabs">
      <div className="tabs__list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            className="tabs__tab"
            type="button"
            role="tab"
            id={`${prefix}${tab.id}-tab`}
            aria-controls={`${prefix}${tab.id}`}
            aria-selected={tab.id === shownId}
            tabIndex={tab.id === shownId ? 0 : -1}
            onClick={() => show(tab)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          className="tabs__panel"
          role="tabpanel"
          id={`${prefix}${tab.id}`}
          aria-labelledby={`${prefix}${tab.id}-tab`}
          hidden={tab.id !== shownId}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
