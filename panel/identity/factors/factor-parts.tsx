// Parts of the second factor's screens: the QR code with its secret, and the recovery codes.
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../kit/copy-text.ts';
import { icon_16 } from '../../kit/icon.ts';

/** The picture and, for apps without a camera, the secret in groups of four. */
export function FactorSecret({ qr, secret }: { qr: string; secret: string }) {
  const grouped = secret.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <div className="factor">
      <img
        className="factor-qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt="QR code for an authenticator app"
        width={176}
        height={176}
      />
      <p className="factor-words">
        <small>Or type this secret:</small>
        <code>{grouped}</code>
        <button
          type="button"
          className="icon-button"
          aria-label="Copy the secret"
          onClick={() => void copyText('Secret', secret)}
        >
          <IconCopy {...icon_16} />
        </button>
      </p>
    </div>
  );
}

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="plain-button"
        onClick={() => void copyText('Recovery codes', codes.join('\n'))}
      >
        Copy all
      </button>
    </>
  );
}
