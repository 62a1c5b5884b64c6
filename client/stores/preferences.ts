/** Preferences expire after one day (spec §3). */
const lifeSeconds = 86_400;

/** Stores a preference in a cookie that scripts can read. An empty value deletes it. */
export function setPreference(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const life = value === '' ? 0 : lifeSeconds;
  // The cookie of the translation widget contains slashes, which must not be escaped.
  const text = encodeURIComponent(value).replaceAll('%2F', '/');
  document.cookie = `${name}=${text}; Max-Age=${life}; Path=/; SameSite=Lax${secure}`;
}

export function cookieValue(name: string): string | null {
  const found = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  return found ? decodeURIComponent(found) : null;
}
