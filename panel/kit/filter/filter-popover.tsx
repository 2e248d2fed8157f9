// `+ Filter` and the popover it opens (visual 5.1).

import { Popover } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { icon_14 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import { useKeys } from '../keys/keys.ts';
import styles from './filter.module.css';
import type { SearchList } from './search-list.ts';

// Larger than the list around it, so it is loaded when its button is pressed.
const form = () => import('./filter-form.tsx');
type Form = Awaited<ReturnType<typeof form>>['FilterForm'];

export function FilterPopover<Row>({ search }: { search: SearchList<Row> }) {
  const [open, setOpen] = useState(false);
  const [Form, setForm] = useState<Form | null>(null);
  // It opens with its form in it: the first field takes the focus then.
  const show = () => {
    form().then(
      ({ FilterForm }) => {
        setForm(() => FilterForm);
        setOpen(true);
      },
      (error: unknown) => {
        // A failed load is shown by the error boundary.
        setForm(() => {
          throw error;
        });
      },
    );
  };
  useKeys([{ key: 'f', label: 'add a filter', run: show }]);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      // The popover's own would name the dialog after the button.
      withRoles={false}
      shadow="md"
      // On a phone it is a sheet at the bottom: its button may scroll out of view.
      hideDetached={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={styles.addFilter}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void form().catch(() => undefined)}
          onClick={() => (open ? setOpen(false) : show())}
        >
          <IconPlus {...icon_14} />
          Filter <HintKey>F</HintKey>
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Add a filter" className={styles.sheet}>
        {Form && <Form search={search} onDone={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
