import { isIPv6 } from 'node:net';

const GROUPS = 8;
const GROUPS_COUNTED = 4;

/** By what an address is counted: IPv4 as it is, also where it is mapped into IPv6, and IPv6 by its /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined || !isIPv6(plain)) return mapped ?? plain;
  const [front = '', back = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [front, back].map((part) => part.split(':').filter((group) => group !== '')) as [
    string[],
    string[],
  ];
  const between = Array<string>(GROUPS - first.length - last.length).fill('0');
  return `${[...first, ...between, ...last].slice(0, GROUPS_COUNTED).join(':')}::/64`;
}

/** The host's own machine. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/i.test(address);
