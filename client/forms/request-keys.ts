/** A request that moves money and has received no response yet. */
interface OpenRequest {
  /** The data of the call, without its key, as JSON. */
  text: string;
  key: string;
  sentAt: number;
}

const storageName = 'open-requests';
/**
 * Maximum age of an unanswered request. After this time, a request with the same data is a new payment, and not a
 * repetition.
 */
const longestMs = 15 * 60_000;

function readAll(): Record<string, OpenRequest> {
  try {
    return JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
  } catch {
    return {};
  }
}

function store(requests: Record<string, OpenRequest>): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(requests));
  } catch {
    // The browser blocks storage, so a reload of the page loses the key.
  }
}

/**
 * Returns the idempotency key for a request. If an earlier request with the same data received no response, both
 * requests have the same key, even after a reload of the page. If the platform receives a key again, it repeats its
 * response and moves no money.
 * @param data the data of the call, without a key
 * @param given the key of a new request
 */
export function requestKey(call: string, data: object, given: string): string {
  const requests = readAll();
  const text = JSON.stringify(data);
  const { [call]: known } = requests;
  if (known && known.text === text && Date.now() - known.sentAt < longestMs) return known.key;
  // The form may still contain the key of an earlier request. A request with other data needs a new key.
  const key = known?.key === given ? crypto.randomUUID() : given;
  store({ ...requests, [call]: { text, key, sentAt: Date.now() } });
  return key;
}

/** Forgets all requests. @throws if the browser blocks storage */
export function forgetRequests(): void {
  sessionStorage.removeItem(storageName);
}

/** Forgets a request that was answered. */
export function forgetRequest(call: string): void {
  const { [call]: _, ...others } = readAll();
  store(others);
}
