import { BlockList, isIPv4, isIPv6 } from 'node:net';

const never = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  never.addSubnet(net, bits, 'ipv4');
// Cloud metadata services outside the link-local range.
never.addAddress('168.63.129.16', 'ipv4');
never.addAddress('100.100.100.200', 'ipv4');
never.addAddress('fd00:ec2::254', 'ipv6');
for (const [net, bits] of [
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // Tunnels that hide an IPv4 address: Teredo and 6to4.
  ['2001::', 32],
  ['2002::', 16],
] as const)
  never.addSubnet(net, bits, 'ipv6');

const near = new BlockList();
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  near.addSubnet(net, bits, 'ipv4');
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

const embedding = new BlockList();
for (const [net, bits] of [
  ['::ffff:0:0', 96],
  ['::', 96],
  ['64:ff9b::', 96],
] as const)
  embedding.addSubnet(net, bits, 'ipv6');

/**
 * Whether a server may call this IP address because an agent said so. Link-local and cloud metadata addresses never;
 * loopback and private ones only where the host allows it.
 */
export function mayCall(address: string, privateCalls: boolean): boolean {
  if (isIPv4(address)) return !never.check(address, 'ipv4') && (privateCalls || !near.check(address, 'ipv4'));
  if (!isIPv6(address)) return false;
  const bare = address.split('%')[0]!;
  if (bare !== address) return false;
  if (near.check(bare, 'ipv6')) return privateCalls && !never.check(bare, 'ipv6');
  if (never.check(bare, 'ipv6')) return false;
  return embedding.check(bare, 'ipv6') ? mayCall(embeddedIn(bare), privateCalls) : true;
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
