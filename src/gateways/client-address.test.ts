import { describe, expect, it } from 'vitest';
import { clientAddresses, countedAs, trustedProxies, WrongRange } from './client-address.ts';

const seen = (trusted: string[], remoteAddress: string | undefined, forwarded?: string) =>
  clientAddresses(trustedProxies(trusted))({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });

describe('the caller', () => {
  it.each([
    ['who comes directly', ['loopback'], '9.9.9.9', undefined, '9.9.9.9'],
    ['who comes directly and says something else', ['loopback'], '9.9.9.9', '1.1.1.1', '9.9.9.9'],
    ['behind a proxy on this machine', ['loopback'], '127.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['behind a proxy that speaks IPv6', ['loopback'], '::1', '1.1.1.1', '1.1.1.1'],
    ['behind a proxy that is not trusted', ['none'], '127.0.0.1', '1.1.1.1', '127.0.0.1'],
    ['who invents an earlier hop', ['loopback'], '127.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['behind two proxies', ['loopback', '10.0.0.0/8'], '::ffff:127.0.0.1', '6.6.6.6, 1.1.1.1, 10.1.2.3', '1.1.1.1'],
    ['behind a proxy of a private network', ['private'], '192.168.4.4', '1.1.1.1', '1.1.1.1'],
    ['who is a proxy itself', ['loopback'], '127.0.0.1', '127.0.0.2', '127.0.0.2'],
    ['whose proxy writes nonsense', ['loopback'], '127.0.0.1', '1.1.1.1, <b>', '127.0.0.1'],
    ['whose proxy writes nothing', ['loopback'], '127.0.0.1', '', '127.0.0.1'],
    ['whose proxy adds the port', ['loopback'], '127.0.0.1', '1.1.1.1:4711', '1.1.1.1'],
    ['of IPv6 with a port', ['loopback'], '127.0.0.1', '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['on no network', ['loopback'], undefined, '1.1.1.1', 'unknown'],
  ])('%s', (_, trusted, remote, forwarded, address) => {
    expect(seen(trusted, remote, forwarded)).toBe(address);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::9%eth0', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['1.2.3.4', '1.2.3.4'],
  ])('%s counts as %s', (address, counted) => expect(countedAs(address)).toBe(counted));
});

it.each(['', 'proxy', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.0/8/8', 'constructor'])(
  '%j is no range',
  (range) => {
    expect(() => trustedProxies([range])).toThrow(WrongRange);
  },
);
