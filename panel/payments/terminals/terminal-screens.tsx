// The screens of one terminal: a new one, one to change, and one to look at.

import { useNavigate, useParams } from 'react-router';
import { type TerminalRecord, terminals } from '../../../contract/payments/terminals.ts';
import { useRecord } from '../../hooks.ts';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import kit from '../../kit/kit.module.css';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { Page } from '../../kit/page/page-parts.tsx';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import { draftOf, inputOf, terminalRules } from './draft.ts';
import { terminalName } from './labels.ts';
import { type Place, terminalPath } from './paths.ts';
import { terminal_stales } from './terminal-dialog.tsx';
import { DevicePart, FeePart, NamePart, PayingPart, SettlementPart } from './terminal-fields.tsx';
import { TerminalStatusPart } from './terminal-status-part.tsx';

export function NewTerminal(place: Place) {
  const navigate = useNavigate();
  const params = { mid: place.merchant_id };
  const form = useForm(terminals.create, {
    initial: draftOf(null),
    input: (draft) => inputOf(draft, true) as never,
    required: ['tpn'],
    rules: terminalRules,
    params,
    stales: terminal_stales,
    creates_in: { list: terminals.search, params },
    tell: () => toast('Terminal created'),
    onSaved: ({ id }) => void navigate(terminalPath(place, id)),
  });
  return (
    <FormScreen form={form} {...editTexts('terminal', undefined)}>
      <DevicePart set={[]} />
      <PayingPart sets_up />
      <SettlementPart sets_up />
      <FeePart />
    </FormScreen>
  );
}

function Edit({ place, terminal }: { place: Place; terminal: TerminalRecord }) {
  const { sets_up } = place;
  const set = (['auth_key', 'auth_data'] as const).filter((name) => terminal[name] !== '');
  const form = useForm(terminals.update, {
    initial: draftOf(terminal),
    of: terminal,
    input: (draft) => inputOf(draft, sets_up) as never,
    required: sets_up ? ['tpn'] : [],
    rules: terminalRules,
    params: { mid: place.merchant_id, id: terminal.id },
    stales: terminal_stales,
    tell: () => toast('Terminal saved'),
  });
  return (
    <FormScreen form={form} {...editTexts('terminal', terminalName(terminal))}>
      <TerminalStatusPart {...{ place, terminal }} />
      {sets_up ? <DevicePart set={set} /> : <NamePart />}
      <PayingPart sets_up={sets_up} />
      <SettlementPart sets_up={sets_up} />
      {sets_up && <FeePart />}
    </FormScreen>
  );
}

/** One terminal: a form for whoever changes it, its facts for everybody else. */
export function OneTerminal(place: Place) {
  const { terminalID: id = '' } = useParams();
  const params = { mid: place.merchant_id, id };
  const { data, error, refetch } = useRecord(terminals.get, { params });
  if (!data) return <RecordMissing noun="Terminal" of={{ error, refetch }} />;
  if (place.may_manage) {
    return <Edit key={data.id} place={place} terminal={data} />;
  }
  return (
    <Page>
      <PageTitle title={terminalName(data)} />
      <div className={kit.section} data-part="section">
        <TerminalStatusPart place={place} terminal={data} />
      </div>
    </Page>
  );
}
