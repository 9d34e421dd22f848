import { Fragment, type ReactNode } from 'react';

/** An e-mail address; where it must break, it does so after its @ or before a dot. */
export const Email = ({ value }: { value: string }): ReactNode =>
  value.split(/(?<=@)|(?=\.)/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
