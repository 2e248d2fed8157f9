// The first user of a new merchant, and the keys that are made with it.
import { SwitchField, TextField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import styles from '../accounts.module.css';

export interface FirstUser {
  /** Without it the merchant has nobody yet. */
  wanted: boolean;
  username: string;
  name: string;
  email: string;
  phone: string;
  send_welcome: boolean;
  create_api_key: boolean;
  create_pub_api_key: boolean;
}

export const no_user: FirstUser = {
  wanted: true,
  username: '',
  name: '',
  email: '',
  phone: '',
  send_welcome: true,
  create_api_key: false,
  create_pub_api_key: false,
};

/** As it is sent with the merchant; null where nobody is wanted. */
export function firstUserInput({ wanted, ...user }: FirstUser) {
  return wanted ? { ...user, role: 'admin' as const } : null;
}

export function FirstUserPart() {
  return (
    <FormPart title="First user">
      <div className={styles.switches}>
        <SwitchField name="user.wanted" label="Create a user with the admin role" />
        {useValue<boolean>('user.wanted') && (
          <>
            <FormGrid>
              <TextField name="user.username" span={6} />
              <TextField name="user.name" span={6} />
              <TextField name="user.email" span={6} />
              <TextField name="user.phone" span={6} />
            </FormGrid>
            <SwitchField
              name="user.send_welcome"
              note="The link to choose a password works once and expires in 7 days."
            />
            <SwitchField name="user.create_api_key" />
            <SwitchField
              name="user.create_pub_api_key"
              note="Keys are shown only once, right after the merchant is created."
            />
          </>
        )}
      </div>
    </FormPart>
  );
}
