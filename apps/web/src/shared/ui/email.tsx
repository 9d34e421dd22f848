import { Fragment, type ReactNode } from 'react';

/** An email address; it breaks only after its @ or before a dot. */
export const Email = ({ value }: { value: string }): ReactNode =>
  value.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
