/** Spec §2: sticky after 15 px, a light background after 1000 px, the scroll-to-top button after 250 px. */
const stuckFrom = 15;
const topFrom = 250;
const deepFrom = 1000;

let isDue = false;

/** Marks on `<html>` and `<body>` how far the page is scrolled, once a frame; the styles do the rest. */
export function followScroll(): void {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    markScroll();
  });
}

export function markScroll(): void {
  const y = window.scrollY;
  const { classList } = document.documentElement;
  classList.toggle('is-stuck', y > stuckFrom);
  classList.toggle('is-scrolled', y > topFrom);
  document.body.classList.toggle('is-deep', y > deepFrom);
}

/** The link leads to the top without script. Here it also moves the focus and keeps the hash out of the address. */
export function scrollToTop(_link: HTMLElement, event: Event): void {
  event.preventDefault();
  scrollTo({
    top: 0,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });
  document.querySelector<HTMLElement>('.skip-link, header a')?.focus({ preventScroll: true });
}
