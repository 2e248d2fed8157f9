// Shows the dialog of the notices store: errors, warnings, plain messages.
import { brand } from '../brand.ts';
import dialogStyles from '../kit/dialog/dialog.module.css';
import { Dialog } from '../kit/dialog/dialog.tsx';
import { ErrorId, OpenTrace } from '../kit/parts/error-id.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { closeDialog, type DialogButton, dialogs, type Dialog as Notice } from '../notices.ts';
import { useStore } from '../store.ts';

function ContactSupport() {
  const { support_email } = useStore(brand);
  return (
    <p>
      Please contact support.{' '}
      {support_email !== '' && <a href={`mailto:${support_email}`}>{support_email}</a>}
    </p>
  );
}

function Button({ button }: { button: DialogButton }) {
  const press = () => {
    closeDialog();
    button.run?.();
  };
  return (
    <PlainButton primary={button.primary} onClick={press}>
      {button.label}
    </PlainButton>
  );
}

const ok: DialogButton = { label: 'OK', primary: true };

function Body({ notice }: { notice: Notice }) {
  return (
    <>
      <p className={dialogStyles.lead}>{notice.text}</p>
      {notice.contact_support && <ContactSupport />}
      {notice.try_again && <p>Please try again.</p>}
      {notice.error_id && <ErrorId id={notice.error_id} alone />}
    </>
  );
}

export function GlobalDialog() {
  const notice = useStore(dialogs);
  if (notice === null) return null;
  const footer = (
    <>
      {notice.error_id && <OpenTrace id={notice.error_id} />}
      {(notice.buttons ?? [ok]).map((button) => (
        <Button key={button.label} button={button} />
      ))}
    </>
  );
  return (
    <Dialog title={notice.title} tone={notice.tone} onClose={closeDialog} footer={footer}>
      <Body notice={notice} />
    </Dialog>
  );
}
