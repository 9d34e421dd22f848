/** Props of a button that cannot be pressed for a moment. It keeps the focus, which a disabled button loses. */
export const paused = (isPaused: boolean, onClick: () => void) =>
  isPaused ? { 'aria-disabled': true, 'data-disabled': true } : { onClick };
