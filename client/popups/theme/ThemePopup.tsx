import type { Appearance } from '../../../shared/public-settings.ts';
import { loadSettings } from '../../api/settings.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import type { PopupContext } from '../popup.ts';
import '../../styles/theme.css';

/** Popup 10 of spec §2: the colour schemes and layouts of the site. */
export async function prepareTheme(context: PopupContext) {
  const { themes, layouts } = (await loadSettings()).setup;
  return <ThemePopup {...context} themes={themes} layouts={layouts} />;
}

interface ThemeProps extends PopupContext {
  themes: readonly Appearance[];
  layouts: readonly Appearance[];
}

function ThemePopup({ t, close, themes, layouts }: ThemeProps) {
  return (
    <Dialog
      title={t('popup.theme_title')}
      closeLabel={t('popup.close')}
      width="general"
      className="theme"
      onClose={close}
    >
      <Choices name="theme" title={t('popup.theme_scheme')} choices={themes} />
      <Choices name="layout" title={t('popup.theme_layout')} choices={layouts} />
    </Dialog>
  );
}

/** Radio buttons. When the popup opens, the first one is selected. The styles draw a preview for each value. */
function Choices({ name, title, choices }: { name: string; title: string; choices: readonly Appearance[] }) {
  return (
    <fieldset className="theme__choices">
      <legend>{title}</legend>
      {choices.map(({ name: label, value }, index) => (
        <label key={value} className="theme__choice">
          <span className={`theme__preview theme__preview--${value}`} aria-hidden="true">
            <span />
            <span />
            <span />
            <span />
          </span>
          <span className="theme__name">
            <input type="radio" name={name} value={value} defaultChecked={index === 0} />
            {label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
