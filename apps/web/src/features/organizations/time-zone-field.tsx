import type { ComboboxItem } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { currentLanguage, languages } from '../../shared/i18n/i18n.ts';
import { nameOfZone, useCities } from '../../shared/zone-name.ts';
import { findZones, timeZones } from './hours.ts';

const SHOWN_MOST = 60;
type Props = {
  /** The stored zone, or the suggested one. */
  kept: string;
  label: string;
  description?: string;
  disabled?: boolean;
};

/** The time zone of an organisation, found by city, by offset or by its id. */
export const TimeZoneField = ({ kept, ...props }: Props): ReactNode => {
  const language = currentLanguage();
  const areNamed = useCities(languages);
  const zones = useMemo(
    () => (areNamed ? timeZones(kept, language) : [{ value: kept, label: nameOfZone(kept) }]),
    [areNamed, kept, language],
  );
  return (
    <SelectField
      name="time_zone"
      searchable
      data={zones}
      filter={({ options, search }) => findZones(options as ComboboxItem[], search).slice(0, SHOWN_MOST)}
      comboboxProps={{ withinPortal: false }}
      // Selects the text, so that typing searches for another zone instead of extending the current name.
      onFocus={(e) => e.currentTarget.select()}
      onClick={(e) => e.currentTarget.select()}
      {...props}
    />
  );
};
