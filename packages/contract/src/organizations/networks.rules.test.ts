import { expect, test } from 'vitest';
import { networkOf } from './networks.rules.ts';

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.7/24 ', '203.0.113.0/24'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:1:2::/48', '2001:db8:1::/48'],
  ['2001:0db8:0:0:1:0:0:1', '2001:db8::1:0:0:1/128'],
  ['fd00::/16', 'fd00::/16'],
])('%s is the network %s', (text, network) => {
  expect(networkOf(text)).toBe(network);
});

test.each([
  '',
  'office',
  '203.0.113',
  '203.0.113.256',
  '01.2.3.4',
  '10.0.0.0/7',
  '0.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
])('“%s” is rejected', (text) => expect(networkOf(text)).toBeNull());
test.each([
  '::/0',
  '2001:db8::/15',
  '2001:db8::/129',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '2001:db8::g',
  '10.0.0.0/',
  'fe80::1%eth0',
])('“%s” is rejected as well', (text) => expect(networkOf(text)).toBeNull());
