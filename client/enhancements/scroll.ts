/**
 * Spec §2: the header becomes sticky after 15 px of scrolling. The scroll-to-top button appears after 250 px, and the
 * body becomes light after 1000 px.
 */
const stuckFrom = 15;
const topFrom = 250;
const deepFrom = 1000;

let isDue = false;

/** Sets classes on `<html>` and `<body>` according to the scroll position, at most once per frame. */
export function followScroll(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    markScroll();
  });
}

function markScroll(): void {
  const y = window.scrollY;
  const { classList } = document.documentElement;
  classList.toggle('is-stuck', y > stuckFrom);
  classList.toggle('is-scrolled', y > topFrom);
  document.body.classList.toggle('is-deep', y > deepFrom);
}

/** Scrolls to the top and moves the focus there. The link alone would jump, and would add a hash to the URL. */
export function scrollToTop(_link: HTMLElement, event: Event): void {
  event.preventDefault();
  scrollTo({
    top: 0,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });
  document.querySelector<HTMLElement>('.skip-link, header a')?.focus({ preventScroll: true });
}
