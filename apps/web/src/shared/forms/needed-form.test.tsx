// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { DateTimePicker } from '../ui/date-time-picker.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { draw, eventually } from '../ui/testing.tsx';
import { NeededForm, NeededPart, useMissing, useNeededForm } from './needed-form.tsx';

const Fields = ({ day, onDay }: { day: Date | null; onDay: (day: Date | null) => void }): ReactNode => {
  const missing = useMissing();
  return <DateTimePicker label="День" value={day} error={missing(day === null)} onChange={onDay} />;
};
const Chooser = ({ chosen, onChoose }: { chosen: boolean; onChoose: () => void }): ReactNode => {
  const missing = useMissing();
  return (
    <NeededPart error={missing(!chosen, 'Выберите курс')}>
      <button type="button" onClick={onChoose}>
        Курсы
      </button>
    </NeededPart>
  );
};

let sent = 0;
const Wizard = (): ReactNode => {
  const [day, setDay] = useState<Date | null>(null);
  const [chosen, setChosen] = useState(false);
  const [step, setStep] = useState('first');
  const form = useNeededForm(step === 'first' ? chosen && day !== null : false, step);
  return (
    <>
      <NeededForm form={form}>
        <Chooser chosen={chosen} onChoose={() => setChosen(true)} />
        <Fields day={day} onDay={setDay} />
        {step === 'second' && <Fields day={null} onDay={() => undefined} />}
      </NeededForm>
      <button type="button" onClick={() => setDay(new Date())}>
        Сегодня
      </button>
      <button type="button" onClick={() => setDay(null)}>
        Без дня
      </button>
      <button type="button" onClick={() => setStep('second')}>
        Второй шаг
      </button>
      <button type="button" onClick={() => form.check() && (sent += 1)}>
        Дальше
      </button>
    </>
  );
};
const press = (root: HTMLElement, words: string): void =>
  act(() => [...root.querySelectorAll('button')].find((one) => one.textContent === words)!.click());

test('a press on the live button says at each part what is missing, and the first of them has the focus', async () => {
  const { root, end } = await draw(<Wizard />);
  const required = commons.field.required;
  expect([root.textContent?.includes('Выберите курс'), root.textContent?.includes(required)]).toEqual([false, false]);
  press(root, 'Дальше');
  expect([root.textContent?.includes('Выберите курс'), root.textContent?.includes(required)]).toEqual([true, true]);
  await eventually(() => expect(document.activeElement?.textContent).toBe('Курсы'));
  press(root, 'Курсы');
  expect([root.textContent?.includes('Выберите курс'), root.textContent?.includes(required)]).toEqual([false, true]);
  press(root, 'Дальше');
  await eventually(() => expect(document.activeElement?.getAttribute('aria-haspopup'), 'the date').toBe('dialog'));
  expect(sent).toBe(0);
  press(root, 'Сегодня');
  press(root, 'Дальше');
  expect(sent).toBe(1);
  press(root, 'Без дня');
  expect(root.textContent, 'nothing is said before the next press').not.toContain(required);
  end();
});

test('another step says nothing before the button was pressed in it', async () => {
  const { root, end } = await draw(<Wizard />);
  press(root, 'Дальше');
  expect(root.textContent).toContain('Выберите курс');
  press(root, 'Второй шаг');
  expect(root.textContent).not.toContain('Выберите курс');
  end();
});

test('a missing file is said at its place', async () => {
  const Upload = (): ReactNode => {
    const form = useNeededForm(false);
    return (
      <NeededForm form={form}>
        <FileDrop
          label="Файл"
          accept={[]}
          maxBytes={1}
          file={null}
          onFile={() => undefined}
          error={form.shown ? 'Сначала выберите файл' : undefined}
        />
        <button type="button" onClick={form.check}>
          Загрузить
        </button>
      </NeededForm>
    );
  };
  const { root, end } = await draw(<Upload />);
  press(root, 'Загрузить');
  const drop = root.querySelector('button')!;
  await eventually(() => expect(document.activeElement).toBe(drop));
  const described = drop
    .getAttribute('aria-describedby')!
    .split(' ')
    .map((id) => document.getElementById(id));
  expect(described.at(-1)?.textContent).toBe('Сначала выберите файл');
  end();
});
