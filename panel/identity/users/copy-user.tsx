// Copy a user: the rights, role and account of one for another (spec 1 §5, §6).
import { users } from '../../../contract/identity/user-endpoints.ts';
import { type UserRecord, user_statuses } from '../../../contract/identity/users.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { showDialog, toast } from '../../notices.ts';
import { status_labels, userText } from './labels.ts';
import { users_stales } from './use-immediate-actions.ts';

interface CopyProps {
  user: UserRecord;
  /** Of the one who copies: the admin role alone chooses the status. */
  role: string;
  onClose: () => void;
}

export function CopyUser({ user, role, onClose }: CopyProps) {
  const form = useForm(users.copy, {
    initial: { username: '', name: '', email: '', phone: '', status: user.status },
    params: { id: user.id },
    stales: users_stales,
    onInvalid: (messages) =>
      showDialog({ tone: 'error', title: 'Error', text: messages.join('\n') }),
    tell: () => toast('User created!'),
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title={`Copy ${userText(user)}`} action="Copy user" onClose={onClose}>
      <p>The new user has the same account, role and permissions.</p>
      <TextField name="username" />
      <TextField name="name" />
      <TextField name="email" />
      <TextField name="phone" />
      <SelectField
        name="status"
        disabled={role !== 'admin'}
        note={
          role === 'admin' ? undefined : 'Only users with the admin role can choose the status.'
        }
        choices={user_statuses.map((value) => ({ value, label: status_labels[value] }))}
      />
    </FormDialog>
  );
}
