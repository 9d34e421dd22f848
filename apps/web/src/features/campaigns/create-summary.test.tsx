// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import campaigns from '../../../../../locales/ru/campaigns.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { Summary } from './create-summary.tsx';
import { type CampaignDraft, emptyDraft } from './draft.ts';
import { StepWhen } from './step-when.tsx';

const look = (checks: Preflight['checks'], sending_minutes: number | null = null) =>
  ({
    sending_minutes,
    recipients: 3,
    excluded_by_tag: 0,
    unverified: { count: 0 },
    send_until: null,
    end_at: '2026-12-01T10:00:00Z',
    checks,
    ready: checks.length === 0,
  }) as unknown as Preflight;

const drawn = async (draft: CampaignDraft, checks: Preflight['checks'], onField = vi.fn()) => {
  const shown = await draw(null);
  addTexts('ru', 'campaigns', campaigns);
  shown.again(
    <Suspense>
      <StepWhen draft={draft} set={() => undefined} look={look(checks)} />
      <section id="summary">
        <Summary draft={draft} look={look(checks)} onField={onField} />
      </section>
    </Suspense>,
  );
  await act(async () => undefined);
  return { ...shown, onField };
};

test('each reason against a launch is named, and a click leads to its field', async () => {
  const draft = { ...emptyDraft(), name: 'Проверка' };
  const { root, end, onField } = await drawn(draft, [
    { code: 'emails', level: 'stop', reason: 'none', details: {} },
  ] as never);
  const reason = [...root.querySelectorAll('button')].find((one) => one.textContent.includes('Не выбрано'))!;
  act(() => reason.click());
  expect(onField).toHaveBeenCalledWith('emails');
  end();
});

test('an approval hides no warning: the summary is not green while employees will get nothing', async () => {
  const caught = { code: 'mail_server', level: 'warn', reason: 'built_in', details: {} };
  const approval = { code: 'approval', level: 'warn', reason: 'needed', details: { count: 0 } };
  const draft = { ...emptyDraft(), name: 'Проверка' };
  const verdict = async (checks: object[]) => {
    const { root, end } = await drawn(draft, checks as never);
    const said = [...root.querySelectorAll('#summary p')].at(-1)!;
    const shown = { text: said.textContent, ready: 'ready' in (said as HTMLElement).dataset };
    end();
    return shown;
  };
  expect(await verdict([])).toEqual({ text: campaigns.summary.ready, ready: true });
  expect(await verdict([approval])).toEqual({ text: campaigns.summary.approval, ready: false });
  const warned = campaigns.summary.warned.replace('{{number}}', '1');
  expect(await verdict([caught])).toEqual({ text: warned, ready: false });
  const both = campaigns.summary.warned_approval.replace('{{number}}', '1');
  expect(await verdict([caught, approval])).toEqual({ text: both, ready: false });
});

test('a later start without a date is not shown as «at once»', async () => {
  const { root, end } = await drawn({ ...emptyDraft(), name: 'Проверка', isDelay: true }, []);
  const summary = root.querySelector('#summary')!.textContent;
  expect(summary).toContain('время не выбрано');
  expect(summary).not.toContain('Сразу');
  end();
});

test('no end is announced before the start is known', async () => {
  const announced = 'через одну-две недели после последнего письма';
  const later = await drawn({ ...emptyDraft(), isDelay: true }, []);
  expect(later.root.textContent).not.toContain(`: ${announced}`);
  later.end();
  const now = await drawn(emptyDraft(), []);
  expect(now.root.textContent).toMatch(new RegExp(`01\\.12\\.2026, \\d\\d:00: ${announced}`));
  now.end();
});

test.each([
  [null, null],
  [45, 'не меньше 45 мин'],
  [1_400, 'не меньше 23 ч 20 мин'],
])('the summary says how long sending takes under a cap per minute: %s', async (minutes, text) => {
  const shown = await draw(null);
  addTexts('ru', 'campaigns', campaigns);
  shown.again(
    <Suspense>
      <Summary draft={emptyDraft()} look={look([], minutes)} onField={vi.fn()} />
    </Suspense>,
  );
  await act(async () => undefined);
  const words = shown.root.textContent.replaceAll('\u00a0', ' ');
  if (text === null) expect(words).not.toContain('Отправка займёт');
  else expect(words).toContain(text);
  shown.end();
});
