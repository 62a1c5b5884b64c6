// The health check of the containers: exits with 0 when the given address answers with a status of 200 to 299.
const [, , address = ''] = process.argv;
const answer = await fetch(address, { signal: AbortSignal.timeout(3000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
