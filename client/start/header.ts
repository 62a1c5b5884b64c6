/** Spec §2: sticky after 15 px, a light background after 1000 px, the way back to the top after 250 px. */
const stuckFrom = 15;
const topFrom = 250;
const deepFrom = 1000;

/** Marks on `<html>` and `<body>` how far the page is scrolled; the styles do the rest. */
export function markScroll(): void {
  let due = false;
  const mark = () => {
    due = false;
    const y = window.scrollY;
    const { classList } = document.documentElement;
    classList.toggle('is-stuck', y > stuckFrom);
    classList.toggle('is-scrolled', y > topFrom);
    document.body.classList.toggle('is-deep', y > deepFrom);
  };
  addEventListener(
    'scroll',
    () => {
      if (due) return;
      due = true;
      requestAnimationFrame(mark);
    },
    { passive: true },
  );
  mark();
}

/** `a[data-to-top]` leads to the top by itself; this takes the focus there too and spares the address its hash. */
export function scrollToTop(event: Event): void {
  event.preventDefault();
  scrollTo({
    top: 0,
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });
  document.querySelector<HTMLElement>('.skip-link, header a')?.focus({ preventScroll: true });
}
