import type { ReactNode } from 'react';
import css from './part-picture.module.css';

type Pictured = { readonly image_path?: string | null | undefined; readonly image_alt?: string | undefined };

/** The picture of a question or of one of its parts, if it has one. */
export const PartPicture = ({ of, large = false }: { of: Pictured | undefined; large?: boolean }): ReactNode =>
  of?.image_path ? (
    <img className={css[large ? 'large' : 'small']} src={of.image_path} alt={of.image_alt ?? ''} decoding="async" />
  ) : null;
