import { isIPv4, isIPv6 } from 'node:net';
import { embedding, far, metadata, near } from './special-addresses.ts';

/**
 * Whether a server may call this IP address because an agent said so: only one that is reachable from everywhere.
 * Loopback and private ones only where the host allows it; link-local and cloud metadata addresses never.
 */
export function mayCall(address: string, privateCalls: boolean): boolean {
  if (isIPv4(address)) return isCalled(address, 'ipv4', privateCalls);
  // A zone would say which network it is in.
  if (!isIPv6(address) || address.includes('%')) return false;
  if (embedding.has(address, 'ipv6') && !near.has(address, 'ipv6')) return mayCall(embeddedIn(address), privateCalls);
  return isCalled(address, 'ipv6', privateCalls);
}

function isCalled(address: string, family: 'ipv4' | 'ipv6', privateCalls: boolean): boolean {
  if (near.has(address, family)) return privateCalls && !metadata.has(address, family);
  return !far.has(address, family);
}

/** The last 32 bits of an IPv6 address, as IPv4. */
function embeddedIn(address: string): string {
  // The URL parser writes every form of the address as groups of hex.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':');
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || '0', 16)) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const LONGEST = 2048;

/** Why nobody can be called at this URL, as far as the text alone tells; nothing where it may be tried. */
export function refuseEndpoint(text: string, privateCalls: boolean): string | undefined {
  if (text.length > LONGEST || !URL.canParse(text)) return 'contact_endpoint is not a URL.';
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return 'contact_endpoint must begin with http:// or https://.';
  if (username || password) return 'contact_endpoint must not carry a user name or password.';
  const literal = literalOf(hostname);
  return literal === undefined || mayCall(literal, privateCalls) ? undefined : refusalOf([literal]);
}

/** Why none of these addresses is called: the host's setting, where that would change it. */
export const refusalOf = (addresses: string[]): string =>
  addresses.some((address) => mayCall(address, true))
    ? 'contact_endpoint is at a loopback or private address, which is not called unless CROSSPLAY_PRIVATE_CALLS is set.'
    : 'contact_endpoint is at an address that is not called.';

/** The IP address that a URL's host already is; undefined for names. */
export function literalOf(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}
