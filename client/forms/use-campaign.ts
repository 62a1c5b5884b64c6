import { type RefObject, useEffect } from 'react';
import type { Form } from '../../shared/forms/form.ts';
import { fillInCampaign } from '../stores/campaign.ts';

/**
 * Fills in the code of the campaign whose link the player followed (spec §3).
 * @param tabChanges number of times that the player has changed the tab. Each change empties the fields
 */
export function useCampaign(
  { fields }: Form,
  element: RefObject<HTMLElement | null>,
  tabChanges: number,
): void {
  const name = fields.find(({ hasCampaign }) => hasCampaign)?.name;
  useEffect(() => {
    if (name === undefined) return;
    if (element.current) fillInCampaign(element.current, name);
  }, [name, element, tabChanges]);
}
