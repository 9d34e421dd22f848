import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type NotificationKind, placeOf } from '@sergak/contract/notifications/notifications.rules.ts';
import { parseSearch } from '../../shared/nav/search-params.ts';

type Props = {
  kind: NotificationKind;
  thing: string | null;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
};

/** A link to the place where a notification is dealt with. */
export const PlaceLink = ({ kind, thing, className, onClick, children }: Props): ReactNode => {
  const [path = '', query = ''] = placeOf(kind, thing).split('?');
  return (
    <Link
      activeOptions={{ exact: true }}
      to={path}
      search={parseSearch(query)}
      className={className}
      {...(onClick && { onClick })}
    >
      {children}
    </Link>
  );
};
