import type { ReactNode } from 'react';
import css from './department-nav.module.css';
import { DepartmentNav } from './department-nav.tsx';

/** A page of departments with the tree of all departments beside it. */
export const BesideTree = ({
  at,
  path,
  children,
}: {
  at: string;
  path: readonly { id: string }[];
  children: ReactNode;
}): ReactNode => (
  <div className={css['beside']}>
    <DepartmentNav at={at} path={path} />
    <div>{children}</div>
  </div>
);
