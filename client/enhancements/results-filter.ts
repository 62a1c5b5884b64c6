/**
 * Enhances the filter form of the results page. The first and the last date limit each other (spec §5), and empty
 * fields are left out of the URL. Only the button submits the form, because keyboard users change a value step by step.
 * A submit on each change would replace the page before the user has finished (WCAG 3.2.2).
 */
export function enhanceResultsFilter(form: HTMLElement): void {
  if (!(form instanceof HTMLFormElement)) return;
  const from = form.querySelector<HTMLInputElement>('input[name="from"]');
  const to = form.querySelector<HTMLInputElement>('input[name="to"]');
  if (from && to) {
    const today = to.max;
    const bound = () => {
      to.min = from.value;
      from.max = to.value && to.value < today ? to.value : today;
    };
    from.addEventListener('change', bound);
    to.addEventListener('change', bound);
    bound();
  }
  form.addEventListener('formdata', ({ formData }) => {
    const empty = Array.from(formData).filter(([, value]) => value === '');
    for (const [name] of empty) formData.delete(name);
  });
}
