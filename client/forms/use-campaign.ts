import { type RefObject, useEffect } from 'react';
import type { Form } from '../../shared/forms/form.ts';
import { campaignCode } from '../stores/campaign.ts';

/** Fills in the code of the campaign whose link the player followed (spec §3). */
export function useCampaign({ fields }: Form, element: RefObject<HTMLElement | null>): void {
  const name = fields.find(({ hasCampaign }) => hasCampaign)?.name;
  useEffect(() => {
    if (name === undefined) return;
    const input = element.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input && input.value === '') input.value = campaignCode();
  }, [name, element]);
}
