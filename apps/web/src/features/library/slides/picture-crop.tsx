import 'react-image-crop/dist/ReactCrop.css';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import css from './slides.module.css';

/** Longer side of a cropped picture in pixels; the server makes pictures smaller still. */
const SIDE_MAX = 2400;
/** Cuts the picture and returns it as a file. */
export type Crop = () => Promise<File>;

/** Draws the chosen part of a picture; returns the original if the browser cannot. */
const cut = async (image: HTMLImageElement, part: PercentCrop, file: File): Promise<File> => {
  const [width, height] = [(image.naturalWidth * part.width) / 100, (image.naturalHeight * part.height) / 100];
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  });
  const [x, y] = [(image.naturalWidth * part.x) / 100, (image.naturalHeight * part.y) / 100];
  canvas.getContext('2d')!.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.95));
  return blob === null ? file : new File([blob], file.name, { type: blob.type });
};

type Props = {
  file: File;
  /** Width divided by height; undefined for any shape. */
  aspect: number | undefined;
  label: string;
  /** Called with null while the whole picture is chosen. */
  onCrop: (crop: Crop | null) => void;
};

/** Chooses a part of a picture by pointer or arrow keys. */
export default function PictureCrop({ file, aspect, label, onCrop }: Props): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState('');
  const [part, setPart] = useState<PercentCrop>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const choose = (next: PercentCrop | undefined): void => {
    setPart(next);
    const whole = next === undefined || next.width < 1 || next.height < 1 || (next.width > 99.5 && next.height > 99.5);
    onCrop(whole ? null : () => cut(image.current!, next, file));
  };
  const fit = (): void => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image.current ?? {};
    if (width === 0) return; // not loaded yet: `onLoad` calls this again
    choose(
      aspect === undefined
        ? undefined
        : centerCrop(makeAspectCrop({ unit: '%', width: 100 }, aspect, width, height), width, height),
    );
  };
  // A change of the shape chooses the largest part of that shape.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(fit, [aspect]);
  return (
    <ReactCrop
      crop={part}
      {...(aspect !== undefined && { aspect })}
      onChange={(_, next) => choose(next)}
      className={css['crop']!}
      ariaLabels={{
        cropArea: label,
        nwDragHandle: label,
        nDragHandle: label,
        neDragHandle: label,
        eDragHandle: label,
        seDragHandle: label,
        sDragHandle: label,
        swDragHandle: label,
        wDragHandle: label,
      }}
    >
      {address !== '' && <img ref={image} src={address} alt="" onLoad={fit} />}
    </ReactCrop>
  );
}
