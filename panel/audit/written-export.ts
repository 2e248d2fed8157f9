// A file too large for an answer: the server writes it, and it is fetched once it is whole.
import { report_exports } from '../../contract/reports/exports.ts';
import { call } from '../api.ts';
import { session } from '../session.ts';

const look_every_ms = 1_000;
/** A look that fails is no end of the job: only this many in a row are. */
const most_misses = 10;

/** The id where the answer names an export instead of being the file. */
export async function exportIdOf(answer: Blob): Promise<string | null> {
  if (!answer.type.startsWith('application/json')) return null;
  const { data } = JSON.parse(await answer.text()) as { data: { export_id: string } };
  return data.export_id;
}

async function look(id: string, misses: number) {
  try {
    return await call(report_exports.get, { params: { id } }, { background: true });
  } catch (error) {
    if (misses + 1 >= most_misses) throw error;
    return null;
  }
}

/** Waits for the file, saying how many percent stand; null once whoever asked has signed out. */
export async function whenWritten(
  id: string,
  onProgress: (percent: number) => void,
): Promise<Blob | null> {
  for (let misses = 0; session.get() !== null; ) {
    const found = await look(id, misses);
    misses = found === null ? misses + 1 : 0;
    if (found?.state === 'done') return await call(report_exports.download, { params: { id } });
    if (found?.state === 'failed' || found?.state === 'expired') {
      throw new Error(found.failure || 'The file is no longer kept.');
    }
    if (found) onProgress(found.progress);
    await new Promise((resolve) => setTimeout(resolve, look_every_ms));
  }
  return null;
}
