// Whether the side panel of Latest News is open: the header, the palette and the dashboard open it.
import { makeStore } from '../store.ts';

export const news_open = makeStore<boolean>(false);
