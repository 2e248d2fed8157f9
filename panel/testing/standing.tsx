// A component that draws nothing, mounted for tests without a browser: its effects run.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';

const nothing = () => undefined;

/** What React asks of the element it draws into, as long as it draws nothing there. */
function emptyElement(): Element {
  const listens = { addEventListener: nothing, removeEventListener: nothing };
  const ownerDocument = { nodeType: 9, ...listens };
  const names = { nodeName: 'DIV', tagName: 'DIV', textContent: '' };
  return { nodeType: 1, ...names, ownerDocument, ...listens } as unknown as Element;
}

interface Standing<Props, T> {
  /** What the hook gave when it last ran. */
  result: () => T;
  again: (props: Props) => Promise<void>;
  leave: () => Promise<void>;
}

/** Mounts a component whose hook this is; it stands until it leaves. */
export async function standing<Props, T>(
  hook: (props: Props) => T,
  props: Props,
  client = new QueryClient(),
): Promise<Standing<Props, T>> {
  const borrowed = { IS_REACT_ACT_ENVIRONMENT: true, window: { HTMLIFrameElement: class {} } };
  Object.assign(globalThis, borrowed);
  const { createRoot } = await import('react-dom/client');
  const root = createRoot(emptyElement());
  let found: T;
  function Probe({ now }: { now: Props }) {
    found = hook(now);
    return null;
  }
  const again = async (now: Props) =>
    await act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Probe now={now} />
        </QueryClientProvider>,
      ),
    );
  await again(props);
  const leave = async () => {
    await act(async () => root.unmount());
    for (const name of Object.keys(borrowed)) Reflect.deleteProperty(globalThis, name);
  };
  return { result: () => found, again, leave };
}
