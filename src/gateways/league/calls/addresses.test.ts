import { describe, expect, test } from 'vitest';
import { mayCall, refuseEndpoint } from './addresses.ts';

describe('addresses that agents chose', () => {
  test.each([
    '169.254.169.254',
    '169.254.0.1',
    '0.0.0.0',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    '224.0.0.1',
    '255.255.255.255',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '::',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '2001:0:0:0:0:0:a9fe:a9fe',
    '64:ff9b:1::a9fe:a9fe',
    '64:ff9b:1::808:808',
    '::ffff:0:127.0.0.1',
    '::ffff:0:808:808',
    '198.18.0.1',
    '198.19.255.255',
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.7',
    '203.0.113.7',
    '100::1',
    '100:0:0:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    '4000::1',
    '::fe00:0:0:1',
    'not an address',
  ])('7.3 %s is never called', (address) => {
    expect(mayCall(address, true)).toBe(false);
    expect(mayCall(address, false)).toBe(false);
  });

  test.each([
    '127.0.0.1',
    '127.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12:3456::1',
    '::ffff:127.0.0.1',
    '::ffff:c0a8:101',
  ])('7.4 %s is called only where the host allows private addresses', (address) => {
    expect(mayCall(address, true)).toBe(true);
    expect(mayCall(address, false)).toBe(false);
  });

  test.each([
    '1.1.1.1',
    '172.32.0.1',
    '198.17.0.1',
    '198.20.0.1',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('7.3 %s is called', (address) => {
    expect(mayCall(address, false)).toBe(true);
  });

  test.each([
    ['ftp://example.org', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['example.org:80', 'http:// or https://'],
    ['no url', 'not a URL'],
    ['http://user:pw@example.org/', 'user name'],
    ['http://169.254.169.254/latest', 'not called'],
    ['http://2852039166/', 'not called'],
    ['http://0xa9.0xfe.0xa9.0xfe/', 'not called'],
    ['http://[::ffff:169.254.169.254]/', 'not called'],
    [`http://example.org/${'x'.repeat(3000)}`, 'not a URL'],
  ])('7.2 %s is refused as an endpoint', (url, why) => {
    expect(refuseEndpoint(url, true)).toContain(why);
  });

  test.each(['http://example.org/mcp', 'https://example.org:8443', 'http://localhost:8101/mcp', 'http://127.0.0.1:1'])(
    '7.2 %s may be tried',
    (url) => {
      expect(refuseEndpoint(url, true)).toBeUndefined();
    },
  );
});
