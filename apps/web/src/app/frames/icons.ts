import {
  IconBook2,
  IconBuilding,
  IconChartBar,
  IconFishHook,
  IconLifebuoy,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MenuSection } from '@sergak/contract/access/screens.ts';

export const sectionIcons: Record<MenuSection, TablerIcon> = {
  statistics: IconChartBar,
  staff: IconUsers,
  learning: IconBook2,
  phishing: IconFishHook,
  organization: IconBuilding,
  settings: IconSettings,
  help: IconLifebuoy,
};
