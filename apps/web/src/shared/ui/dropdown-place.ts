type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
type Size = { readonly width: number; readonly height: number };

/** Pixels between a button and its panel, and between the panel and the edge of the window. */
const GAP = 6;
const EDGE = 8;
/** A panel is never made lower than this; it may cover its button instead. */
const LEAST = 120;

/**
 * The place of a panel of a drop-down in the window: below its button, above it if there is more room, always inside the window.
 * A panel that is taller than the room scrolls.
 */
export const placeOfPanel = (button: Box, panel: Size, view: Size) => {
  const below = view.height - button.bottom - GAP - EDGE;
  const above = button.top - GAP - EDGE;
  const upwards = panel.height > below && above > below;
  const room = Math.max(upwards ? above : below, Math.min(LEAST, view.height - 2 * EDGE));
  const height = Math.min(panel.height, room);
  const wanted = upwards ? button.top - GAP - height : button.bottom + GAP;
  return {
    left: Math.max(EDGE, Math.min(button.right - panel.width, view.width - panel.width - EDGE)),
    top: Math.max(EDGE, Math.min(wanted, view.height - height - EDGE)),
    room,
  };
};
