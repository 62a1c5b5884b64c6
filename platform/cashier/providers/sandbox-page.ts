import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Sandbox, SandboxPayment } from './sandbox.ts';

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#f4f4f5;color:#18181b}
main{max-width:26rem;margin:3rem auto;padding:2rem;background:#fff;border:1px solid #d4d4d8;border-radius:.5rem}
h1{font-size:1.5rem;margin:0 0 1rem}.note{padding:.75rem 1rem;background:#fef3c7;border-left:4px solid #b45309}
.amount{font-size:2rem;font-weight:700;margin:1.5rem 0}form{display:grid;gap:.75rem}
button{font:inherit;padding:.75rem;border:1px solid #3f3f46;border-radius:.375rem;background:#fff;cursor:pointer}
a.back{display:inline-block;padding:.75rem 0;color:#1d4ed8}
button[value=approved]{background:#166534;border-color:#166534;color:#fff}
:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}`;
const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function inWords({ amountMinor, currencyCode }: SandboxPayment): string {
  // Show the currency's code instead of its sign. This page sends no font, and some fonts lack the signs of currencies
  // such as the rupee.
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: currencyCode,
    currencyDisplay: 'code',
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amountMinor / 10 ** maximumFractionDigits);
}

const outcomes = {
  approved: 'The payment is approved.',
  declined: 'Declined. Nothing was paid.',
  cancelled: 'Cancelled. Nothing was paid.',
} as const;

function document(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Payment sandbox</title><style>${style}</style></head>
<body><main><h1>Payment sandbox</h1>
<p class="note"><strong>This is a sandbox.</strong> No bank is involved and no real money moves. Use it to try
how a payment is approved, declined or cancelled.</p>
${content}
</main></body></html>`;
}

function pageOf(payment: SandboxPayment, siteUrl: string | null): string {
  const returnUrl = payment.returnUrl ?? (siteUrl && `${siteUrl}/`);
  const back = (text: string): string =>
    returnUrl ? `<p><a class="back" href="${escape(returnUrl)}">${text}</a></p>` : '';
  const amount = `<p class="amount">${escape(inWords(payment))}</p>`;
  if (payment.outcome === null) {
    return document(`${amount}
<form method="post"><button name="outcome" value="approved">Approve the payment</button>
<button name="outcome" value="declined">Decline it, as a bank would</button>
<button name="outcome" value="cancelled">Cancel</button></form>
${back('Back to the site, without a decision')}`);
  }
  const status = payment.isDelivered
    ? outcomes[payment.outcome]
    : 'Saved. The platform could not be reached: it is notified again within a minute.';
  const end = back('Back to the site') || '<p>You can close this page now.</p>';
  return document(`${amount}<p role="status">${status}</p>${end}`);
}

function isOutcome(value: string | null): value is keyof typeof outcomes {
  return value !== null && Object.hasOwn(outcomes, value);
}

export interface SandboxPageOptions {
  sandbox: Sandbox;
  /** Origin of the site. The payment page links to this origin if the payment has no return URL. */
  siteUrl: string | null;
  isReady: () => boolean;
}

/** Serves GET and POST /sandbox/payments/{id}, the page where the payer chooses the outcome of the payment. */
export async function registerSandboxPage(
  app: FastifyInstance,
  { sandbox, siteUrl, isReady }: SandboxPageOptions,
): Promise<void> {
  app.addHook('onListen', async () => {
    const address = app.server.address();
    if (address === null || typeof address === 'string') return;
    const everywhere = address.address === '0.0.0.0' || address.address === '::';
    const host = everywhere ? '127.0.0.1' : address.address;
    sandbox.listensAt(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    (_request, body, done) => done(null, new URLSearchParams(body.toString())),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8');
    if (!isReady()) return reply.code(503).send(document('<p>The platform is starting. Try again.</p>'));
    return undefined;
  });
  const missing = document('<p>There is no such payment.</p>');
  app.get<{ Params: { id: string } }>('/sandbox/payments/:id', async (request, reply) => {
    const payment = await sandbox.payment(request.params.id);
    return payment ? pageOf(payment, siteUrl) : reply.code(404).send(missing);
  });
  app.post<{ Params: { id: string } }>('/sandbox/payments/:id', async (request, reply) => {
    const { id } = request.params;
    if (!(await sandbox.payment(id))) return reply.code(404).send(missing);
    const outcome = request.body instanceof URLSearchParams ? request.body.get('outcome') : null;
    if (!isOutcome(outcome)) return reply.code(400).send(document('<p>Choose one of the buttons.</p>'));
    await sandbox.decide(id, outcome);
    // Redirect after the form is submitted, so that reloading the page does not submit the form again.
    return reply.code(303).header('location', `/sandbox/payments/${id}`).send('');
  });
}
