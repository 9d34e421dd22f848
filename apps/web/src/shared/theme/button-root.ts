import { createElement, type MouseEvent, type ReactNode } from 'react';

type Props = { readonly href?: unknown; readonly 'data-loading'?: unknown };
const element = (type: string, props: object): ReactNode => createElement<object>(type, props);
/** A press on a button that waits; in a form Enter in a field is one too. */
const ignore = (event: MouseEvent): void => event.preventDefault();

/**
 * The element of the kit's buttons. The kit disables a button that waits, and a disabled button loses the focus: the window that
 * follows could not return it, and the keyboard would begin at the top of the page.
 */
export const buttonRoot = (props: Props): ReactNode => {
  if (props.href !== undefined) return element('a', props);
  const waits = props['data-loading'] === true;
  return element('button', { ...props, ...(waits && { disabled: false, 'aria-disabled': true, onClick: ignore }) });
};
