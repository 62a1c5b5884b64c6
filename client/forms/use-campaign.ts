import { type RefObject, useEffect } from 'react';
import type { Form } from '../../shared/forms/form.ts';
import { fillInCampaign } from '../stores/campaign.ts';

/** Fills in the code of the campaign whose link the player followed (spec §3). */
export function useCampaign({ fields }: Form, element: RefObject<HTMLElement | null>): void {
  const name = fields.find(({ hasCampaign }) => hasCampaign)?.name;
  useEffect(() => {
    if (name === undefined) return;
    if (element.current) fillInCampaign(element.current, name);
  }, [name, element]);
}
