// A change as a table: member, before, after.
import type { AuditRecord } from '../../contract/platform/audit-log.ts';
import styles from './audit-log.module.css';
import { type DiffLine, diffOf } from './diff.ts';

function Side({ text, is_old }: { text: string | null; is_old: boolean }) {
  if (text === null) return <span className={styles.diffNone}>–</span>;
  return is_old ? <del>{text}</del> : <ins>{text}</ins>;
}

function Line({ line, one_sided }: { line: DiffLine; one_sided: boolean }) {
  return (
    <tr>
      <th scope="row">{line.name}</th>
      {!one_sided && (
        <td>
          <Side text={line.before} is_old />
        </td>
      )}
      <td>
        <Side text={line.after} is_old={false} />
      </td>
    </tr>
  );
}

/** Whether a row has anything to show. */
export function hasChanges({ before, after, refused }: AuditRecord): boolean {
  return refused === '' && diffOf(before, after).length > 0;
}

export function Changes({ row }: { row: AuditRecord }) {
  const { before, after } = row;
  const lines = diffOf(before, after);
  // Of what was made or done there is no before: one column says it all.
  const one_sided = before === null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
    <section className={styles.diff} aria-label="Before and after" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {!one_sided && <th scope="col">Before</th>}
            <th scope="col">{one_sided ? 'Value' : 'After'}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.name} line={line} one_sided={one_sided} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
