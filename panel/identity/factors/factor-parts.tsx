// Parts of the second factor's screens: the QR code with its secret, and the recovery codes.

import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../kit/copy-text.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import signInStyles from '../sign-in/sign-in.module.css';

/** The picture and, for apps without a camera, the secret in groups of four. */
export function FactorSecret({ qr, secret }: { qr: string; secret: string }) {
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className={signInStyles.factor}>
      <img
        className={signInStyles.factorQr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt="QR code for an authenticator app"
        width={176}
        height={176}
      />
      <p className={signInStyles.factorWords}>
        <small>Or enter this secret:</small>
        <code>{grouped}</code>
        <IconButton
          label="Copy secret"
          icon={IconCopy}
          onClick={() => void copyText('Secret', secret)}
        />
      </p>
    </div>
  );
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className={signInStyles.recoveryCodes} data-part="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <PlainButton onClick={() => void copyText('Recovery codes', codes.join('\n'))}>
        Copy all
      </PlainButton>
    </>
  );
}
