// What only a new user has: a welcome, keys, and the dialog that shows the keys once.

import { SecretsDialog } from '../../kit/dialog/secrets-dialog.tsx';
import { SwitchField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import styles from './users.module.css';

export function ExtrasPart({ is_office }: { is_office: boolean }) {
  return (
    <FormPart title="Getting started">
      <div className={styles.userSwitches}>
        <SwitchField
          name="send_welcome"
          disabled={is_office}
          note={
            is_office
              ? 'Administrators set their password under “First time here?”.'
              : 'The link to choose a password works once and expires in 7 days.'
          }
        />
        <SwitchField name="create_api_key" />
        <SwitchField
          name="create_pub_api_key"
          note="Keys are shown only once, right after the user is created."
        />
      </div>
    </FormPart>
  );
}

interface NewKeysProps {
  made: { username: string; api_key?: string; pub_api_key?: string };
  onClose: () => void;
}

export function NewKeys({ made, onClose }: NewKeysProps) {
  const secrets = [
    { label: 'Private API key', value: made.api_key },
    { label: 'Public API key', value: made.pub_api_key },
  ];
  return (
    <SecretsDialog secrets={secrets} onClose={onClose}>
      The keys are shown only once. Anyone with these keys can act as {made.username}.
    </SecretsDialog>
  );
}
