// Which processor types a partner offers its merchants (spec 1 §2, §7).
import { Checkbox } from '@mantine/core';
import { type AvailableRecord, processors } from '../../../contract/payments/processors.ts';
import { useRecord } from '../../hooks.ts';
import { useField } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { TitlePage } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import { railText } from './labels.ts';
import styles from './processors.module.css';

const title = 'Available processors';

function Types({ rows }: { rows: readonly AvailableRecord[] }) {
  const { value: chosen, put } = useField<readonly string[]>('processors');
  const turn = (key: string, on: boolean) =>
    put(rows.map((row) => row.key).filter((one) => (one === key ? on : chosen.includes(one))));
  return (
    <div className={styles.types}>
      {rows.map(({ key, label, rails, takes_payments }) => (
        <Checkbox
          key={key}
          name={key}
          label={label}
          description={`${railText(rails)}${takes_payments ? '' : ', settings only'}`}
          checked={chosen.includes(key)}
          onChange={(event) => turn(key, event.currentTarget.checked)}
        />
      ))}
    </div>
  );
}

function Loaded({ rows }: { rows: readonly AvailableRecord[] }) {
  const form = useForm(processors.chooseAvailable, {
    initial: { processors: rows.filter(({ available }) => available).map(({ key }) => key) },
    of: rows,
    stales: [processors.available, processors.types],
    tell: () => toast('Available processors saved'),
  });
  const chosen = useValues(form).processors;
  return (
    <FormScreen
      form={form}
      title={title}
      action="Save processors"
      note="New processors can use only the selected types."
    >
      <FormPart
        title={`${chosen.length} of ${rows.length} offered`}
        note="Existing processors keep working."
        wide
      >
        <Types rows={rows} />
      </FormPart>
    </FormScreen>
  );
}

export function AvailableProcessors() {
  const { data } = useRecord(processors.available);
  if (!data) return <TitlePage title={title} />;
  return <Loaded rows={data.rows} />;
}
