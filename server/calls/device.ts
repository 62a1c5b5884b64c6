import type { IncomingHttpHeaders } from 'node:http';
import type { DeviceNames } from '../../shared/contract/envelope.ts';
import type { Device } from '../upstream/send-call.ts';

type Kind = Pick<Device, 'channel' | 'device_type'>;
const mobile: Kind = { channel: 1, device_type: 'MOBILE' };
const desktop: Kind = { channel: 2, device_type: 'DESKTOP' };
/** Tablets count as mobile devices, as on the previous site. */
const mobileAgent = /Mobi|Android|iPhone|iPad|iPod/i;

/**
 * The User-Agent header of a browser also contains the names of compatible browsers and systems. Therefore, the first
 * match in this list decides.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** The number of characters of a user agent that are read. The user agents of browsers are shorter. */
const longestAgent = 512;

/** Returns only names from the lists `browsers` and `systems`, so that no text of the client is stored or shown. */
function namesIn(userAgent: string): DeviceNames {
  const agent = userAgent.slice(0, longestAgent);
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

function kindOf(headers: IncomingHttpHeaders): Kind {
  const hint = headers['sec-ch-ua-mobile'];
  if (hint === '?1') return mobile;
  if (hint === '?0') return desktop;
  return mobileAgent.test(headers['user-agent'] ?? '') ? mobile : desktop;
}

/**
 * Returns the kind of device and the names of browser and system. The kind is read from the client hint if there is
 * one, otherwise from the user agent. The names are always read from the user agent.
 */
export function deviceOf(headers: IncomingHttpHeaders): Device {
  return new RequestDevice(headers);
}

/**
 * The device of a request. It is a class, because an object literal with a getter is slow: creating one takes longer
 * than reading the kind of device.
 */
class RequestDevice implements Device {
  readonly channel: Kind['channel'];
  readonly device_type: Kind['device_type'];
  readonly #userAgent: string;

  constructor(headers: IncomingHttpHeaders) {
    const { channel, device_type } = kindOf(headers);
    this.channel = channel;
    this.device_type = device_type;
    this.#userAgent = headers['user-agent'] ?? '';
  }

  /** The names are read only on demand, because only calls that open a session send them. */
  get device(): DeviceNames {
    return namesIn(this.#userAgent);
  }
}
