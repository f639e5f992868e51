import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** A request, however it came: of HTTP or before an upgrade. */
export interface Asked {
  socket: { remoteAddress?: string | undefined };
  headers: IncomingHttpHeaders;
}

/** Whom a request counts for, wherever callers are counted: the caller's address, of IPv6 its network. */
export type AddressOf = (request: Asked) => string;

const NAMED: { [name: string]: string[] } = {
  none: [],
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
};

export class WrongRange extends Error {}

/**
 * Which addresses are proxies whose word for the caller is believed.
 * @param names addresses, ranges such as 10.0.0.0/8, or `loopback`, `private`, `none`
 * @throws WrongRange
 */
export function trustedProxies(names: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const name of names) {
    for (const range of Object.hasOwn(NAMED, name) ? NAMED[name]! : [name]) {
      const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
      const family = isIP(address);
      const most = family === 6 ? 128 : 32;
      const prefix = bits === undefined ? most : Number(bits);
      if (!family || prefix > most) throw new WrongRange(name);
      list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
    }
  }
  return (address) => {
    const plain = plainAddress(address);
    return plain !== undefined && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** One function for HTTP and WebSocket alike, so that both count the same caller. */
export const clientAddresses =
  (isTrusted: (address: string) => boolean): AddressOf =>
  ({ socket, headers }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    if (address === undefined) return 'unknown';
    // Each proxy adds whom it heard from at the end; what stands before an address that we do not trust may be invented.
    const hops = String(headers['x-forwarded-for'] ?? '').split(',');
    while (hops.length > 0 && isTrusted(address)) {
      const before = plainAddress(hops.pop()!.trim());
      if (before === undefined) break;
      address = before;
    }
    return countedAs(address);
  };

/** Whoever has one address of IPv6 has 2⁶⁴, so all of them count as one. */
export const countedAs = (address: string): string => {
  const plain = plainAddress(address) ?? address;
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
};

/** The host's own machine, also as it is counted. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$|^0:0:0:0::\/64$/i.test(address);

/** Without port, zone, and the clothes that IPv4 wears in IPv6. */
function plainAddress(text: string): string | undefined {
  const bare = (/^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text).replace(
    /%.*$/,
    '',
  );
  if (!isIP(bare)) return undefined;
  return /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  return [
    ...before!,
    ...Array<string>(tail === undefined ? 0 : 8 - before!.length - after!.length).fill('0'),
    ...after!,
  ];
}
