/**
 * The configured lengths of inputs: the key `inputsMaxLength` in config/boot_config.json. The name `inputs_max_length`
 * of this key is also accepted (spec §3). Site, platform and browser check inputs against the same values.
 */

/**
 * Default values of keys that are missing in the configuration. The maximums are those of spec §9, the minimums those
 * of spec §5.
 */
const fallbacks = {
  phone_min: 6,
  phone_max: 10,
  password_min: 8,
  password_max: 20,
  email_max: 50,
  username_min: 3,
  username_max: 20,
  otp_max: 6,
  number: 10,
  input_text: 20,
  promo_min: 3,
  promo_max: 10,
} as const;

/**
 * Default maximum length of the field that accepts an e-mail address or a mobile number. A configured `email_max`
 * replaces this default.
 */
const identifierFallback = 30;

type BoundName = keyof typeof fallbacks | 'identifier_max';
export type InputBounds = { readonly [name in BoundName]: number };

/**
 * The widest bounds that can be configured. E.164 limits mobile numbers, and RFC 5321 limits e-mail addresses. The
 * sizes of database columns, tokens and pages limit the other values. The schemas of shared/contract/ use these widest
 * bounds.
 */
export const widestInputBounds: InputBounds = {
  phone_min: 4,
  phone_max: 15,
  password_min: 4,
  password_max: 128,
  email_max: 254,
  username_min: 1,
  username_max: 32,
  otp_max: 10,
  number: 15,
  input_text: 100,
  promo_min: 1,
  promo_max: 32,
  identifier_max: 254,
};
/** Minimum length of a one-time password. A shorter one could be guessed too easily. */
const shortestOtp = 4;

/** Thrown if the configuration contains an invalid bound. The error message names the bound. */
export class InputBoundsError extends Error {
  override name = 'InputBoundsError';
}

const pairs = [
  ['phone_min', 'phone_max'],
  ['password_min', 'password_max'],
  ['username_min', 'username_max'],
  ['promo_min', 'promo_max'],
] as const;

const lowestOf = (name: BoundName): number => {
  const pair = pairs.find(([min, max]) => name === min || name === max);
  if (pair) return widestInputBounds[pair[0]];
  return name === 'otp_max' ? shortestOtp : 1;
};
const highestOf = (name: BoundName): number => {
  const pair = pairs.find(([min]) => name === min);
  return widestInputBounds[pair ? pair[1] : name];
};

const isBound = (name: string): name is BoundName => Object.hasOwn(widestInputBounds, name);

/**
 * Returns the bounds of a configuration. Missing bounds get the default values of the spec.
 * @throws InputBoundsError for an unknown name, a value outside the widest bounds, or a minimum above its maximum
 */
export function readInputBounds(configured: Readonly<Record<string, unknown>>): InputBounds {
  const email_max = configured['email_max'];
  const bounds: Record<BoundName, number> = {
    ...fallbacks,
    identifier_max: typeof email_max === 'number' ? email_max : identifierFallback,
  };
  for (const [name, value] of Object.entries(configured)) {
    if (!isBound(name)) throw new InputBoundsError(`${name} is not a known bound`);
    const [lowest, highest] = [lowestOf(name), highestOf(name)];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < lowest || value > highest)
      throw new InputBoundsError(`${name} must be a whole number from ${lowest} to ${highest}`);
    bounds[name] = value;
  }
  for (const [min, max] of pairs)
    if (bounds[min] > bounds[max])
      throw new InputBoundsError(`${min} (${bounds[min]}) must not exceed ${max} (${bounds[max]})`);
  return bounds;
}
