import { chunk } from '../chunk.ts';
import { type Player, session } from '../stores/session.ts';
import { secondsSinceLogin } from '../stores/session-time.ts';

const minuteMs = 60_000;

const loadRealityCheck = chunk(
  () => import('./reality-check.ts'),
  (module) => module.followRealityCheck,
);

let hasRealityCheck = false;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the time since the login in the header as hours and minutes, and updates it each minute. */
export function followSessionClock(): void {
  session.subscribe(({ player }) => show(player));
  // Browsers stop the timers of hidden tabs and of sleeping devices, so correct the time when the tab becomes visible.
  document.addEventListener('visibilitychange', () => show(session.getState().player));
  show(session.getState().player);
}

function show(player: Player | null): void {
  clearTimeout(timer);
  const time = player?.session;
  const seconds = time ? secondsSinceLogin(time) : 0;
  for (const element of document.querySelectorAll<HTMLElement>('[data-session-clock]')) {
    element.hidden = !time;
    const figure = element.querySelector('[data-figure]');
    const text = hoursAndMinutes(seconds);
    if (figure && figure.textContent !== text) figure.textContent = text;
  }
  if (time && time.realityCheckSeconds > 0 && seconds >= time.realityCheckSeconds) startRealityCheck();
  if (time) timer = setTimeout(() => show(player), minuteMs - ((seconds * 1000) % minuteMs));
}

/** Loads the script of the reality check only when the first check is due, because most visits end earlier. */
function startRealityCheck(): void {
  if (hasRealityCheck) return;
  hasRealityCheck = true;
  loadRealityCheck().then((follow) => follow(), reportError);
}

const hoursAndMinutes = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};
