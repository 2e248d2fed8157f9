// Whether a frame goes on at its right edge, told to its style: what is cut there fades.

/** Ref of a frame that scrolls sideways: `data-more` stands on it while more is to the right. */
export function watchEdge(frame: HTMLElement | null): (() => void) | undefined {
  if (frame === null) return undefined;
  const look = () => {
    const left = frame.scrollWidth - frame.clientWidth - frame.scrollLeft;
    frame.toggleAttribute('data-more', left > 1);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(frame);
  if (frame.firstElementChild) sizes.observe(frame.firstElementChild);
  frame.addEventListener('scroll', look, { passive: true });
  return () => {
    sizes.disconnect();
    frame.removeEventListener('scroll', look);
  };
}
