import { useEffect, useState } from 'react';
import type { CampaignField } from './draft.ts';

const focusables = 'input:not([type="hidden"]):not(:disabled), button:not(:disabled), textarea, [tabindex="0"]';

/** Moves the focus to a field of the form; returns whether the field is on the page. */
export const focusField = (field: CampaignField): boolean => {
  const place = document.getElementById(`campaign-${field}`);
  if (place === null) return false;
  const target = place.matches(focusables) ? place : (place.querySelector<HTMLElement>(focusables) ?? place);
  place.scrollIntoView({ block: 'center' });
  target.focus({ preventScroll: true });
  return true;
};

/** Moves to a field that may be on another step, whose code may still have to be loaded. */
export const useDraftField = (): ((field: CampaignField) => void) => {
  const [wanted, setWanted] = useState<{ field: CampaignField } | null>(null);
  useEffect(() => {
    if (wanted === null || focusField(wanted.field)) return;
    const page = new MutationObserver(() => {
      if (focusField(wanted.field)) page.disconnect();
    });
    page.observe(document.body, { childList: true, subtree: true });
    return () => page.disconnect();
  }, [wanted]);
  return (field) => setWanted({ field });
};
