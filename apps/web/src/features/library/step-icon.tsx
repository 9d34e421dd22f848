import { IconBook, IconListCheck, IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StepInput } from '@sergak/contract/library/library.schema.ts';

const icons = { theory: IconBook, quiz: IconListCheck, scorm: IconPackage } as const;

/** The icon of a step of a theme. */
export const StepIcon = ({ kind }: { kind: StepInput['kind'] }): ReactNode => {
  const Icon = icons[kind];
  return <Icon size={18} stroke={1.7} aria-hidden />;
};
