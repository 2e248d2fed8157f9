// Marks a frame with more content at its right edge, so that its style fades that edge.

/** Ref of a frame that scrolls sideways: it has `data-more` while more is to the right. */
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
