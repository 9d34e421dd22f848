import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ComponentPropsWithoutRef, type MouseEvent, type ReactNode, useId } from 'react';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps | 'disabled'> & {
    /** The reason why the button cannot be used now and what to do about it; empty if it can be used. */
    blocked?: string | false | undefined;
    children: ReactNode;
  };

/** Prevents a blocked button from acting and from submitting its form, including by Enter in a field. */
const reject = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * A button that shows why it is blocked, on hover, on focus and to screen readers. A blocked button is `aria-disabled`,
 * not `disabled`, so that the keyboard can reach it.
 */
export const ActionButton = ({ blocked, onClick, ...rest }: Props): ReactNode => {
  const id = useId();
  if (!blocked || rest.loading === true) return <Button {...rest} onClick={onClick} />;
  return (
    <>
      <Tooltip label={blocked} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
        <Button {...rest} aria-disabled data-disabled aria-describedby={id} onClick={reject} />
      </Tooltip>
      <span id={id} className="sr-only">
        {blocked}
      </span>
    </>
  );
};
