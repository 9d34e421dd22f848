import { PICTURE_SIDE_MIN } from '@sergak/contract/library/media.rules.ts';

/** Pixels of one press of an arrow key. */
const STEP = 16;

/**
 * The width that a picture gets: both sides at least {@link PICTURE_SIDE_MIN}, never wider than the block around it. Its height
 * follows, so the proportions stay.
 */
export const pictureWidth = (wanted: number, proportions: number, parent: number): number => {
  const least = Math.ceil(PICTURE_SIDE_MIN * Math.max(1, proportions));
  return Math.floor(Math.min(Math.max(wanted, least), parent));
};

type Options = { readonly label: string; readonly className: string; readonly onWidth: (width: number) => void };
/** A handle at the corner of a picture that changes its width with the pointer or the arrow keys. */
export const resizeHandle = (picture: HTMLImageElement, { label, className, onWidth }: Options): HTMLElement => {
  const handle = Object.assign(document.createElement('div'), { className, tabIndex: 0, title: label });
  const parent = (): number => handle.closest<HTMLElement>('figure')?.clientWidth ?? 0;
  const proportions = (): number => (picture.naturalHeight > 0 ? picture.naturalWidth / picture.naturalHeight : 1);
  const fit = (wanted: number): number => pictureWidth(wanted, proportions(), parent());
  const describe = (width: number): void => {
    handle.setAttribute('aria-valuenow', String(Math.round(width)));
    handle.setAttribute('aria-valuemin', String(fit(0)));
    handle.setAttribute('aria-valuemax', String(parent()));
  };
  const show = (width: number): void => {
    picture.style.width = `${width}px`;
    describe(width);
  };
  handle.setAttribute('role', 'slider');
  handle.setAttribute('aria-label', label);
  handle.addEventListener('focus', () => describe(picture.clientWidth));
  picture.addEventListener('load', () => describe(picture.clientWidth));
  handle.addEventListener('pointerdown', (down) => {
    down.preventDefault();
    handle.setPointerCapture?.(down.pointerId);
    const begin = picture.clientWidth;
    // The picture is centred, so its edge moves by half of what its width gains.
    const widthAt = (e: PointerEvent): number => fit(begin + 2 * (e.clientX - down.clientX));
    const move = (e: PointerEvent): void => show(widthAt(e));
    const end = (e: PointerEvent): void => {
      handle.removeEventListener('pointermove', move);
      handle.removeEventListener('pointerup', end);
      handle.removeEventListener('pointercancel', end);
      if (e.type === 'pointerup' && e.clientX !== down.clientX) onWidth(widthAt(e));
      else show(begin);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end);
    handle.addEventListener('pointercancel', end);
  });
  handle.addEventListener('keydown', (e) => {
    const by = { ArrowRight: STEP, ArrowUp: STEP, ArrowLeft: -STEP, ArrowDown: -STEP }[e.key];
    if (by === undefined) return;
    e.preventDefault();
    onWidth(fit(picture.clientWidth + by));
  });
  return handle;
};
