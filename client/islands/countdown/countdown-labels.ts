import type { Translate } from '../../../shared/translate.ts';
import type { CountdownLabels } from './Countdown.tsx';

/** Texts of a countdown. The server translates them and sends them to the browser as props. */
export const countdownLabels = (t: Translate): CountdownLabels => ({
  days: t('island.days'),
  hours: t('island.hours'),
  minutes: t('island.minutes'),
  seconds: t('island.seconds'),
  dayUnit: t('island.day_unit'),
  drawing: t('island.drawing'),
});
