import { BlockList } from 'node:net';

const METADATA = 'a cloud’s metadata';

/**
 * Addresses that no agent of the world can be at: every block that is not globally reachable in
 * https://www.iana.org/assignments/iana-ipv4-special-registry and
 * https://www.iana.org/assignments/iana-ipv6-special-registry (as of 2025-10-09), multicast and deprecated blocks, and
 * where clouds keep their metadata. `near`: on this machine or in its network, which a host may allow.
 */
const SPECIAL: readonly (readonly [block: string, name: string, kind?: 'near'])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use', 'near'],
  ['100.64.0.0/10', 'shared address space', 'near'],
  ['127.0.0.0/8', 'loopback', 'near'],
  ['168.63.129.16/32', METADATA],
  ['100.100.100.200/32', METADATA],
  ['169.254.0.0/16', 'link local'],
  ['172.16.0.0/12', 'private use', 'near'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112'],
  ['192.52.193.0/24', 'multicast tunnels'],
  ['192.88.99.0/24', '6to4 relays'],
  ['192.168.0.0/16', 'private use', 'near'],
  ['192.175.48.0/24', 'AS112'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  // Of IPv6 only 2000::/3 is given out: the rest is refused as a whole, but for what follows it.
  ['::/3', 'not given out'],
  ['4000::/2', 'not given out'],
  ['8000::/1', 'not given out'],
  ['::1/128', 'loopback', 'near'],
  ['fc00::/7', 'unique local', 'near'],
  ['fd00:ec2::254/128', METADATA],
  ['2001::/23', 'protocol assignments, Teredo, benchmarks, ORCHID'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['2620:4f:8000::/48', 'AS112'],
  ['3fff::/20', 'documentation'],
];

/** The last 32 bits are an IPv4 address, which is judged in its place: mapped, compatible, and NAT64 to the world. */
const EMBEDDING = ['::ffff:0:0/96', '::/96', '64:ff9b::/96'];

/** Of one family each: a list of both takes an IPv4 address for the IPv6 one that it is mapped to. */
interface Blocks {
  has(address: string, family: 'ipv4' | 'ipv6'): boolean;
}

function blocks(given: readonly string[]): Blocks {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const block of given) {
    const [net, bits] = block.split('/') as [string, string];
    const family = net.includes(':') ? 'ipv6' : 'ipv4';
    lists[family].addSubnet(net, Number(bits), family);
  }
  return { has: (address, family) => lists[family].check(address, family) };
}

export const near = blocks(SPECIAL.filter(([, , kind]) => kind === 'near').map(([block]) => block));
export const far = blocks(SPECIAL.filter(([, , kind]) => kind !== 'near').map(([block]) => block));
/** Never called, though they may lie in what is near. */
export const metadata = blocks(SPECIAL.filter(([, name]) => name === METADATA).map(([block]) => block));
export const embedding = blocks(EMBEDDING);
