// A file too large for an answer: the server writes it, and is asked until it has.
import { type ExportRecord, report_exports } from '../contract/reports/exports.ts';
import { ApiError, call } from './api.ts';

const look_every_ms = 1_000;
/** A look that fails is no end of the job: only this many in a row are. */
const max_misses = 10;

/** The id where the answer names an export instead of being the file. */
export async function exportIdOf(answer: Blob): Promise<string | null> {
  if (!answer.type.startsWith('application/json')) return null;
  const { data } = JSON.parse(await answer.text()) as { data: { export_id: string } };
  return data.export_id;
}

interface ExportPoll {
  /** Whether anybody still waits for it. */
  wanted: () => boolean;
  /** Called after every poll. */
  onSeen: (found: ExportRecord) => void;
}

const is_open: readonly ExportRecord['state'][] = ['queued', 'running'];

/**
 * The export once it is done, has failed or is no longer kept; null once nobody waits for it.
 * Throws what ten looks in a row met, and at once where the server knows no such export.
 */
export async function whenWritten(
  id: string,
  { wanted, onSeen }: ExportPoll,
): Promise<ExportRecord | null> {
  for (let misses = 0; wanted(); ) {
    try {
      const found = await call(report_exports.get, { params: { id } }, { background: true });
      if (!wanted()) return null;
      misses = 0;
      onSeen(found);
      if (!is_open.includes(found.state)) return found;
    } catch (error) {
      misses += 1;
      const unknown = error instanceof ApiError && error.status === 404;
      if (unknown || misses >= max_misses) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, look_every_ms));
  }
  return null;
}

/** The file of an export that is done. */
export async function writtenFile(id: string): Promise<Blob> {
  return await call(report_exports.download, { params: { id } });
}
