// Whether a component still stands when an answer comes that it asked for.
import { type RefObject, useEffect, useRef } from 'react';

/** True until the component has left the page; read where an answer would close or leave it. */
export function useStanding(): Readonly<RefObject<boolean>> {
  const standing = useRef(true);
  useEffect(() => {
    standing.current = true;
    return () => {
      standing.current = false;
    };
  }, []);
  return standing;
}
