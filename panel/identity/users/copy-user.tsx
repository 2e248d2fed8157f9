// Copy a user: the rights, role and account of one for another (spec 1 §5, §6).
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { users } from '../../../contract/identity/user-endpoints.ts';
import {
  type UserRecord,
  type UserStatus,
  user_statuses,
} from '../../../contract/identity/users.ts';
import { useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import { showDialog, toast } from '../../notices.ts';
import { spokenUser, status_words } from './looks.ts';
import { users_stales } from './use-asks.ts';
import { emailProblem, phoneProblem, usernameProblem } from './user-rules.ts';

const fields = { username: 'Username', name: 'Name', email: 'Email', phone: 'Phone' } as const;
type Values = Record<keyof typeof fields, string> & { status: UserStatus };

/** Every message of the form, one a line. */
export function copyProblems({ username, email, phone }: Omit<Values, 'status'>): string {
  const problems = [usernameProblem(username), emailProblem(email), phoneProblem(phone)];
  return problems.filter((problem) => problem !== '').join('\n');
}

interface CopyProps {
  user: UserRecord;
  /** Of the one who copies: the admin role alone chooses the status. */
  role: string;
  onClose: () => void;
}

export function CopyUser({ user, role, onClose }: CopyProps) {
  const blank = { username: '', name: '', email: '', phone: '', status: user.status };
  const [values, setValues] = useState<Values>(blank);
  const save = useSave(users.copy, {
    quiet: true,
    stales: users_stales,
    onSaved: () => {
      toast('User created!');
      onClose();
    },
  });
  const submit = () => {
    const text = copyProblems(values);
    if (text !== '') showDialog({ tone: 'error', title: 'Error', text });
    else save.mutate({ params: { id: user.id }, input: values });
  };
  return (
    <ActionDialog
      title={`Copy ${spokenUser(user)}`}
      action="Copy user"
      busy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>The new user has the same account, role and rights.</p>
      {Object.entries(fields).map(([name, label]) => {
        const Control = controlOf(name);
        return (
          <Control
            key={name}
            name={name}
            label={label}
            hint={name === 'name' || name === 'phone' ? 'optional' : undefined}
            value={values[name as keyof typeof fields]}
            onChange={(value) => setValues({ ...values, [name]: value })}
            extra={{ input: { autoComplete: 'off' } }}
          />
        );
      })}
      <NativeSelect
        name="status"
        label="Status"
        value={values.status}
        disabled={role !== 'admin'}
        description={role === 'admin' ? undefined : 'Only the admin role chooses the status.'}
        onChange={(event) =>
          setValues({ ...values, status: event.currentTarget.value as UserStatus })
        }
        data={user_statuses.map((value) => ({ value, label: status_words[value] }))}
      />
    </ActionDialog>
  );
}
