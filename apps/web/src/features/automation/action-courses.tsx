import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { CourseChooser } from '../library/public.ts';
import type { PartProps } from './draft.ts';
import { clampPeriod } from './choices.ts';
import { NumberBox } from './number-box.tsx';
import css from './automation.module.css';

/** The courses that an action assigns, and how many days people have for them. */
export const ActionCourses = ({ line, onChange }: PartProps): ReactNode => {
  const t = useT('automation');
  const [choosing, setChoosing] = useState(false);
  const none = line.courses.length === 0;
  return (
    <>
      <div>
        <p className={css['label']}>
          {t('field.courses')} <span aria-hidden>*</span>
        </p>
        <ul className={css['chosen']} aria-label={t('field.courses')}>
          {line.courses.map((course) => (
            <li key={course.id}>
              <span>
                {course.title}
                {course.archived && <small>{t('courses.archived')}</small>}
              </span>
              <ActionIcon
                size={30}
                aria-label={t('take_out', { title: course.title })}
                onClick={() => onChange({ courses: line.courses.filter((one) => one.id !== course.id) })}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {none && <p className={css['needed']}>{t('courses.none')}</p>}
        <Button
          size="compact-md"
          variant={none ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {t(none ? 'courses.choose' : 'courses.change')}
        </Button>
      </div>
      <NumberBox
        className={css['short']!}
        label={t('field.period')}
        value={line.period}
        clamp={clampPeriod}
        onValue={(period) => onChange({ period })}
      />
      <CourseChooser
        opened={choosing}
        multiple
        chosen={line.courses.filter((one) => !one.archived).map((one) => one.id)}
        onClose={() => setChoosing(false)}
        onChoose={(courses) => {
          onChange({ courses: courses.map(({ id, title, archived }) => ({ id, title, archived })) });
          setChoosing(false);
        }}
      />
    </>
  );
};
