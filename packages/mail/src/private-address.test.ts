import { expect, test } from 'vitest';
import { isForbiddenAddress, isLoopbackAddress, isPrivateAddress } from './private-address.ts';

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::8.8.8.8',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2001:2::1',
  '2001:10::1',
  '100::1',
  'fec0::1',
  'feff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'ff02::1',
  '3fff::1',
  '5f00::1',
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '1.2.3.256',
])('%s is no address of the public internet', (ip) => expect(isPrivateAddress(ip)).toBe(true));

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '100.63.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '198.20.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is one', (ip) => expect(isPrivateAddress(ip)).toBe(false));

test('link-local addresses and those of cloud metadata are recognised in every notation', () => {
  for (const ip of ['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1', 'fe80::1%eth0'])
    expect(isForbiddenAddress(ip), ip).toBe(true);
  for (const ip of ['fd00:ec2::254', 'FD00:0EC2:0:0::254', '::ffff:100.100.100.200', '168.63.129.16'])
    expect(isForbiddenAddress(ip), ip).toBe(true);
  for (const ip of ['::127.0.0.1', '::169.254.169.254', '2002:7f00:1::', '2001:0:1::1', '64:ff9b:1::7f00:1']) {
    expect(isForbiddenAddress(ip), ip).toBe(true);
    expect(isPrivateAddress(ip), ip).toBe(true);
  }
  for (const ip of ['10.0.0.1', '127.0.0.1', '::1', '8.8.8.8', 'fd00::1', '64:ff9b::8.8.8.8', '2606:4700::1111', 'x'])
    expect(isForbiddenAddress(ip), ip).toBe(false);
});

test('addresses of this machine are recognised in every notation', () => {
  for (const ip of [
    '127.0.0.1',
    '127.8.8.8',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0.0.0.0',
    '::',
    '64:ff9b::7f00:1',
  ])
    expect(isLoopbackAddress(ip), ip).toBe(true);
  for (const ip of ['10.0.0.1', '169.254.1.1', '8.8.8.8', 'fd00::1', 'localhost'])
    expect(isLoopbackAddress(ip), ip).toBe(false);
});
