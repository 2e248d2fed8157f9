// Everybody's permissions in one table, saved together (visual 5.3, gateway-api 2.2).
import { useState } from 'react';
import { shown_rights } from '../../../contract/accounts/documents/user-permissions.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { useRecord, useSave } from '../../hooks.ts';
import formStyles from '../../kit/form/form.module.css';
import { useUnsaved } from '../../kit/form/unsaved.ts';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { controlKey, useKeys } from '../../kit/keys/keys.ts';
import listStyles from '../../kit/list/list.module.css';
import { Hint, Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { SearchInput } from '../../kit/parts/search-input.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import basics from '../../style/basics.module.css';
import type { UsersOf } from '../paths.ts';
import {
  type ChangedUser,
  changedUsers,
  changeOf,
  type Draft,
  inOrder,
  narrowed,
  type Show,
  shows,
  toggleRight,
} from './rights-draft.ts';
import { AfterSaving, RightsKey, WhyNot } from './rights-panels.tsx';
import { type Cell, RightsTable } from './rights-table.tsx';
import { users_stales } from './use-immediate-actions.ts';
import styles from './users.module.css';

/** As many columns as one answer holds. */
const max_users = 100;

interface PermissionsProps {
  title: string;
  viewer: CallerRecord;
  account: NonNullable<UsersOf['account']>;
}

export function Permissions({ title, viewer, account }: PermissionsProps) {
  const { data } = useRecord(users.searchOf, {
    params: { accountType: account.type, id: account.id },
    input: { limit: max_users, offset: 0 },
  });
  return (
    <Page>
      <PageTitle title={title} />
      {data && (
        <Matrix viewer={viewer} people={inOrder(data.rows)} total_count={data.total_count} />
      )}
    </Page>
  );
}

/** Saves one user after the other: each change is one audit row; what was saved stays saved. */
function useSaveAll(onDone: () => void) {
  const save = useSave(users.update, { stales: users_stales });
  const [busy, setBusy] = useState(false);
  const run = async (changed_users: readonly ChangedUser[]) => {
    setBusy(true);
    try {
      for (const one of changed_users) {
        const input = { permissions: changeOf(one) };
        await save.mutateAsync({ params: { id: one.user.id }, input });
      }
      toast('Permissions saved');
      onDone();
    } catch {
      // The error dialog has said why; what is left in the draft is what is not saved.
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

function countOf(changed_users: readonly ChangedUser[]): number {
  return changed_users.reduce((sum, { gains, loses }) => sum + gains.length + loses.length, 0);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

interface MatrixProps {
  viewer: CallerRecord;
  people: readonly UserRecord[];
  total_count: number;
}

function Matrix({ viewer, people, total_count }: MatrixProps) {
  const [draft, setDraft] = useState<Draft>({});
  const [find, setFind] = useState('');
  const [show, setShow] = useState<Show>('all');
  const [current, setCurrent] = useState<Cell | null>(null);
  const changed_users = changedUsers(draft, people);
  const changes = countOf(changed_users);
  useUnsaved(changes > 0);
  const { busy, run } = useSaveAll(() => setDraft({}));
  const save = () => {
    if (changes > 0 && !busy) void run(changed_users);
  };
  useKeys([{ key: 's', label: 'save permissions', run: save, with_control: true }]);
  const shown = narrowed({ groups: shown_rights, users: people, draft }, find, show);
  // After a save the record is a new one: the cell is found again by its user.
  const fresh = current && people.find(({ id }) => id === current.user.id);
  const cell = current && fresh ? { ...current, user: fresh } : null;
  return (
    <div className={styles.rightsScreen}>
      <div>
        <Options find={find} onFind={setFind} show={show} onShow={setShow} changes={changes} />
        <section className={styles.rightsFrame}>
          {shown.groups.length === 0 ? (
            <p className={styles.rightsNone}>No permission or user matches your search.</p>
          ) : (
            <RightsTable
              {...{ viewer, shown, draft, current: cell }}
              onCurrent={setCurrent}
              onTurn={({ user, right }) => setDraft(toggleRight(draft, user, right))}
            />
          )}
        </section>
        {total_count > people.length && (
          <Hint>
            Showing the newest {people.length} of {total_count} users.
          </Hint>
        )}
      </div>
      <div className={styles.rightsSide}>
        <WhyNot viewer={viewer} cell={cell} />
        <AfterSaving changed_users={changed_users} />
        <RightsKey />
      </div>
      {changes > 0 && (
        <SaveBar {...{ changed_users, busy }} onDiscard={() => setDraft({})} onSave={save} />
      )}
    </div>
  );
}

interface SaveBarProps {
  changed_users: readonly ChangedUser[];
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

function SaveBar({ changed_users, busy, onDiscard, onSave }: SaveBarProps) {
  return (
    <div className={formStyles.formBar} data-part="form-bar">
      <span>
        <b>
          {counted(countOf(changed_users), 'change')} for {counted(changed_users.length, 'user')}.
        </b>{' '}
        Changes take effect when you save.
      </span>
      <PlainButton onClick={onDiscard}>Discard</PlainButton>
      <PlainButton primary aria-disabled={busy} onClick={onSave}>
        Save permissions <HintKey>{controlKey('S')}</HintKey>
      </PlainButton>
    </div>
  );
}

interface OptionsProps {
  find: string;
  onFind: (find: string) => void;
  show: Show;
  onShow: (show: Show) => void;
  changes: number;
}

function Options({ find, onFind, show, onShow, changes }: OptionsProps) {
  const texts = { all: 'All', differences: 'Differences', changed: `Changed ${changes}` };
  return (
    <div className={listStyles.options} data-part="list-options">
      <div
        className={`${basics.inputFrame} ${basics.searchBox} ${listStyles.globalSearch}`}
        data-part="global-search"
      >
        <SearchInput label="Find a permission or a user" value={find} onType={onFind} />
      </div>
      <Segments
        label="Show"
        choices={shows}
        value={show}
        onChange={onShow}
        textOf={(one) => texts[one]}
      />
      <span className={styles.rightsKeys} data-key-words aria-hidden="true">
        <kbd>←</kbd>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        <kbd>→</kbd> move <kbd>Space</kbd> switch
      </span>
    </div>
  );
}
