// What a page's memory holds: the strings of its heap, with what nobody refers to thrown out.
import type { Page } from 'playwright-core';

/** The heap as Chromium's tools write it down. */
export async function memoryOf(page: Page): Promise<string> {
  const tools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await tools.send('HeapProfiler.enable');
  await tools.send('HeapProfiler.collectGarbage');
  await tools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await tools.detach();
  return chunks.join('');
}
