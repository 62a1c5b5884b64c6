import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import { fillInCampaign } from '../stores/campaign.ts';

/** An input that starts with the code of the campaign whose link the player followed (spec §3). */
export function CampaignInput(attributes: InputHTMLAttributes<HTMLInputElement>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => fillInCampaign(input.current), []);
  return <input {...attributes} ref={input} />;
}
