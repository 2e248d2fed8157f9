// What only a new user has: a welcome, keys, and the dialog that shows the keys once.

import { SecretsDialog } from '../../kit/dialog/secrets-dialog.tsx';
import { SwitchField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import '../identity.css';

export function ExtrasPart({ is_office }: { is_office: boolean }) {
  return (
    <FormPart title="To begin with">
      <div className="user-switches">
        <SwitchField
          name="send_welcome"
          disabled={is_office}
          note={
            is_office
              ? 'Administrators get none: they set their password at “First time here?”.'
              : 'With a link to choose a password; it works once, for seven days.'
          }
        />
        <SwitchField name="create_api_key" />
        <SwitchField
          name="create_pub_api_key"
          note="Keys are shown once, right after the user was made."
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
      Shown this once. Whoever has such a key acts in the name of {made.username}.
    </SecretsDialog>
  );
}
