// Customers of another processor: a file is checked first, shown, and then saved.
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { customers } from '../../contract/vault/customers.ts';
import { customer_import, type ImportRecord } from '../../contract/vault/import.ts';
import { useSave } from '../hooks.ts';
import { counted } from '../kit/action-item.ts';
import { icon_16 } from '../kit/icon.ts';
import { Hint, Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { Section } from '../kit/parts/section.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { saveFile } from '../save-file.ts';
import basics from '../style/basics.module.css';
import { importParts, importTemplate, joined } from './import-parts.ts';
import { customers_path } from './paths.ts';
import { useMaySave } from './use-may-save.ts';
import styles from './vault.module.css';

const shown_refusals = 200;

type Step = 'check' | 'save';
const progress_texts: Record<Step, string> = { check: 'Checking', save: 'Importing' };
interface Progress {
  step: Step;
  done: number;
  of: number;
}

/** Sends a file part after part; what has come is kept where a part fails. */
function useImport() {
  const check = useSave(customer_import.check, { stales: [] });
  const save = useSave(customer_import.save, {
    stales: [customers.search, customers.globalSearch],
  });
  const [progress, setProgress] = useState<Progress | null>(null);
  const run = async (step: Step, text: string): Promise<ImportRecord | null> => {
    const parts = importParts(text);
    const records: ImportRecord[] = [];
    try {
      for (const [done, input] of parts.entries()) {
        setProgress({ step, done, of: parts.length });
        records.push(await (step === 'check' ? check : save).mutateAsync({ input }));
      }
      return joined(records);
    } catch {
      // The error dialog says why.
      return null;
    } finally {
      setProgress(null);
    }
  };
  return { run, progress };
}

function Refusals({ refused }: Pick<ImportRecord, 'refused'>) {
  if (refused.length === 0) return null;
  const more = refused.length - shown_refusals;
  return (
    <>
      <table className={styles.refusals}>
        <caption className={basics.hiddenText}>Rows that cannot be imported</caption>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {refused.slice(0, shown_refusals).map(({ row, column, message }) => (
            <tr key={row}>
              <td>{row}</td>
              <td className={basics.mono}>{column || '–'}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <Hint>{counted(more, 'more row')} cannot be imported.</Hint>}
    </>
  );
}

function Counts({ found, is_saved }: { found: ImportRecord; is_saved: boolean }) {
  const { created, added, unchanged, refused } = found;
  const lines = [
    `${counted(created, 'customer')} ${is_saved ? 'created' : 'to create'}`,
    `${counted(added, 'payment method')} ${is_saved ? 'added' : 'to add'} to customers`,
    `${counted(unchanged, 'row')} already imported`,
    `${counted(refused.length, 'row')} ${is_saved ? 'not imported' : 'cannot be imported'}`,
  ];
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface FileProps {
  name: string;
  busy: boolean;
  onFile: (file: File) => void;
}

function FileChoice({ name, busy, onFile }: FileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className={styles.file}>
      <PlainButton aria-disabled={busy} onClick={() => !busy && input.current?.click()}>
        <IconUpload {...icon_16} />
        {name === '' ? 'Choose a CSV file' : 'Choose another file'}
      </PlainButton>
      <span>{name}</span>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </p>
  );
}

interface Chosen {
  name: string;
  text: string;
  found: ImportRecord | null;
  is_saved: boolean;
}

export function ImportScreen() {
  const { run, progress } = useImport();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const busy = progress !== null;
  const read = async (file: File) => {
    const text = await file.text();
    const next = { name: file.name, text, found: null, is_saved: false };
    setChosen(next);
    setChosen({ ...next, found: await run('check', text) });
  };
  const save = async (file: Chosen) => {
    const found = await run('save', file.text);
    if (found) setChosen({ ...file, found, is_saved: true });
  };
  const template = () =>
    saveFile(new Blob([importTemplate()], { type: 'text/csv' }), 'customers-template.csv');
  const wanted = (chosen?.found?.created ?? 0) + (chosen?.found?.added ?? 0);
  const actions = (
    <PlainButton onClick={template}>
      <IconDownload {...icon_16} />
      Download template
    </PlainButton>
  );
  if (useMaySave() === false) return <Navigate to={customers_path} replace />;
  return (
    <Page>
      <PageTitle title="Import customers" actions={actions} />
      <div className={styles.sections}>
        <Section title="File">
          <Hint>
            Each row is a customer with one card or bank account. Rows with the same ID become one
            customer. You can import a file again: nothing is saved twice. Do not include security
            codes.
          </Hint>
          <FileChoice name={chosen?.name ?? ''} busy={busy} onFile={(file) => void read(file)} />
          {progress && (
            <p role="status">
              {`${progress_texts[progress.step]} part ${progress.done + 1} of ${progress.of}`}
            </p>
          )}
        </Section>
        {chosen?.found && !busy && (
          <Section title={chosen.is_saved ? 'Import complete' : 'What will be imported'}>
            <Counts found={chosen.found} is_saved={chosen.is_saved} />
            {!chosen.is_saved && wanted > 0 && (
              <p>
                <PlainButton primary onClick={() => void save(chosen)}>
                  Import {counted(wanted, 'row')}
                </PlainButton>
              </p>
            )}
            {chosen.is_saved && (
              <p>
                <Link to={customers_path} className={basics.plainButton} data-primary>
                  View customers
                </Link>
              </p>
            )}
            <Refusals refused={chosen.found.refused} />
          </Section>
        )}
      </div>
    </Page>
  );
}
