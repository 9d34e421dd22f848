import { useCallback, useRef, useState } from 'react';

/** The width of the element that a chart is drawn in; the table view removes and adds this element. */
export const useWidth = (): readonly [(node: HTMLDivElement | null) => void, number] => {
  const [width, setWidth] = useState(560);
  const observer = useRef<ResizeObserver>(undefined);
  const ref = useCallback((node: HTMLDivElement | null) => {
    observer.current?.disconnect();
    if (node === null) return;
    setWidth(node.clientWidth || 560);
    observer.current = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width) || 560));
    observer.current.observe(node);
  }, []);
  return [ref, width];
};
