import { useState } from 'react';

/** Whether it was ever open: what has been shown stays, so that it can close with its motion. */
export const useOnceOpen = (opened: boolean): boolean => {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return opened || once;
};
