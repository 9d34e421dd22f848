import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ScreenId } from '@sergak/contract/access/screens.ts';
import { ScreenLink, type ScreenTarget } from '../nav/nav.tsx';

/** A button that opens a screen: a real link, so that it opens in a new tab and prefetches on hover. */
export const ButtonLink = <S extends ScreenId>({
  screen,
  search,
  params,
  children,
  ...button
}: ScreenTarget<S> & ButtonProps & { children: ReactNode; onClick?: () => void }): ReactNode => (
  <Button
    {...(button as ButtonProps)}
    renderRoot={(props) => <ScreenLink {...props} {...({ screen, search, params } as ScreenTarget<S>)} />}
  >
    {children}
  </Button>
);
