import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../shared/i18n/use-t.ts';
import { NotFound } from '../shared/ui/states.tsx';

/** The “not found” page inside a frame. */
export default function NotFoundPage({ home }: { home: string }): ReactNode {
  const t = useT();
  const action = <Button renderRoot={(props) => <Link {...props} to={home} search={{}} />}>{t('home')}</Button>;
  return <NotFound action={action} />;
}
