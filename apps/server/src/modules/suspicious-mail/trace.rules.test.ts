import { expect, test } from 'vitest';
import { authenticationOf, headerFields, hopsOf, withoutComments } from './trace.rules.ts';

const fields = (...lines: string[]) => headerFields(lines.join('\n'));

test('the way of an email begins at its first server and says how long each step took', () => {
  const hops = hopsOf(
    fields(
      'Received: from mx.company.test (10.1.1.5) by exchange.company.test with ESMTPS id 7; Mon, 23 Nov 2026 10:00:13 +0500',
      'Received: from evil.test (unknown [203.0.113.9]) by mx.company.test (Postfix) with ESMTP id 4X; Mon, 23 Nov 2026 10:00:03 +0500 (UZT)',
      'Received: from [192.168.0.4] by evil.test; Mon, 23 Nov 2026 09:59:00 +0500',
    ),
  );
  expect(hops).toEqual([
    {
      from: '[192.168.0.4]',
      by: 'evil.test',
      address: '192.168.0.4',
      protocol: '',
      at: '2026-11-23T04:59:00.000Z',
      delay: null,
    },
    {
      from: 'evil.test',
      by: 'mx.company.test',
      address: '203.0.113.9',
      protocol: 'ESMTP',
      at: '2026-11-23T05:00:03.000Z',
      delay: 63,
    },
    {
      from: 'mx.company.test',
      by: 'exchange.company.test',
      address: '10.1.1.5',
      protocol: 'ESMTPS',
      at: '2026-11-23T05:00:13.000Z',
      delay: 10,
    },
  ]);
});

test('a line without a time and a clock that goes wrong are shown as they are', () => {
  const hops = hopsOf(
    fields(
      'Received: by 2002:a05:6402::1 with SMTP id a; Mon, 23 Nov 2026 10:00:00 +0000',
      'Received: from a (HELO b) ([IPv6:2001:db8::7]) by c',
      'Received: by d; Mon, 23 Nov 2026 10:05:00 +0000',
      'Received: nonsense; never',
    ),
  );
  expect(hops.map(({ by, address, delay }) => [by, address, delay])).toEqual([
    ['', null, null],
    ['d', null, null],
    ['c', '2001:db8::7', null],
    ['2002:a05:6402::1', null, -300],
  ]);
});

test.for([
  [
    'Gmail',
    'Authentication-Results: mx.google.com; dkim=pass header.i=@a.test header.s=x header.b="abc=="; spf=softfail (google.com: domain of transitioning x@a.test does not designate 1.2.3.4; as sender) smtp.mailfrom=x@a.test; dmarc=fail (p=NONE sp=NONE dis=NONE) header.from=a.test',
    ['mx.google.com dkim pass @a.test', 'mx.google.com spf softfail x@a.test', 'mx.google.com dmarc fail a.test'],
  ],
  [
    'Exchange Online, which leaves out its name',
    'Authentication-Results: spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=a.test; dkim=none (message not signed) header.d=none;dmarc=bestguesspass action=none header.from=a.test;compauth=pass reason=109',
    [' spf pass a.test', ' dkim none none', ' dmarc bestguesspass a.test', ' compauth pass '],
  ],
  [
    'ARC',
    'ARC-Authentication-Results: i=2; mx.microsoft.com 1; spf=pass smtp.mailfrom=a.test; arc=pass (0 oda=1)',
    ['mx.microsoft.com spf pass a.test', 'mx.microsoft.com arc pass '],
  ],
  [
    'Received-SPF',
    'Received-SPF: Fail (protection.outlook.com: domain of a.test does not designate 1.2.3.4) receiver=protection.outlook.com; client-ip=1.2.3.4; helo=evil.test;',
    ['protection.outlook.com spf fail evil.test'],
  ],
  ['nothing', 'Authentication-Results: mx.a.test; none', []],
] as const)('the checks of the sender are read as servers write them: %s', ([, line, expected]) => {
  expect(
    authenticationOf(fields(line)).map(({ by, method, result, about }) => `${by} ${method} ${result} ${about}`),
  ).toEqual(expected);
});

test('comments may be nested, and one that is never closed ends with the value', () => {
  expect(withoutComments('a (b (c) d) e (f')).toBe('a e');
});
