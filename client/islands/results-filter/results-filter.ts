/**
 * The form of the results page, made a little better: a day that the other one forbids cannot be chosen
 * (spec §5), and what was left empty stays out of the address. It is sent by its button alone: sending it on
 * each change would take the page away from whoever moves through the games by keyboard (WCAG 3.2.2).
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
