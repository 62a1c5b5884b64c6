/**
 * The filter form of the results page: a day that the other day forbids cannot be chosen (spec §5), and empty fields
 * stay out of the address. Only its button submits it: submitting on each change would replace the page while a
 * keyboard user moves through the games (WCAG 3.2.2).
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
