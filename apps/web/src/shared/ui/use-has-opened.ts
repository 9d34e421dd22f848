import { useState } from 'react';

/** Whether it has ever been open: content that was shown stays rendered, so that its closing can be animated. */
export const useHasOpened = (opened: boolean): boolean => {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return opened || once;
};
