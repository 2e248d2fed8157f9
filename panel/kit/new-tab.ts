// Tabs of the panel that a page opens: with its session, which a browser's own new tab has not.

/** A tab of the panel itself; only with an opener does it inherit the session storage. */
export function openTab(to: string): void {
  window.open(to, '_blank');
}

type Press = Pick<
  MouseEvent,
  'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'
>;

/** Whether a press on this link opens a page of the panel beside the present one. */
export function opensBeside(link: HTMLAnchorElement, press: Press): boolean {
  const { protocol, origin } = window.location;
  // A file that was written is no page, nor is what a link keeps from its opener.
  if (link.protocol !== protocol || link.origin !== origin) return false;
  if (link.hasAttribute('download') || link.relList.contains('noopener')) return false;
  // With Alt a browser saves the page.
  if (press.defaultPrevented || press.altKey) return false;
  if (press.button === 1) return true;
  const modified = press.ctrlKey || press.metaKey || press.shiftKey;
  return press.button === 0 && (modified || link.target === '_blank');
}

function pressed(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || !opensBeside(link, event)) return;
  event.preventDefault();
  openTab(link.href);
}

/** Starts listening to presses of links; gives the function that stops. */
export function listenToLinks(): () => void {
  const presses = ['click', 'auxclick'] as const;
  for (const press of presses) document.addEventListener(press, pressed);
  return () => {
    for (const press of presses) document.removeEventListener(press, pressed);
  };
}
