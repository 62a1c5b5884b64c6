import { loadTexts } from '../i18n/texts.ts';
import { TicketForm } from './TicketForm.tsx';

/** Loads the texts of the ticket form. @throws if they cannot be loaded */
export async function openTicket() {
  return { TicketForm, t: await loadTexts(['ticket', 'play', 'codes']) };
}
