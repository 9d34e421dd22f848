// A click is lost when the button moves between pressing and releasing: the browser then reports it for whatever contains
// both places. So nothing is drawn in between: answers, loaded code, toasts and the errors of a field that the press leaves
// wait for the click.

/** A longer press, in milliseconds, is no click but a drag or a finger that rests: the page is drawn again. */
const CLICK_MS = 1_000;
/** After the release of a finger the click follows a moment later; this many milliseconds are waited for it. */
const RELEASE_MS = 50;

/** What waits for the end of the press; null while nothing is pressed. */
let waiting: (() => void)[] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

const end = (): void => {
  const all = waiting ?? [];
  waiting = null;
  for (const draw of all) queueMicrotask(draw); // an error of one does not stop the others
};
const endIn = (ms: number): void => {
  if (waiting === null) return;
  clearTimeout(timer);
  timer = setTimeout(end, ms);
};

/**
 * Follows the presses of the pointer; called once, when the page starts. A press of `clickMs` holds nothing back any more.
 * Returns how to stop it.
 */
export const trackPresses = (clickMs = CLICK_MS): (() => void) => {
  const listeners = {
    pointerdown: () => {
      waiting ??= [];
      endIn(clickMs);
    },
    pointerup: () => endIn(RELEASE_MS),
    pointercancel: () => endIn(0),
    click: () => endIn(0), // after the handlers of the click
  };
  const all = Object.entries(listeners);
  for (const [name, listener] of all) window.addEventListener(name, listener, { capture: true, passive: true });
  return () => {
    for (const [name, listener] of all) window.removeEventListener(name, listener, { capture: true });
    endIn(0);
  };
};

/** Runs `draw` at once, or after the click that the pressed pointer is about to make. */
export const afterPress = (draw: () => void): void => {
  if (waiting === null) draw();
  else waiting.push(draw);
};
