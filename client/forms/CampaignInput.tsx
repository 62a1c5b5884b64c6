import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import { fillInCampaign } from '../stores/campaign.ts';

/**
 * An input for a campaign code. If the player followed a campaign's link, the input starts with the campaign's code
 * (spec §3).
 */
export function CampaignInput(attributes: InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => fillInCampaign(input.current), []);
  return <input {...attributes} ref={input} />;
}
