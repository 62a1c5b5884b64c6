import { z } from 'zod';
import type { DestinationToStore, PayoutHolder, StoredDestination } from '../../provider.ts';
import { bankAccountFields, bankAccountOf } from './bank-accounts.ts';
import type { StripeClient } from './client.ts';
import { StripeFault } from './fault.ts';

const Id = z.string().regex(/^[a-z]\w{3,90}$/);
const Recipient = z.object({ id: Id });
const SetupIntent = z.object({
  status: z.string(),
  payout_method: z
    .object({
      id: Id,
      bank_account: z.object({ last4: z.string().regex(/^[0-9A-Z]{2,4}$/i) }).nullish(),
      usage_status: z.object({ payments: z.string() }),
    })
    .nullish(),
});

/** Ids of a bank account at Stripe and of the recipient who owns it. */
export interface StripeDestination {
  recipient: string;
  payoutMethod: string;
}

const tokenOf = ({ recipient, payoutMethod }: StripeDestination) => `${recipient}:${payoutMethod}`;

/**
 * Returns the ids that a stored token contains.
 * @throws StripeFault if the token belongs to another provider
 */
export function destinationOfToken(token: string): StripeDestination {
  const [recipient = '', payoutMethod = '', ...more] = token.split(':');
  if (payoutMethod === '' || more.length > 0) throw new StripeFault('read destination', 'unknown token');
  return { recipient, payoutMethod };
}

interface Person {
  firstName: string;
  lastName: string;
  countryId: string;
  email: string;
}

/** Returns the fields of a profile that Stripe requires. Null if the profile lacks one of these fields. */
function personOf({ firstName, lastName, countryId, email }: PayoutHolder): Person | null {
  return firstName && lastName && countryId && email ? { firstName, lastName, countryId, email } : null;
}

/** Creates a recipient at Stripe for a player. A recipient is an account that can only receive money. */
async function createRecipient(
  client: StripeClient,
  { firstName, lastName, countryId, email }: Person,
  destinationId: string,
  signal: AbortSignal,
): Promise<string> {
  const { id } = await client.request({
    what: 'create recipient',
    answer: Recipient,
    signal,
    send: (stripe) =>
      stripe.v2.core.accounts.create(
        {
          contact_email: email,
          display_name: `${firstName} ${lastName}`,
          identity: {
            country: countryId,
            entity_type: 'individual',
            individual: { given_name: firstName, surname: lastName, email },
          },
          configuration: {
            recipient: { capabilities: { bank_accounts: { local: { requested: true } } } },
          },
          metadata: { destinationId },
        },
        { idempotencyKey: `recipient-${destinationId}` },
      ),
  });
  return id;
}

/**
 * Stores a bank account at Stripe. Each bank account gets its own recipient, so that a later change of the profile does
 * not change the owner of a stored account.
 */
export async function storeDestination(
  client: StripeClient,
  { destinationId, holder, currencyCode, values }: DestinationToStore,
  signal: AbortSignal,
): Promise<StoredDestination> {
  const rejected: StoredDestination = {
    kind: 'rejected',
    fields: bankAccountFields(currencyCode).map(({ name }) => name),
  };
  const bankAccount = bankAccountOf(currencyCode, values);
  const person = personOf(holder);
  // Stripe pays only to banks in the country of the recipient.
  if (!bankAccount || !person || bankAccount.country !== person.countryId) return rejected;
  const recipient = await createRecipient(client, person, destinationId, signal);
  try {
    const { status, payout_method: method } = await client.request({
      what: 'store bank account',
      answer: SetupIntent,
      signal,
      send: (stripe) =>
        stripe.v2.moneyManagement.outboundSetupIntents.create(
          {
            usage_intent: 'payment',
            payout_method_data: { type: 'bank_account', bank_account: bankAccount },
          },
          { idempotencyKey: `destination-${destinationId}`, stripeContext: recipient },
        ),
    });
    if (status !== 'succeeded' || method?.usage_status.payments !== 'eligible') return rejected;
    const last4 = method.bank_account?.last4 ?? bankAccount.account_number.slice(-4);
    return { kind: 'stored', token: tokenOf({ recipient, payoutMethod: method.id }), label: `•••• ${last4}` };
  } catch (error) {
    const isInvalid =
      error instanceof StripeFault && error.httpStatus === 400 && error.errorType !== 'idempotency_error';
    if (isInvalid) return rejected;
    throw error;
  }
}
