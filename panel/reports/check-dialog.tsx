// Check a file: drop an export, and hear whether it is as it was exported.
import { IconCircleCheck, IconCircleX, IconHelpCircle, IconUpload } from '@tabler/icons-react';
import { type DragEvent, Fragment, useRef, useState } from 'react';
import { formatMoney } from '../../contract/money.ts';
import {
  type FileCheck,
  type FileVerdict,
  type Manifest,
  manifest_totals,
} from '../../contract/reports/manifest.ts';
import { Dialog } from '../kit/dialog/dialog.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { icon_16 } from '../kit/icon.ts';
import kit from '../kit/kit.module.css';
import { formatCount } from '../kit/list/pages.ts';
import { PlainButton } from '../kit/plain-button.tsx';
import { saveManifest } from '../save-file.ts';
import { checkFile, sortFiles } from './file-proof.ts';
import { totalsLabels } from './outputs.ts';
import styles from './reports.module.css';

interface Checked {
  name: string;
  found: FileCheck;
}

const verdict_titles: Readonly<
  Record<FileVerdict, { title: string; icon: typeof IconCircleCheck }>
> = {
  intact: { title: 'Intact', icon: IconCircleCheck },
  altered: { title: 'Altered', icon: IconCircleX },
  not_ours: { title: 'Not recognized', icon: IconHelpCircle },
};

export function CheckDialog({ onClose }: { onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const check = async (files: readonly File[]) => {
    setProblem('');
    setChecked(null);
    setBusy(true);
    try {
      const { file, manifest } = await sortFiles(files);
      if (file === undefined)
        throw new Error('Choose the exported file. A manifest cannot be checked without it.');
      setChecked({ name: file.name, found: await checkFile(file, manifest) });
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  const close = <PlainButton onClick={onClose}>Close</PlainButton>;
  return (
    <Dialog title="Check a file" onClose={onClose} footer={close}>
      <DropZone busy={busy} onFiles={(files) => void check(files)} />
      {problem !== '' && (
        <p className={kit.fieldError} role="alert">
          {problem}
        </p>
      )}
      <div role="status">{checked && <Verdict {...checked} />}</div>
    </Dialog>
  );
}

function DropZone({ busy, onFiles }: { busy: boolean; onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <>
      <button
        type="button"
        className={styles.dropZone}
        data-autofocus
        data-over={over || undefined}
        aria-disabled={busy}
        onClick={() => !busy && input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconUpload {...icon_16} />
        {busy ? 'Checking' : 'Drop an exported file here, or choose one'}
        <small>Add its manifest if you have it. The file stays on this computer.</small>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="Exported file"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function Verdict({ name, found }: Checked) {
  const { verdict, reason, manifest } = found;
  const { title, icon: Icon } = verdict_titles[verdict];
  return (
    <div className={styles.fileVerdict} data-part="file-verdict" data-verdict={verdict}>
      <p>
        <Icon {...icon_16} />
        <b>{title}</b> {name}
      </p>
      <p>{reason}</p>
      {manifest && (
        <dl>
          <dt>{verdict === 'altered' ? 'Exported as of' : 'As of'}</dt>
          <dd>
            <Moment at={manifest.as_of} />
          </dd>
          <dt>Rows</dt>
          <dd>{formatCount(manifest.rows)}</dd>
          {manifest.sums.map((sums) => (
            <SumLines key={sums.currency} {...sums} />
          ))}
          <dt>Time zone</dt>
          <dd>{manifest.time_zone}</dd>
        </dl>
      )}
      {manifest && verdict === 'intact' && (
        <PlainButton onClick={() => saveManifest(manifest, name)}>Save its manifest</PlainButton>
      )}
    </div>
  );
}

/** What the rows of a currency come to: their amounts, and what the strip said of them. */
function SumLines({ currency, amount, totals }: Manifest['sums'][number]) {
  const code = currency.toUpperCase();
  const figures = totalsLabels(manifest_totals).flatMap(([key, label]): [string, number][] => {
    const figure = totals?.[key] ?? 0;
    return figure === 0 ? [] : [[label, figure]];
  });
  return [['Sum', amount] as const, ...figures].map(([label, figure]) => (
    <Fragment key={label}>
      <dt>
        {label} {code}
      </dt>
      <dd>{formatMoney(figure, currency)}</dd>
    </Fragment>
  ));
}
