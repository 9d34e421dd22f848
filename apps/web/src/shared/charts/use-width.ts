import { useLayoutEffect, useRef, useState } from 'react';

/** The width of the place a chart is drawn in. */
export const useWidth = (): readonly [React.RefObject<HTMLDivElement | null>, number] => {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(560);
  useLayoutEffect(() => {
    const node = ref.current!;
    setWidth(node.clientWidth || 560);
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width) || 560));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
};
