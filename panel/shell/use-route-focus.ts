// After a navigation the focus stands on the title of the new screen, as readers aloud expect it.
import { useEffect, useLayoutEffect, useRef } from 'react';

/** A title that comes, or is replaced, later than this is not looked for. */
const waits_ms = 3000;
/**
 * What keeps the focus: a field that the screen chose or a person types in, a tab that arrow keys
 * have come to, and any dialog.
 */
const keepers =
  'input, select, textarea, [role="tab"], dialog *, [role="dialog"] *, [role="alertdialog"] *';

/**
 * Moves the focus to the title, again where the screen has put another one in its place meanwhile.
 * Gives whether something else has taken the focus: then nothing is left to do.
 */
function focusTitle(main: HTMLElement, begun: Element | null): boolean {
  const now = document.activeElement;
  const title = main.querySelector('h1');
  if (now !== null && now === title) return false;
  if (now !== begun && now !== document.body && now !== null) return true;
  if (now?.matches(keepers)) return true;
  if (title === null) return false;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  return false;
}

/** Not at the first load: there the browser begins at the top by itself. */
export function useRouteFocus(pathname: string): void {
  const former = useRef(pathname);
  const before = useRef<Element | null>(null);
  // Before the effects of the new screen, one of which may choose where the focus goes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is looked at anew
  useLayoutEffect(() => {
    before.current = document.activeElement;
  }, [pathname]);
  useEffect(() => {
    const main = document.getElementById('main');
    if (former.current === pathname || main === null) return;
    former.current = pathname;
    const begun = before.current;
    if (focusTitle(main, begun)) return;
    const observer = new MutationObserver(() => {
      if (focusTitle(main, begun)) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), waits_ms);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [pathname]);
}
